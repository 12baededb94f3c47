#include <stddef.h>
#ifdef OPEN
#include <dlfcn.h>
#endif

typedef unsigned counter(const unsigned *numbers, size_t n);
counter count_odd;

int main(void)
{
    static const unsigned numbers[] = {1, 2, 3, 4, 5};
#ifdef OPEN
    counter *count =
        (counter *)dlsym(dlopen("./libcounted.so", RTLD_NOW), "count_odd");
#else
    counter *count = count_odd; //= 1
#endif
    return count(numbers, 5) != 3; //= 1
}
