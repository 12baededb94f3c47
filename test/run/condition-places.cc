// Conditions are at one place, whichever compiler made them: sums are told by it.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx -std=c++17 %s -o prog && ./prog
// RUN: %prof_show branches | FileCheck %s
struct number {
    int n;
    bool operator!=(const number &other) const { return n != other.n; }
    explicit operator bool() const { return n != 0; }
};

static int identity(int n)
{
    return n;
}

int main()
{
    int s = 0;
    for (int i = 0; i < 4; i++) {
        number a{i}, b{2};
        if (int k = identity(i))
            s += k;
        if (number k = b; k)
            s++;
        while (int k = s & 1)
            s += k;
        for (int j = 2; int k = --j;)
            s += k;
        if (__builtin_expect(!!(a != b), 1))
            s++;
        if (__builtin_expect(a != b, 1) && i)
            s++;
        if (__builtin_expect(identity(i), 0) && __builtin_expect(!i, 0))
            s++;
        if (number{i} != number{2})
            s++;
        if (i < 9
            && number{i}
               != number{2}
            && number{i})
            s++;
    }
    return s == 0;
}
// CHECK: condition-places.cc:19:21: true 4, false 1
// CHECK: condition-places.cc:21:13: true 3, false 1
// CHECK: condition-places.cc:23:27: true 4, false 0
// CHECK: condition-places.cc:25:16: true 3, false 4
// CHECK: condition-places.cc:27:25: true 4, false 4
// CHECK: condition-places.cc:29:13: true 3, false 1
// CHECK: condition-places.cc:31:13: true 3, false 1
// CHECK: condition-places.cc:31:44: true 2, false 1
// CHECK: condition-places.cc:33:13: true 3, false 1
// CHECK: condition-places.cc:33:49: true 0, false 3
// CHECK: condition-places.cc:35:13: true 3, false 1
// CHECK: condition-places.cc:37:13: true 4, false 0
// CHECK: condition-places.cc:38:16: true 3, false 1
// CHECK: condition-places.cc:40:16: true 2, false 1
