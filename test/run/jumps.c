// Jumps out of nested calls, to a jmp_buf that is used again and again, through
// frames that are not counted, out of a signal handler; and contexts that switch
// between stacks.
// RUN: rm -rf %t && mkdir %t && cd %t && %plain_cc -DPLAIN -c %s -o plain.o
// RUN: %cc %s plain.o -o prog && ./prog
// RUN: %counts --all %s
// RUN: %prof_show files --format jsonl | FileCheck %s
// A handler was left for good: the run is marked, as if cut off.
// CHECK: "cut":1
// RUN: rm prof.out.* && env EDGEPROF_OPTIONS=place=all %cc %s plain.o -o prog && ./prog
// RUN: %counts --all %s
#include <setjmp.h>
#include <signal.h>
#include <ucontext.h>

void plain_jump(jmp_buf env, int value);
void plain_call(void (*call)(int), int n);

#ifdef PLAIN
void plain_jump(jmp_buf env, int value)
{
    longjmp(env, value);
}

void plain_call(void (*call)(int), int n)
{
    call(n);
}
#else
static volatile int sink;
static jmp_buf env;
static sigjmp_buf signal_env;

static void thrower(int n)
{
    if (n == 0)                     //= 50
        plain_jump(env, 7);         //= 10
    plain_call(thrower, n - 1);     //= 40
    sink++;                         //= 0
}

static void nested(void)
{
    for (volatile int i = 0; i < 10; i++) { //= 11
        if (setjmp(env) == 0) {     //= 20
            thrower(4);             //= 10
            sink++;                 //= 0
        } else {
            sink++;                 //= 10
        }
    }
}

/* One setjmp, whose buffer brings control back many times. */
static void again(void)
{
    volatile int n = 0;             //= 1

    sink += setjmp(env);            //= 26
    if (++n <= 25)                  //= 26
        longjmp(env, 1);            //= 25
    sink++;                         //= 1
}

static void on_signal(int number)
{
    sink += number;                 //= 100
    siglongjmp(signal_env, 1);      //= 100
}

static void from_handler(void)
{
    for (volatile int i = 0; i < 100; i++) { //= 101
        if (sigsetjmp(signal_env, 1) == 0) { //= 200
            sink++;                 //= 100
            raise(SIGUSR1);         //= 100
            sink++;                 //= 0
        }
        sink++;                     //= 100
    }
}

static ucontext_t here, there;

static void other_stack(int n)
{
    while (n-- > 0) {               //= 31
        sink++;                     //= 30
        swapcontext(&there, &here); //= 30
        sink++;                     //= 30
    }
}

static void contexts(void)
{
    static char stack[65536];

    getcontext(&there);             //= 1
    there.uc_stack.ss_sp = stack;   //= 1
    there.uc_stack.ss_size = sizeof stack; //= 1
    there.uc_link = &here;                 //= 1
    makecontext(&there, (void (*)(void))other_stack, 1, 30); //= 1
    for (int i = 0; i < 31; i++) {  //= 32
        swapcontext(&here, &there); //= 31
        sink++;                     //= 31
    }
}

/* A context that is left for good. */
static void never_ends(void)
{
    for (;;) {
        sink++;                     //= 5
        swapcontext(&there, &here); //= 5
        sink++;                     //= 4
    }
}

static void left_behind(void)
{
    static char stack[65536];

    getcontext(&there);             //= 1
    there.uc_stack.ss_sp = stack;   //= 1
    there.uc_stack.ss_size = sizeof stack; //= 1
    makecontext(&there, never_ends, 0); //= 1
    for (int i = 0; i < 5; i++)     //= 6
        swapcontext(&here, &there); //= 5
}

int main(void)
{
    signal(SIGUSR1, on_signal);     //= 1
    nested();                       //= 1
    again();                        //= 1
    from_handler();                 //= 1
    contexts();                     //= 1
    left_behind();                  //= 1
    return 0;                       //= 1
}
#endif
