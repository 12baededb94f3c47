// Which jumps are lines does not depend on the level, though clang drops other ones when it optimises: where variables' lives end, and the whole of "case 1: break;".
// REQUIRES: clang
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx %s -o prog && ./prog
// RUN: %counts --all %s
#include <string>

volatile int sink;

static int same(int n)
{
    sink = n;                               //= 161
    return n;                               //= 161
}

static void cases(int k)
{
    switch (k) {                            //= 6
    case 1: {
        same(1);                            //= 1
        break;                              //= 1
    }
    case 2: {
        const auto n = same(k);             //= 1
        if (n <= 5) {                       //= 1
            same(2);                        //= 1
        } else if (n <= 6) {                //= 0
            same(3);                        //= 0
        }                                   //= -
        same(4);                            //= 1
        break;                              //= -
    }
    case 3: {
        int n = same(k);                    //= 1
        if (n == 3)                         //= 1
            break;                          //= 1
        same(n);                            //= 0
        return;                             //= 0
    }
    case 4: {
        const auto n = same(k);             //= 1
        if (n < 3)                          //= 1
            return;                         //= 0
        if (n < 4) {                        //= 1
            return;                         //= 0
        }                                   //= -
        break;                              //= 1
    }
    default: {
        return;                             //= 2
    }
    }
    same(9);                                //= 4
}

static void bare(int n)
{
    switch (n) {                            //= 6
    case 1:
        break;                              //= -
    case 2:
        return;                             //= 1
    case 3: case 4:
        break;                              //= 2
    case 5:
        same(5);                            //= 1
        break;                              //= 1
    default:
        break;                              //= 1
    }
    for (int j = 0; j < 5; j++) {           //= 20
        switch (j) {                        //= 20
        case 1:
            break;                          //= -
        case 2:
            continue;                       //= 5
        case 3:
            goto out;                       //= 5
        default:
            same(4);                        //= 5
        }                                   //= -
        same(7);                            //= 10
    }
out:
    while (n-- > 0) {                       //= 18
        switch (n) {                        //= 13
        case 1:
            break;                          //= -
        case 2:
            continue;                       //= 3
        default:
            same(6);                        //= 7
        }                                   //= -
    }
}

static void ends(int n)
{
    int k = same(n);                        //= 6
    if (k > 4) {                            //= 6
        same(1);                            //= 1
        return;                             //= 1
    }
    if (k > 3)                              //= 5
        return;                             //= 1
    else {
        int z = same(2);                    //= 4
        same(z);                            //= 4
    }
    if (k > 2) {                            //= 4
        same(3);                            //= 1
    } else {
        same(4);                            //= 3
    }
}

static void chain(int n)
{
    for (int i = 0; i < n; i++) {           //= 21
        if (i == 1)                         //= 15
            continue;                       //= 4
        int y = same(i);                    //= 11
        if (y == 2) {                       //= 11
            same(1);                        //= 3
        } else {                            //= -
            int z = same(y);                //= 8
            same(z);                        //= 8
        }                                   //= -
    }
    if (n == 2) {                           //= 6
        same(1);                            //= 1
    } else {
        std::string text(size_t(n), 'x');   //= 5
        if (text.size() > 3) {              //= 5
            same(3);                        //= 2
        }                                   //= -
        same(2);                            //= 5
    }
    same(5);                                //= 6
}

/* Scopes that are left in several ways, over several cleanups. */
static void deep(int n)
{
    for (; n >= 0; n--) {                   //= 12
        int l = same(n);                    //= 9
        if (l != 1) {                       //= 9
            int m = same(l);                //= 7
            if (m > 2) {                    //= 7
                int k = same(m);            //= 3
                if (k > 3) {                //= 3
                    if (l == 4)             //= 2
                        break;              //= 1
                    same(5);                //= 1
                    return;                 //= 1
                } else {
                    int z = same(6);        //= 1
                    same(z);                //= 1
                    return;                 //= -
                }
            } else {
                same(7);                    //= 4
            }
        }
        else
            same(8);                        //= 2
    }
}

static int later(int n)
{
    if (n > 1) {                            //= 6
        const int *l = &n;                  //= 4
        for (int i = 0; i < 3; i++) {       //= 10
            int k = same(i);                //= 9
            if (k == *l - 2)                //= 9
                break;                      //= 3
            same(k);                        //= 6
        }
        same(*l);                           //= 4
    }                                       //= -
    else
    {
        int q = same(n);                    //= 2
        return q;                           //= 2
    }
    return 0;                               //= 4
}

/* The loop is the last of a scope with variables. */
static void last(int n)
{
    if (n > 1) {                            //= 6
        same(n);                            //= 4
    } else {
        int q = same(n), *p = &q;           //= 2
        for (int i = 0; i < 3; i++) {       //= 3
            int k = same(i);                //= 3
            if (k == *p)                    //= 3
                break;                      //= 2
            same(k);                        //= 1
        }
    }
    same(3);                                //= 6
}

int main()
{
    for (int i = 0; i < 6; i++) {           //= 7
        cases(i);                           //= 6
        bare(i);                            //= 6
        ends(i);                            //= 6
        chain(i);                           //= 6
        deep(i);                            //= 6
        later(i);                           //= 6
        last(i);                            //= 6
    }
    return 0;                               //= 1
}
