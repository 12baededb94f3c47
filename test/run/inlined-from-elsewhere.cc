// A template that another unit instantiates counts where it is inlined, in functions and
// tables of virtual ones, too.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx -DOTHER -c %s -o other.o && %cxx %s other.o -o prog && ./prog
// RUN: %counts --all %s

template <class T>
struct box {
    T value;
    explicit box(T v)
        : value(v)                         //= 20
    {
    }
    virtual ~box()
    {
        value = 0;                         //= 20
    }
    T most(T other)
    {
        if (other > value)                 //= 10
            return other;                  //= 3
        return value;                      //= 7
    }
    virtual T more(T by)
    {
        return by                          //= 10
            ? value + by                   //= 9
            : value;                       //= 1
    }
};

template <class T>
T clipped(T n)
{
    if (n > 3                              //= 10
        && n < 8)                          //= 6
        return 3;                          //= 4
    return n;                              //= 6
}

extern template struct box<int>;
extern template int clipped(int);

#ifdef OTHER
template struct box<int>;
template int clipped(int);
#else
int main()
{
    int all = 0;                           //= 1
    for (int i = 0; i < 10; i++) {         //= 11
        all += box<int>(i).most(3);        //= 10
        box<int> *other = new box<int>(i); //= 10
        all += other->more(i);             //= 10
        all += clipped(i);                 //= 10
        delete other;                      //= 10
    }
    return all == 0;                       //= 1
}
#endif
