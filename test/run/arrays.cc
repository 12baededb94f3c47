// Arrays of objects: the loops that construct, copy and destroy the elements are nobody's
// statements; the line counts how often the array was made.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx %s -o prog
// RUN: ./prog
// RUN: %counts --all %s
struct element {
    int v;
    element() : v(1) {}                        //= 210
    element(const element &from) : v(from.v) {} //= 80
    ~element() { v = 0; }                      //= 290
    int D1() { return v; }                     //= 10
};

struct holder {
    element four[4];
};

static int sum;

static void local()
{
    element four[4]; //= 10
    sum += four[3].v; //= 10
}                    //= -

static void heap(int n)
{
    element *p = new element[static_cast<unsigned>(n)]; //= 10
    sum += p[2].v;                                      //= 10
    delete[] p;                                         //= 10
}

static void list()
{
    for (int i = 0; i < 3; i++) {                         //= 40
        element *p = new element[2]{element(), element()}; //= 30
        sum += p[0].v - 1;                                //= 30
        delete[] p;                                       //= 30
    }
}

static void copies()
{
    holder one;                     //= 10
    holder two = one;               //= 10
    auto read = [two](int i) {      //= 10
        return two.four[i].v;       //= 10
    };                              //= -
    sum += read(1);                 //= 10
}

static void two_dimensions()
{
    element table[2][2]; //= 10
    sum += table[1][1].v; //= 10
    table[1][1].D1();     //= 10
}                        //= -

int main()
{
    for (int i = 0; i < 10; i++) { //= 11
        local();                   //= 10
        heap(3);                   //= 10
        list();                    //= 10
        copies();                  //= 10
        two_dimensions();          //= 10
    }
    return sum - 40; //= 1
}
