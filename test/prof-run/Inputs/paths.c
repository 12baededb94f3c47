// What prof-run --trace must not disturb: values in registers, a program whose prof-run is gone,
// one that another comes in place of.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

__attribute__((noinline)) static double turn(double *values, unsigned n)
{
    double a = values[0], b = values[1], c = values[2], d = values[3],
           e = values[4];
    long double f = 1;
    unsigned bits = 1;
    for (unsigned i = 0; i < n; i++) {
        bits = bits * 1103515245 + 12345;
        if (bits & 0x10000)
            a += b * c;
        else
            b -= a / (d + 2);
        if (bits & 0x20000)
            c = c * 0.5 + e, f = f / 3 + a;
        else
            d = d * 0.25 - e, e += 1e-9;
    }
    return a + b + c + d + e + (double)f;
}

int main(int argc, char **argv)
{
    double values[] = {1, 1e-3, 0.5, 0.25, 0.125};
    unsigned n = (unsigned)atoi(argv[1]);
    if (argc > 3 && strcmp(argv[2], "begun") == 0) {
        FILE *begun = fopen(argv[3], "w");
        fclose(begun);
    }
    printf("%.17g\n", turn(values, n));
    fflush(stdout);
    if (argc > 2 && strcmp(argv[2], "again") == 0)
        execl(argv[0], argv[0], argv[1], NULL);
    return argc;
}
