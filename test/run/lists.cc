// What is initialised by a list begins before the list: where that ends is a brace, no line.
// The loops that fill the rest of a new array are the compiler's, and no branch.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx -std=c++20 -w %s -o prog && ./prog
// RUN: %counts --all %s
#include <new>
#include <vector>

struct plain { int v, w; };
struct made {
    int v;
    made() : v(0) {}           //= 60
    made(int a, int b) : v(a + b) {} //= 9
    ~made() { v = 1; }         //= 69
};

static int f(int x)
{
    if (x == 9)                //? true 1, false 28 //= 29
        throw x;               //= 1
    return x;                  //= 28
}

static plain returned(int n)
{
    return plain{              //= 5
        f(n), 2                //= 5
    };
}

static int arrays(int n)
{
    int *p = new int[n]{};     //= 5
    int s = p[0];              //= 5
    made *q = new made[n]{     //= 5
    };
    s += q[0].v;               //= 5
    int *r = new int[n + 3]{1, 2, f(3)}; //= 5
    s += r[2];                 //= 5
    plain *u = ::new plain[n]{{1} //= 5
        };                     //= -
    s += u[0].v;               //= 5
    auto *x = new (std::nothrow) made *[n][2] {}; //= 5
    s += x[0][1] != 0;         //= 5
    made *y = new made[n + 2]{{}, {}, {} //= 5
    };
    s += y[0].v;               //= 5
    delete[] p;                //= 5
    delete[] q;                //= 5
    delete[] r;                //= 5
    delete[] u;                //= 5
    delete[] x;                //= 5
    delete[] y;                //= 5
    return s;                  //= 5
}

static int objects(int n)
{
    made m{f(n), 3             //= 10
    };
    plain p = {                //= 9
        f(2), 3                //= 9
    };
    std::vector<int> v{        //= 9
        m.v, p.w               //= 9
    };
    const plain *k = new plain{ //= 9
        v[0], v[1]             //= 9
    };
    int sum = k->v + k->w;     //= 9
    delete k;                  //= 9
    return sum;                //= 9
}

int main()
{
    int sum = 0;               //= 1
    for (int i = 0; i < 5; i++) //? true 5, false 1 //= 6
        sum += arrays(i + 3) + returned(i).w; //= 5
    try {
        for (int i = 0; i < 10; i++) //? true 10, false 0 //= 10
            sum += objects(i); //= 10
    } catch (int) {            //= 1
        sum++;                 //= 1
    }
    return sum == 0;           //= 1
}
