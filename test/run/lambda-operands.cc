// A lambda is an operand as others are: its body, whatever it has, is of the expression, which
// goes on behind it.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx -std=c++17 %s -o prog && ./prog
// RUN: %counts %s
// RUN: %prof_show branches | FileCheck %s
// RUN: rm prof.out.* && env EDGEPROF_OPTIONS=place=all %cxx -std=c++17 %s -o prog && ./prog
// RUN: %counts %s
// RUN: %prof_show branches | FileCheck %s
static int first(int n)
{
    return [&] {                        //= 5
        return n > 2;                   //= 5
    }() && n < 4;                       //= 2
}

static int between(int n)
{
    if (n < 4 &&                        //= 5
        [&] {                           //= 4
            return n > 1;               //= 4
        }() &&
        n != 2)                         //= 2
        return 1;                       //= 1
    return 0;                           //= 4
}

static long chosen(int m)
{
    return m < 2 ? [&] {                //= 5
        return m;                       //= 2
    }() : 1;
}

static long not_chosen(int m)
{
    return m < 2                        //= 5
        ? 1.5
        : [&](int x) mutable -> int {   //= 3
            return m + x;               //= 3
        }(3);
}

static int initialised(int n)
{
    int r = [=]() noexcept {            //= 5
        return n > 2;                   //= 5
    }() || n < 1;                       //= 3
    return r;                           //= 5
}

static int asked(int n)
{
    return [&] {                        //= 5
        return n > 2;                   //= 5
    }()
        ? n                             //= 2
        : 0;
}

static int decided(int n)
{
    if ([&](int k) {                    //= 5
            if (k > 2 &&                //= 5
                k < 5)                  //= 2
                return true;            //= 2
            return false;               //= 3
        }(n) ||
        n == 1)                         //= 3
        return 1;                       //= 3
    return 0;                           //= 2
}

static long converted(int n)
{
    long r = n < 2
                 ? [] {                 //= 2
                       return 3;        //= 2
                   }()
                 : 1.5;
    r = n < 3
            ? 2.5
            : [=] { return n; }();      //= 2
    return r;                           //= 5
}

template <class T> static int taken(T test, int n)
{
    return test(n) &&                   //= 5
           n > 2;                       //= 4
}

/* Behind a `!` of more than it: true is its own. */
static int inverted(int n)
{
    if (!(n > 3 || [](int x) { return x > 2; }(n))) //= 5
        return 1;                       //= 3
    return 0;                           //= 2
}

int main()
{
    long s = 0;                         //= 1
    for (int k = 0; k < 5; k++) {
        s += first(k) + between(k) + chosen(k); //= 5
        s += not_chosen(k) + initialised(k);    //= 5
        s += asked(k) + decided(k);             //= 5
        s += converted(k);                      //= 5
        inverted(k);                            //= 5
        s += taken([](auto v) {                 //= 5
            return v > 0;                       //= 5
        }, k) ||
             k > 3;                             //= 3
    }
    return s == 7;                      //= 1
}

// CHECK:      lambda-operands.cc:12:12: true 2, false 3
// CHECK-NEXT: lambda-operands.cc:14:12: true 1, false 1
// CHECK-NEXT: lambda-operands.cc:19:9: true 4, false 1
// CHECK-NEXT: lambda-operands.cc:20:9: true 2, false 2
// CHECK-NEXT: lambda-operands.cc:23:9: true 1, false 1
// CHECK-NEXT: lambda-operands.cc:30:12: true 2, false 3
// CHECK-NEXT: lambda-operands.cc:37:12: true 2, false 3
// CHECK-NEXT: lambda-operands.cc:46:13: true 2, false 3
// CHECK-NEXT: lambda-operands.cc:48:12: true 1, false 2
// CHECK-NEXT: lambda-operands.cc:54:12: true 2, false 3
// CHECK-NEXT: lambda-operands.cc:63:9: true 2, false 3
// CHECK-NEXT: lambda-operands.cc:64:17: true 2, false 3
// CHECK-NEXT: lambda-operands.cc:65:17: true 2, false 0
// CHECK-NEXT: lambda-operands.cc:69:9: true 1, false 2
// CHECK-NEXT: lambda-operands.cc:76:14: true 2, false 3
// CHECK-NEXT: lambda-operands.cc:81:9: true 3, false 2
// CHECK-NEXT: lambda-operands.cc:89:12: true 4, false 1
// CHECK-NEXT: lambda-operands.cc:90:12: true 2, false 2
// CHECK-NEXT: lambda-operands.cc:96:11: true 1, false 4
// CHECK-NEXT: lambda-operands.cc:96:20: true 1, false 3
// CHECK-NEXT: lambda-operands.cc:104:21: true 5, false 1
// CHECK-NEXT: lambda-operands.cc:110:14: true 2, false 3
// CHECK-NEXT: lambda-operands.cc:113:14: true 0, false 3
