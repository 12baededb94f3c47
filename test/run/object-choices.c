// What a ?: chooses, if that is a struct, stands where it is written, and so does its copying.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog && ./prog
// RUN: %counts %s
struct pair {
    int a;
    long b[4];
};

static volatile int sink;

static struct pair make(int n)
{
    struct pair p = {n}; //= 14
    return p;
}

static struct pair returned(int n, struct pair p)
{
    return
        n > 5            //= 10
            ? p          //= 4
            : make(n);   //= 6
}

static int initialised(int n, struct pair p, struct pair q)
{
    struct pair r =
        n > 6            //= 10
            ? p          //= 3
            : q          //= 7
        ;
    return r.a;          //= 10
}

static int assigned(int n, struct pair p)
{
    struct pair q;
    q =
        n > 3            //= 10
            ? p          //= 6
            : make(3)    //= 4
        ;
    q = (
        n > 5            //= 10
            ? make(4)    //= 4
            : q          //= 6
    );
    return q.a;          //= 10
}

int main(void)
{
    struct pair p = {1}, q = {2}; //= 1
    for (int i = 0; i < 10; i++)  //= 11
        sink = returned(i, p).a + initialised(i, p, q) + assigned(i, q); //= 10
    return 0;                     //= 1
}
