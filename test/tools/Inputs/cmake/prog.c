#include <edgeprof/edgeprof.h>

int sum(int a, int b);

int main(void)
{
    return sum(1, 2) != 3;
}
