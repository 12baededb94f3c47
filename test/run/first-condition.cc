// A function's first condition is a branch also where it goes by a variable of nobody's, as
// one does that is computed with temporaries.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx %s -o prog && ./prog && %counts --all %s
#define LIKELY(expr) __builtin_expect(!!(expr), 1)

struct Iterator {
    const char *at;
    bool operator!=(const Iterator &other) const
    {
        return at != other.at;             //= 15
    }
};

static int in_macro(Iterator a, Iterator b)
{
    if (LIKELY(a != b))                    //? true 2, false 3 //= 5
        return 1;                          //= 2
    return 0;                              //= 3
}

static int written(Iterator a, Iterator b)
{
    if (__builtin_expect(!!(a != b), 1))   //? true 2, false 3 //= 5
        return 1;                          //= 2
    return 0;                              //= 3
}

static int of_temporaries(const char *a, const char *b)
{
    while (Iterator{a} != Iterator{b})     //? true 2, false 3 //= 5
        return 1;                          //= 2
    return 0;                              //= 3
}

int main()
{
    char text[2];
    int sum = 0;                           //= 1
    for (int i = 0; i < 5; i++) {          //? true 5, false 1 //= 6
        const char *other = text + (i & 1); //= 5
        sum += in_macro(Iterator{text}, Iterator{other}); //= 5
        sum += written(Iterator{text}, Iterator{other}); //= 5
        sum += of_temporaries(text, other); //= 5
    }
    return sum == 0;                       //= 1
}
