// `++x` and its like count in the operand of && that they are in, though GCC gives them the
// place of the && itself.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog && ./prog
// RUN: %counts --all %s
// RUN: rm -r prof.out.* && cp %s steps.cc && %cxx steps.cc -o prog && ./prog
// RUN: %counts --all steps.cc
struct fields {
    int n;
    short small[2];
    unsigned bit : 3;
};

static int match(const char *s, const char *m, const char *end)
{
    const char *begin = s;             //= 2
    do {
    } while (*++s == *++m &&           //= 33
             *++s == *++m &&           //= 33
             *++s == *++m &&           //= 32
             s < end);                 //= 31
    return (int)(s - begin);           //= 2
}

static int numbers(int i, int n)
{
    while (++i < n &&                  //= 4
           (i += 2) < n &&             //= 3
           --n > i)                    //= 3
        ;
    return ++i ||                      //= 1
        --n;                           //= 0
}

static int members(struct fields *f)
{
    while (++f->small[f->n++ & 1] < 4 && //= 4
           ++f->bit &&                 //= 3
           ++f->n < 99)                //= 3
        ;
    return f->small[0] + 10 * f->small[1] + 100 * f->n; //= 1
}

int main(void)
{
    char a[100] = {0}, b[100] = {0};   //= 1
    struct fields f = {0, {0, 0}, 2};  //= 1

    b[50] = 1;                         //= 1
    int n = match(a, b, a + 90);       //= 1
    b[52] = 1;                         //= 1
    n += match(a + 2, b + 2, a + 90);  //= 1
    n += numbers(0, 13);               //= 1
    n += members(&f);                  //= 1
    return n == 0;                     //= 1
}
