// The empty body of a virtual destructor is a line in every unit: in those, too, that have
// no variant of it that deletes. (Clang has no other code of it; the linker took the first.)
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx -c %s -o first.o && %cxx -DSECOND -c %s -o second.o
// RUN: %cxx first.o second.o -o prog && ./prog
// RUN: %counts %s
struct base {
    virtual ~base() {}                               //= 5
    virtual int get() = 0;
};

struct derived : base {
    derived();
    ~derived();
    int get();
    int kept;
};

#ifdef SECOND
derived::derived() : kept(2) {}                      //= 5
int derived::get()
{
    return kept;                                     //= 5
}
#else
derived::~derived()
{
    kept = 0;                                        //= 5
}

int main()
{
    int sum = 0;                                     //= 1
    for (int i = 0; i < 5; i++) {                    //= 6
        derived object;                              //= 5
        sum += object.get();                         //= 5
    }
    return sum != 10;                                //= 1
}
#endif
