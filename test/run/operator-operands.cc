// What is given to an overloaded operator, or converted for it, stands in no brackets of that call:
// it is counted as often as it is evaluated.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx %s -o prog && ./prog
// RUN: %counts %s
struct sum {
    int n;
    sum(int k) : n(k) {}
    void operator+=(int k)
    {
        n += k;               //= 16
    }
    sum &operator-=(int k)
    {
        n -= k;               //= 4
        return *this;         //= 4
    }
    sum operator+(int k) const
    {
        return sum(n + k);    //= 8
    }
    int operator[](int k) const
    {
        return n + k;         //= 4
    }
    int operator()(int k) const
    {
        return n + k;         //= 4
    }
};

static int twice(int a, int b)
{
    return a + b;             //= 15
}

static int given(int n)
{
    sum all = {0};            //= 4
    all += n ? 0              //= 4
             : twice(1,       //= 1
                     n);      //= 1
    all += (n ? 0             //= 4
             : (n + 2));      //= 1
    all += n &&               //= 4
        twice(1,              //= 3
              n);             //= 3
    all += n &&               //= 4
        (                     //= 3
            n > 1);           //= 3
    all -= n ? 0              //= 4
             : twice(1,       //= 1
                     n);      //= 1
    sum b = n ? 0             //= 4
              : twice(1,      //= 1
                      n);     //= 1
    sum c(n ? 0               //= 4
            : twice(1,        //= 1
                    n));      //= 1
    sum d = b + (n ? 0        //= 4
                   : twice(1, //= 1
                           n)); //= 1
    sum e = c + twice(1,      //= 4
                      n);     //= 4
    int k = all[n ? 0         //= 4
                  : twice(1,  //= 1
                          n)]; //= 1
    k += all(n ? 0            //= 4
               : twice(1,     //= 1
                       n));   //= 1
    all = n ? 0               //= 4
            : twice(1,        //= 1
                    n);       //= 1
    return all.n + d.n + e.n + k; //= 4
}

int main()
{
    int all = 0;              //= 1
    for (int i = 0; i < 4; i++)
        all += given(i);      //= 4
    return all == 0;          //= 1
}
