// With Clang, a jump that is the only way out of a scope with variables has no code
// from -O1 on, so it has none at -O0; any other jump is a line at every level.  A
// variable of which only constants are stored is a variable all the same.
// REQUIRES: clang
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog && ./prog
// RUN: %counts --all %s
int g;

static void set(int *p)
{
    *p = 1;                          //= 13
}

static void cases(int x)
{
    switch (x) {                     //= 3
    case 1: {
        int y;
        set(&y);                     //= 1
        break;                       //= -
    }
    case 2: {
        int y;
        set(&y);                     //= 1
        if (y)                       //= 1
            break;                   //= 1
        g++;                         //= 0
        break;                       //= 0
    }
    case 3: {
        int y = 4;                   //= 1
        set(&y);                     //= 1
        goto out;                    //= -
    }
    }
out:
    g--;                             //= 3
}

static void loops(void)
{
    for (;;) {
        int y;
        set(&y);                     //= 1
        break;                       //= -
    }
    for (int i = 0; i < 3; i++) {    //= 1
        int y;
        set(&y);                     //= 1
        if (1)
            break;                   //= -
        g++;
    }
    while (g) {                      //= 3
        int y;
        set(&y);                     //= 2
        g = g == 1 ? 0 : 1;          //= 2
        continue;                    //= -
    }
    for (;;) {
        int y;
        if (g > 4)                   //= 2
            break;                   //= 1
        int z = 4;                   //= 1
        set(&z);                     //= 1
        g = 7;                       //= 1
        continue;                    //= -
    }
}

static void returns(void)
{
    if (g >= 0)                      //= 1
        while (g != 100) {           //= 1
            int y;
            set(&y);                 //= 1
            break;                   //= -
        }
    do {
        int y;
        if (g > 99) {                //= 1
            int z;
            break;                   //= -
        }
        set(&y);                     //= 1
        while (y == 0)               //= 1
            ;
        continue;                    //= 1
    } while (0);
    if (g) {                         //= 1
        int y;
        set(&y);                     //= 1
        return;                      //= -
    }
    g++;                             //= 0
}

/* The else never comes to its end. */
static void one_end(int n)
{
    if (n) {                         //= 2
        int y;
        set(&y);                     //= 1
        ++y;                         //= 1
    }                                //= -
    else {                           //= -
        int y;
        set(&y);                     //= 1
        for (;; y++)                 //= 2
            if (y == 3)              //= 3
                return;              //= -
    }
    g += 0;                          //= 1
}

static int steps(int n)
{
    int state = 0;                   //= 1
    int left = 0;                    //= 1

    for (int i = 0; i < n; i++)      //= 11
        switch (state) {             //= 10
        case 0:
            state = 1;               //= 4
            break;                   //= 4
        case 1:
            state = 2;               //= 3
            break;                   //= 3
        default:
            state = 0;               //= 3
            if (left == 0)           //= 3
                left = 1;            //= 1
        }
    return left;                     //= 1
}

int main(void)
{
    cases(1);                        //= 1
    cases(2);                        //= 1
    cases(3);                        //= 1
    loops();                         //= 1
    returns();                       //= 1
    one_end(0);                      //= 1
    one_end(1);                      //= 1
    return steps(10) - 1;            //= 1
}
