// What a negated ?: chooses is as true as the source has it, if its operands' types differ, too: a || b becomes an int.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx %s -o prog && ./prog
// RUN: %counts %s
// RUN: %prof_show branches | FileCheck %s
static int chosen(int a, int b, int c, int d)
{
    if (!(a ? (b || c) : d))        //= 16
        return 1;                   //= 8
    return 0;                       //= 8
}

static int negated(int a, int b, int c, int d)
{
    if (!(a ? d : !(b && c)))       //= 16
        return 1;                   //= 6
    return 0;                       //= 10
}

/* Something ends behind what is asked. */
static int called(int a, int d)
{
    if (!([&] { return a == 1; }() ? true : d > 2)) //= 16
        return 1;                   //= 4
    return 0;                       //= 12
}

/* Clang asks for no value of the inner one, which is a truth. */
static int of_choice(int a, int b, int c, int d)
{
    if (!((a ? c == 4 : d == 8) ? (b ? 0 : c) : d)) //= 16
        return 1;                   //= 11
    return 0;                       //= 5
}

int main()
{
    int s = 0;                      //= 1
    for (int k = 0; k < 16; k++) {  //= 17
        int a = k & 1, b = (k & 6) == 6, c = k & 4, d = k & 8; //= 16
        s += chosen(a, b, c, d);    //= 16
        s += negated(a, b, c, d);   //= 16
        s += called(a, d);          //= 16
        s += of_choice(a, b, c, d); //= 16
    }
    return s == 0;                  //= 1
}

// CHECK: negated-choices.cc:8:11: true 8, false 8
// CHECK: negated-choices.cc:8:16: true 2, false 6
// CHECK: negated-choices.cc:8:21: true 2, false 4
// CHECK: negated-choices.cc:15:11: true 8, false 8
// CHECK: negated-choices.cc:15:21: true 2, false 6
// CHECK: negated-choices.cc:15:26: true 2, false 0
// CHECK: negated-choices.cc:23:11: true 8, false 8
// CHECK: negated-choices.cc:31:12: true 8, false 8
// CHECK-NOT: negated-choices.cc:31:12: true 5
// CHECK: negated-choices.cc:31:16: true 4, false 4
