// What macros make: a whole function is a line where the macro is used; so is a jump.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog && ./prog
// RUN: %counts --all %s
struct three {
    unsigned short a, b, c;
} __attribute__((packed));

struct two {
    unsigned short a, b;
};

static volatile int sink;

#define SAME(type, name) static type name(type x) { return x; }
#define SAME_LONG(type, name) \
    static type name(type x) \
    { \
        return x; \
    }
#define ADD(name) static void name(int x) { sink = sink + x; return; }
#define SIGN(name) static int name(int x) { if (x < 0) return -1; return x > 0; }
#define NEXT continue
#define DONE goto out
#define LEAVE_IF(x) if (x) break

SAME(int, same)                       //= 5
SAME(struct three, same3)             //= 5
SAME_LONG(struct two, same2)          //= 5
SAME_LONG(long, same_long)            //= 5
ADD(add)                              //= 5
SIGN(sign)                            //= 5

static void loops(int n)
{
    for (int i = 0; i < 4; i++) {     //= 21
        if (i == n)                   //= 18
            NEXT;                     //= 4
        LEAVE_IF(i > n + 1);          //= 14
        if (i == n + 1 && n == 0)     //= 13
            DONE;                     //= 1
        sink = i;                     //= 12
    }
out:
    sink = n;                         //= 5
}

int main(void)
{
    for (int i = 0; i < 5; i++) {     //= 6
        same(i);                      //= 5
        same3((struct three){0});     //= 5
        same2((struct two){0});       //= 5
        same_long(i);                 //= 5
        add(i);                       //= 5
        sign(i - 1);                  //= 5
        loops(i);                     //= 5
    }
    return 0;                         //= 1
}
