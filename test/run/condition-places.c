// Conditions of what is cast are at one place, whichever compiler made them.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog && ./prog
// RUN: %prof_show branches | FileCheck %s
struct other;

static void *any(const char *a, const char *b, int c)
{
    const struct other *x = (const struct other *)a, *y = (const struct other *)b;
    char *p = (char *)(a ? a : b);
    const char *q = (const char *)(c ? x
                                     : y);
    char *r = (void *)(*a == 'a' ? p : q);
    const void *s = c ? (void *)x : y;
    if (c == 9)
        return (void *)
               (y ? p : q);
    return (char *)(x && y ? q : (char *)(c ? r : s));
}

int main(void)
{
    return any("a", "b", 0) && any("b", "c", 1) ? !any("a", 0, 9) : 1;
}
// CHECK: condition-places.c:10:24: true 3, false 0
// CHECK: condition-places.c:11:36: true 2, false 1
// CHECK: condition-places.c:13:25: true 2, false 1
// CHECK: condition-places.c:14:21: true 2, false 1
// CHECK: condition-places.c:15:9: true 1, false 2
// CHECK: condition-places.c:17:17: true 0, false 1
// CHECK: condition-places.c:18:21: true 2, false 0
// CHECK: condition-places.c:18:26: true 2, false 0
// CHECK: condition-places.c:18:43: true 0, false 0
// CHECK: condition-places.c:23:12: true 1, false 0
// CHECK: condition-places.c:23:32: true 1, false 0
