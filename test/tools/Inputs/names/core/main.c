#include "../inc/half.h"

int core(int n)
{
    return half(n) + 1;
}
