// Loops that OpenMP divides: what is in them counts, and neither their heads, of which the
// compiler makes other loops, nor directives; but for those that it does not divide. An access
// that is atomic counts once, however often it is tried.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc -fopenmp %openmp %s -o prog && env OMP_NUM_THREADS=2 ./prog
// RUN: %counts --all %s
// RUN: rm prof.out.* && %cc -fopenmp-simd %s -o prog && ./prog
// RUN: %counts %s
static volatile int a[100];
static volatile int shared;
static double scaled = 1;

static void work(int n)
{
#pragma omp parallel for schedule(static, 3) if (n > 50)
    for (int i = 0;
         i < n;
         i++)
        a[i]++;                             //= 110
#pragma omp simd
    for (int i = 0; i < n; i++)
        a[i]++;                             //= 110
#pragma omp parallel for collapse(2)
    for (int i = 0; i < n; i++) {
        for (int j = 0;
             j < 3;
             j++)
#pragma omp atomic
            a[i]++;                         //= 330
    }
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        for (int j = 0;                     //= 110
             j < 3;                         //? true 330, false 110 //= 440
             j++)                           //= 330
            a[i] = j;                       //= 330
#pragma omp parallel for
    for (int i = 0; i < 10000; i++) {
#pragma omp atomic
        scaled *= 1 + i % 3 * 1e-5;         //= 20000
    }
#pragma omp taskloop
    for (int i = 0; i < n; i++)
        a[i]++;                             //= 110
#pragma omp critical
    shared++;                               //= 2
#pragma omp parallel if (n < 0)
    for (int i = 0;                         //= 2
         i < n;                             //? true 110, false 2 //= 112
         i++)                               //= 110
        shared++;                           //= 110
}

int main(void)
{
    work(100);                              //= 1
    work(10);                               //= 1
    return a[9] != 3 || a[99] != 3;         //? true 0, false 1; true 0, false 1 //= 1
}
