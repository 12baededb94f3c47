// What a condition, or a call, has on the lines below has begun as often as that: operands and
// arguments count, whatever else begins there.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog && ./prog
// RUN: %counts --all %s
// RUN: rm prof.out.* && env EDGEPROF_OPTIONS=place=all %cc %s -o prog && ./prog
// RUN: %counts --all %s
struct pair {
    int first, second;
    int (*call)(int, int);
};

volatile int sink;
static volatile int turned = 5;

__attribute__((noinline)) static int above(int a, int b)
{
    return a > b;                      //= 20
}

#define BOTH(a, b) ((a) > 100 && (b) > 100)
#define TURNS(n) __extension__({ int t = 0; while (t < (n)) t++; t; })
#define NINE TURNS(9)

static void conditions(int x, int z)
{
    if (x                              //= 2
        < z) sink++;                   //= 2
    if (x <                            //= 2
        z) sink++;                     //= 2
    if (x <                            //= 2
        2) sink++;                     //= 2
    if (x ==                           //= 2
        z && z                         //= 2
        == 3) sink++;                  //= 0
    if (x + z                          //= 2
        + 2 > 100) sink++;             //= 2
    if ((x &                           //= 2
         2) != 0) sink++;              //= 2
    if (!                              //= 2
        x) sink++;                     //= 2
    while (turned >                    //= 6
           3) { sink++; turned--; }    //= 6
    turned = 5;                        //= 2
    for (int i = 0; i <                //= 8
         3; i++) sink++;               //= 8
    do sink++; while (x                //= 2
        > 100);                        //= 2
    if ((int)x                         //= 2
        > (int)                        //= 2
        100) sink++;                   //= 2
}

static void members(struct pair *p, int *a)
{
    if (p->first >                     //= 2
        p->second) sink++;             //= 2
    if (p->first == a[                 //= 2
        1]) sink++;                    //= 2
    if (p->call(1,                     //= 2
        2)) sink++;                    //= 2
    if (a[0] > 100 && p->call(1,       //= 2
        2)) sink++;                    //= 0
}

static void calls(int x)
{
    if (above(x,                       //= 2
              x)) sink++;              //= 2
    if (above(x,                       //= 2
              7)) sink++;              //= 2
    if (above(x, 7                     //= 2
              + x)) sink++;            //= 2
    if (above(x,                       //= 2
              x) && above(x,           //= 2
              x)) sink++;              //= 0
    if (above(above(1,                 //= 2
              x),                      //= 2
              x)) sink++;              //= 2
    sink += x > 100 ? above(x,         //= 2
        x) : x;                        //= 2
    if (x > 100 || above(x > 100 && x, //= 2
        9)) sink++;                    //= 2
    if (x > 100 && above(x > 100 && x, //= 2
        9)) sink++;                    //= 0
}

static void statements(int x, struct pair *p)
{
    if (x == 77) above(x,              //= 2
        3); if                         //= 2
        (x < 3) sink++;                //= 2
    if (p->                            //= 2
        second < 3) sink++;            //= 2
    if (above(1, p->                   //= 2
        second)) sink++;               //= 2
}

// What a macro makes of what it is given, nobody knows.
static void macros(int x)
{
    if (BOTH(x,                        //= 2
             x)) sink++;               //= 0
    if (TURNS(3)                       //= 8
        > x && x                       //= 2
        > 1) sink++;                   //= 0
    if (NINE                           //= 20
        < x) sink++;                   //= 2
}

// Nor which branch of a directive is compiled.
static void directives(int x)
{
    above(x,                           //= 2
#ifdef NEVER
          1
#else
          2
#endif
    ); if (x <                         //= 2
#ifdef NEVER
           1
#else
           2
#endif
       ) sink++;                       //= 0
}

int main(void)
{
    struct pair p = {3, 7, above};     //= 1
    int a[] = {1, 9};                  //= 1
    for (int i = 0; i < 2; i++) {      //= 3
        conditions(9, 3);              //= 2
        members(&p, a);                //= 2
        calls(5);                      //= 2
        statements(5, &p);             //= 2
        macros(5);                     //= 2
        directives(5);                 //= 2
    }
    return 0;                          //= 1
}
