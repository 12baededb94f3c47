// An inline function that another unit defines (C11 6.7.4p7, GNU's extern inline) counts where
// it is inlined and where it is called.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc -DOTHER -c %s -o other.o && %cc %s other.o -o prog && ./prog
// RUN: %counts --all %s

inline unsigned clipped(unsigned n)
{
    if (n > 3)                             //= 20
        return 3;                          //= 12
    return n;                              //= 8
}

inline unsigned sum(unsigned n)
{
    unsigned all = 0;                      //= 10
    for (unsigned i = 0; i < n             //= 34
         && i < 3; i++)                    //= 30
        all += i;                          //= 24
    return all;                            //= 10
}

extern inline __attribute__((gnu_inline, always_inline)) unsigned twice(unsigned n)
{
    return n % 2                           //= 10
        ? n + n                            //= 5
        : 1;
}

inline unsigned never(unsigned n)
{
    return n + 1;                          //= 0
}

#ifdef OTHER
extern inline unsigned clipped(unsigned n);
extern inline unsigned sum(unsigned n);
extern inline unsigned never(unsigned n);
#else
int main(void)
{
    unsigned (*volatile pointer)(unsigned) = clipped; //= 1
    unsigned all = 0;                      //= 1
    for (unsigned i = 0; i < 10; i++) {    //= 11
        all += clipped(i) + twice(i);      //= 10
        all += pointer(i) + sum(i);        //= 10
        if (i > 9)                         //= 10
            all += never(i);               //= 0
    }
    return all == 0;                       //= 1
}
#endif
