// To the optimiser a mark touches no memory: what a variable holds before it, it
// holds behind it. If that were not known, not_known would be called, and it is
// nowhere.
// RUN: rm -rf %t && mkdir %t && cd %t && %cc -O2 %s -o prog && ./prog
// RUN: %counts --all %s
int not_known(void);

__attribute__((noinline)) int look(const int *p, int n)
{
    int before = *p;          //= 10
    if (n > 3)                //= 10
        n = -n;               //= 6
    if (*p != before)         //= 10
        return not_known();   //= 0
    return n + before;        //= 10
}

__attribute__((noinline)) int look_again(const int *p, int n)
{
    int before = *p, sum = 0;          //= 10
    while (n-- > 0) {                  //= 55
        sum += n & 2 ? before : -1;    //= 45
        if (*p != before)              //= 45
            return not_known();        //= 0
    }
    return sum;                        //= 10
}

int main(void)
{
    int sum = 0, one = 1;                           //= 1
    for (int i = 0; i < 10; i++)                    //= 11
        sum += look(&one, i) + look_again(&one, i); //= 10
    return sum == 0;                                //= 1
}
