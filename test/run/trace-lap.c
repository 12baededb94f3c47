// Debuggers find the frames above a lap, at each of its instructions: also where the function
// that it interrupts has no frame pointer, and uses what is below its stack pointer.
// RUN: rm -rf %t && mkdir -p %t/rings && cd %t && %cc %option:trace=ring %s -o prog
// RUN: env EDGEPROF_TRACE=%t/rings gdb -batch -nx -ex "source %S/Inputs/laps.py" -ex continue ./prog > log 2>&1
// RUN: FileCheck %s < log && %counts --all %s
// CHECK: own: {{2[0-9]|3[0-9]}}, called: {{6[0-9]}}
// CHECK: exited normally
__attribute__((noinline)) static unsigned turns(unsigned n)
{
    volatile unsigned below[4] = {0};   //= 1
    for (unsigned i = 0; i < n; i++)    //= 70001
        below[i % 4] += i;              //= 70000
    return below[3];                    //= 1
}

int main(void)
{
    volatile int seven = 7;             //= 1
    return turns(70000) == 3 * (unsigned)seven; //= 1
}
