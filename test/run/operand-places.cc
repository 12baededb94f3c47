// A branch stands where its operand begins: a statement expression at its bracket, an object that
// is converted at the object, what a ?: asks that is itself an operand where that does.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx %s -o prog && ./prog
// RUN: %counts %s
// RUN: %prof_show branches | FileCheck %s
struct held {
    int n;
    ~held() {}
    operator bool() const { return n; }
};
static volatile int sink;

static int last(int a, int b)
{
    if (a == 1 && ({ int t = b; t; }))      //= 16
        return 1;                           //= 4
    return 0;                               //= 12
}
// CHECK:      operand-places.cc:16:9: true 8, false 8
// CHECK-NEXT: operand-places.cc:16:19: true 4, false 4

static int first(int a, int b)
{
    if (!({ int t = a;                      //= 16
            sink = t;                       //= 16
            t;
         }) &&
        b == 1)                             //= 8
        return 1;                           //= 4
    return 0;                               //= 12
}
// CHECK-NEXT: operand-places.cc:25:10: true 8, false 8
// CHECK-NEXT: operand-places.cc:29:9: true 4, false 4

static int objects(int a, int b, int c)
{
    return held{a} && (held{b}.n > 0 && c); //= 16
}
// CHECK-NEXT: operand-places.cc:38:12: true 8, false 8
// CHECK-NEXT: operand-places.cc:38:24: true 4, false 4
// CHECK-NEXT: operand-places.cc:38:41: true 2, false 2

static int not_objects(int a, int b, int c)
{
    return !(held{a} && (held{b}.n > 0 && c)); //= 16
}
// CHECK-NEXT: operand-places.cc:46:14: true 8, false 8
// CHECK-NEXT: operand-places.cc:46:26: true 4, false 4
// CHECK-NEXT: operand-places.cc:46:43: true 2, false 2

static int chosen(int a, int b, int c, int d)
{
    return a || ((b >= 1 || c) ? d > 0 : 0); //= 16
}
// CHECK-NEXT: operand-places.cc:54:12: true 8, false 8
// CHECK-NEXT: operand-places.cc:54:19: true 4, false 4
// CHECK:      operand-places.cc:54:29: true 2, false 2

int main()
{
    for (int i = 0; i < 16; i++) {
        int a = i & 1, b = i >> 1 & 1, c = i >> 2 & 1, d = i >> 3 & 1;
        sink = last(a, b) + first(a, b) + objects(a, b, c) +
               not_objects(a, b, c) + chosen(a, b, c, d);
    }
    return 0;                               //= 1
}
