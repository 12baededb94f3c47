// What is computed of a ?: or && over several lines stands where that begins: of overloaded
// operators, `delete`, `throw`.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx %s -o prog && ./prog
// RUN: %counts %s
// RUN: rm -r prof.out.* && sed 's/!n/not n/; s/&&/and/; s/||/or/' %s > joined.cc
// RUN: %cxx joined.cc -o prog && ./prog && %counts joined.cc
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

static volatile int sink;
static std::vector<int> v{1, 2, 3, 4, 5, 6}; //= 1

__attribute__((noinline)) static int f(int i)
{
    return i - 1;                       //= 141
}

__attribute__((noinline)) static std::string s(int i)
{
    return std::string(i, 'x');         //= 38
}

struct num {
    int n;
    num(int n) : n(n) {}                //= 6
    num &operator+=(int k) { n += k; return *this; } //= 12
    num &operator|=(bool k) { n |= k; return *this; } //= 6
    num &operator[](int k) { n += k; return *this; } //= 6
    num &add(int k) { n += k; return *this; } //= 12
};

static int subscript(int i)
{
    return v[i                          //? true 5, false 1 //= 6
        ? f(1)                          //= 5
        : f(2)];                        //= 1
}

static int sides(int i)
{
    bool ok = true;                     //= 6
    ok &= f(i)                          //? true 5, false 1 //= 6
        && f(1);                        //? true 0, false 5 //= 5
    ok |= s(i).empty()                  //? true 1, false 5 //= 6
        || s(1).size() > 2;             //? true 0, false 5 //= 5
    num n(3);                           //= 6
    n += i                              //? true 5, false 1 //= 6
        ? f(i)                          //= 5
        : 2;
    n |= f(i)                           //? true 5, false 1 //= 6
        && i;                           //? true 4, false 1 //= 5
    n[i                                 //? true 5, false 1 //= 6
      ? f(1)                            //= 5
      : f(2)];                          //= 1
    n.add(i                             //? true 5, false 1 //= 6
        ? f(1)                          //= 5
        : f(2))                         //= 1
        .add(f(i)                       //? true 5, false 1 //= 6
             && f(2));                  //? true 5, false 0 //= 5
    sink = (n += i                      //? true 5, false 1 //= 6
        ? f(1)                          //= 5
        : f(2)).n;                      //= 6
    std::string t = s(i);               //= 6
    t += i                              //? true 5, false 1 //= 6
        ? s(1)                          //= 5
        : s(2);                         //= 1
    std::map<std::string, int> m;       //= 6
    sink = m[i                          //? true 5, false 1 //= 6
        ? s(1)                          //= 5
        : s(2)] + v[i                   //? true 5, false 1 //= 6
        ? f(1)                          //= 5
        : f(2)];                        //= 1
    v[f(1)] = f(i)                      //? true 5, false 1 //= 6
        && i;                           //? true 4, false 1 //= 5
    m[f(i) || i                         //? true 5, false 1; true 1, false 0 //= 6
        ? s(1)                          //= 6
        : s(2)]++;                      //= 6
    const int c = f(i)                  //? true 5, false 1 //= 6
        ? f(2)                          //= 5
        : s(i).empty()                  //? true 0, false 1 //= 1
        ? 2
        : f(4);                         //= 1
    int x = 0, y = f(i)                 //? true 5, false 1 //= 6
        ? 2
        : f(3), z = i                   //? true 5, false 1 //= 6
        && f(1);                        //? true 0, false 5 //= 5
    return ok + n.n + c + x + y + z;    //= 6
}

static void made(int i)
{
    int *p = new int[i + 3];            //= 6
    delete[] (i                         //? true 5, false 1 //= 6
        ? (f(1), p)                     //= 5
        : (f(2), p));                   //= 1
    if (i > 3)                          //? true 2, false 4 //= 6
        throw std::runtime_error(f(i)   //? true 2, false 0 //= 2
            ? s(1)                      //= 2
            : s(2));                    //= 0
    throw i                             //? true 3, false 1 //= 4
        ? f(1)                          //= 3
        : f(2);                         //= 1
}

static int chosen(int n, const std::string &t)
{
    int k = n                           //? true 2, false 4 //= 6
        ?: t.size()                     //? true 2, false 2 //= 4
        ?: f(3);                        //= 2
    k += n                              //? true 2, false 4 //= 6
        ?: f(2);                        //= 4
    k += (n & 2)                        //? true 0, false 6 //= 6
        ?: f(k);                        //= 6
    k += !n                             //? true 4, false 2 //= 6
        ?: f(k);                        //= 2
    k += (unsigned)n                    //? true 2, false 4 //= 6
        ?: f(k);                        //= 4
    int m = n == 2                      //? true 0, false 6 //= 6
        ? f(n)                          //= 0
        : t.size();                     //= 6
    return n                            //? true 2, false 4 //= 6
        ?: f(m)                         //? true 2, false 2 //= 4
        ?: f(k);                        //= 2
}

static long one_line(int n, const std::string &t)
{
    int k = n ?: t.size();              //? true 2, false 4 //= 6
    k = n ?: k ?: t.size();             //? true 2, false 4; true 2, false 2 //= 6
    if (n ?: t.size()) k++;             //? true 2, false 4; true 4, false 2 //= 6
    return k;                           //= 6
}

static bool stepped(int n)
{
    return n > 0 &&                     //? true 5, false 1 //= 6
        --n > 2;                        //? true 2, false 3 //= 5
}

int main()
{
    for (int i = 0; i < 6; i++) {       //? true 6, false 1 //= 7
        stepped(i);                     //= 6
        subscript(i);                   //= 6
        sides(i);                       //= 6
        try {
            made(i);                    //= 6
        } catch (int) {                 //= 4
        } catch (const std::exception &) { //= 2
        }
        chosen(i & 4, i & 2 ? "" : "x"); //= 6
        one_line(i & 4, i & 2 ? "" : "x"); //= 6
    }
}
