// Whether there is an object, when a pointer to it becomes one to a base of its class or the
// other way round, is the compiler's question; what is chosen in the pointer is chosen once.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx %s -o prog && ./prog
// RUN: %counts --all %s
// RUN: rm prof.out.* && env EDGEPROF_OPTIONS=place=all %cxx %s -o prog && ./prog
// RUN: %counts --all %s
struct base {
    int b;
};
struct other {
    int o;
};
struct derived : other, base {
    int d;
};
struct shared : virtual base {
    int s;
};

static derived one;
volatile int sink;

static int take(base *p)
{
    return p != nullptr;         //= 70
}

static derived *find(int x)
{
    if (x)                       //? true 14, false 6 //= 20
        return &one;             //= 14
    return nullptr;              //= 6
}

// Each for x from 0 to 9 and its two lowest bits, seven of which are not 0.
static base *given(int x, derived *p)
{
    return x ? p : nullptr;      //? true 7, false 3 //= 10
}

static void pointers(derived *p, shared *q, base *r)
{
    base *up = p;                //= 10
    base *sideways = q;          //= 10
    derived *down = static_cast<derived *>(r); //= 10
    sink = take(up) + take(sideways) + take(p) + take(down); //= 10
}

static void chosen(int x, derived *p, derived *own)
{
    base *a =                    //= 10
        x ? p : nullptr;         //? true 7, false 3 //= 10
    base *b = x > 1 ? p : own;   //? true 4, false 6 //= 10
    base *c = x && p ? own : p;  //? true 7, false 3; true 7, false 0 //= 10
    sink = take(                 //= 10
        x ? own : nullptr        //? true 7, false 3 //= 10
    );                           //= -
    sink = take(                 //= 10
        find(x)                  //= 10
    );                           //= -
    sink = (a == b) + (c == a);  //= 10
}

static void written(derived *p, base *q)
{
    base *a = p ? static_cast<base *>(p) : nullptr; //? true 7, false 3 //= 10
    base *b = q ? q + 1 : nullptr; //? true 7, false 3 //= 10
    base *c = nullptr == q ? nullptr : q - 1; //? true 3, false 7 //= 10
    sink = take(a) + (b == c);   //= 10
}

int main()
{
    derived own;
    for (int i = 0; i < 10; i++) { //? true 10, false 1 //= 11
        derived *p = find(i & 3); //= 10
        shared *q = p ? new shared : nullptr; //? true 7, false 3 //= 10
        sink = given(i & 3, p) != nullptr; //= 10
        pointers(p, q, p);       //= 10
        chosen(i & 3, p, &own);  //= 10
        written(p, p);           //= 10
        delete q;                //= 10
    }                            //= -
    return 0;                    //= 1
}
