#include "../inc/half.h"

int core(int n);

int main(int argc, char **argv)
{
    (void)argv;
    return argc > 1 ? half(argc) : core(1) - 1;
}
