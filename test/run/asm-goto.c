// Inline asm, with and without jumps to labels.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog && ./prog
// RUN: %counts --all %s
static volatile int sink;

static int odd(int n)
{
    __asm__ goto("testl $1, %0\n\tjnz %l1" : : "r"(n) : "cc" : is_odd); //= 20
    sink++;                        //= 10
    return 0;                      //= 10
is_odd:
    sink += 2;                     //= 10
    return 1;                      //= 10
}

int main(void)
{
    int count = 0;                 //= 1
    for (int i = 0; i < 20; i++) { //= 21
        int copy;
        __asm__ volatile("movl %1, %0" : "=r"(copy) : "r"(i)); //= 20
        count += odd(copy);        //= 20
    }
    return count != 10;            //= 1
}
