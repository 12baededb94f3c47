// What sanitizers check is nobody's statement, and no branch: lines are those of the
// program without them.
// REQUIRES: clang
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc -fsanitize=undefined,integer,nullability,bounds -fsanitize-trap=all %s -o prog
// RUN: ./prog
// RUN: %counts --all %s
// RUN: %prof_show branches prof.out.* | FileCheck %s
// RUN: rm prof.out.* && %cc -ftrapv %s -o prog && ./prog
// RUN: %counts --all %s
// RUN: rm prof.out.* && %cc %s -o prog && ./prog
// RUN: %counts --all %s
static volatile int sink;

struct node {
    struct node *next;
    int values[4];
    signed char small;
    _Bool flag;
};

static int vla(int n)
{
    int s = 0;                           //= 1
    for (int i = 1; i < n; i++) {        //= 50
        int a[i];                        //= 49
        for (int j = 0; j < i; j++)      //= 1274
            a[j] = j;                    //= 1225
        s += a[i - 1];                   //= 49
    }                                    //= -
    return s;                            //= 1
}                                        //= -

static int sum(const struct node *p, unsigned by)
{
    int s = 0;                           //= 3
    for (; p; p = p->next) {             //= 9
        // CHECK: sanitized-lines.c:[[#@LINE-1]]:[[#]]: true 6, false 3
        // CHECK-NOT: sanitized-lines.c:
        s += p->values[by & 3]           //= 6
             << (by & 1);                //= 6
        s = s / (int)(by + 1);           //= 6
        // CHECK: sanitized-lines.c:[[#@LINE+1]]:[[#]]: true 3, false 3
        if (p->flag                      //= 6
            && p->small < 9)             //= 3
            // CHECK: sanitized-lines.c:[[#@LINE-1]]:[[#]]: true 3, false 0
            s++;                         //= 3
    }                                    //= -
    return -s;                           //= 3
}                                        //= -

int main(void)
{
    struct node a = {0, {1, 2, 3, 4}, 5, 0};    //= 1
    struct node b = {&a, {5, 6, 7, 8}, 6, 1};   //= 1

    sink = vla(50);                      //= 1
    for (int i = 0; i < 3; i++)          //= 4
        sink += sum(&b, (unsigned)i);    //= 3
    return 0;                            //= 1
}
