// OpenMP regions, sections and tasks.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc -fopenmp %openmp %s -o prog && env OMP_NUM_THREADS=4 ./prog
// RUN: %counts %s
static volatile int sink[1000 * 16];

static int fib(int n)
{
    int a, b;
    if (n < 2)                       //= 177
        return n;                    //= 89
#pragma omp task shared(a)
    a = fib(n - 1);                  //= 88
    b = fib(n - 2);                  //= 88
#pragma omp taskwait
    return a + b;                    //= 88
}

int main(void)
{
    int r = 0, total = 0;

#pragma omp parallel for reduction(+ : total)
    for (int i = 0; i < 1000; i++) {
        sink[i * 16] += i;           //= 1000
        total += 1;                  //= 1000
    }
#pragma omp parallel sections
    {
#pragma omp section
        sink[0]++;                   //= 1
#pragma omp section
        sink[16]++;                  //= 1
    }
#pragma omp parallel sections num_threads(2) reduction(+ : total)
    {
#pragma omp section
        total += 1;                  //= 1
#pragma omp section
        total += 2;                  //= 1
    }
#pragma omp parallel
    {
#pragma omp single
        r = fib(10);                 //= 1
    }
    return r != 55 || total != 1003; //= 1
}
