// What the compiler takes for a constant, it does in the counted program as well: at
// once where it must, and when it has optimised elsewhere.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %plain_cc %s -o plain && ./plain > expected
// RUN: %cc %s -o prog && ./prog > output && cmp expected output
// RUN: env EDGEPROF_OPTIONS=place=all %cc %s -o prog && ./prog > output
// RUN: cmp expected output
// RUN: %plain_cc -flto %lto_ld %s -o plain && ./plain > expected
// RUN: %cc -flto %lto_ld %s -o prog && ./prog > output && cmp expected output
// RUN: %plain_cc -O3 %s -o plain && ./plain > expected
// RUN: %cc -O3 %s -o prog && ./prog > output && cmp expected output
#include <stdio.h>
#include <string.h>

#define KNOWN(x) __builtin_constant_p(x)

/* As the kernel has them: an answer that is no constant ends the compilation. */
#define IS_CONSTEXPR(x) (sizeof(int) == sizeof(*(8 ? ((void *)((long)(x) * 0l)) : (int *)8)))
#define CMP(x, y, op) ((x) op (y) ? (x) : (y))
#define CMP_ONCE(x, y, ux, uy, op)                                                                 \
    ({                                                                                             \
        __typeof__(x) ux = (x);                                                                    \
        __typeof__(y) uy = (y);                                                                    \
        CMP(ux, uy, op);                                                                           \
    })
#define CAREFUL(x, y, op)                                                                          \
    __builtin_choose_expr(IS_CONSTEXPR(x) && IS_CONSTEXPR(y), CMP(x, y, op),                       \
                          CMP_ONCE(x, y, unique_x, unique_y, op))
#define MIN(x, y) CAREFUL(x, y, <)
#define MAX(x, y) CAREFUL(x, y, >)
#define LOG2(n) (KNOWN(n) ? ((n) < 2 ? 0 : 63 - __builtin_clzll(n)) : log2_of(n))

__attribute__((noinline)) int log2_of(unsigned long long n)
{
    int log = 0;
    while (n >>= 1)
        log++;
    return log;
}

__attribute__((always_inline)) static inline int is_known(size_t n)
{
    return KNOWN(n);
}

__attribute__((always_inline)) static inline int is_short(const char *s)
{
    return KNOWN(strlen(s) < 4) && strlen(s) < 4;
}

/* Which of the two is called, the optimiser decides. */
__attribute__((always_inline)) static inline int size_of(int n)
{
    return KNOWN(n) && n == 4 ? 1 : log2_of((unsigned)n);
}

static int at_file_scope = KNOWN(3) + 2 * KNOWN(at_file_scope);
enum file_scope { FILE_LOG = LOG2(64) };
_Static_assert(KNOWN(sizeof(int)), "a size is a constant");

static void constants(int n)
{
    enum local { LOCAL_LOG = LOG2(32), LOCAL_KNOWN = KNOWN(7) ? 7 : 8 };
    static int answers[] = {KNOWN(1), KNOWN("text"), KNOWN(2.5), LOG2(16)};
    static char buffer[LOG2(1024)];
    char on_stack[MAX(sizeof(int), 6)] = {1};
    char chosen[KNOWN(5) ? 5 : log2_of(4)] = {1};
    _Static_assert(KNOWN(5) && LOG2(8) == 3, "constants");
    _Static_assert(__builtin_choose_expr(KNOWN(5), 1, "no") == 1, "chosen");
    switch (n) {
    case LOG2(4):
        puts("two");
        break;
    case KNOWN(3) ? 10 : 20:
        puts("ten");
    }
    printf("%d %d %d %d %d %d\n", LOCAL_LOG, LOCAL_KNOWN, answers[0], answers[1], answers[2],
           answers[3]);
    printf("%zu %zu %zu %d\n", sizeof buffer, sizeof on_stack, sizeof chosen,
           MIN(n, 2) + MAX(n, 9));
}

static void questions(int argc, float f, double d)
{
    const size_t three = 3;
    static const int table[] = {1, 2};
    static const int fixed = 5;
    int local = 6;

    printf("%d %d %d %d %d\n", is_known(3), is_known((size_t)argc), is_known(three),
           is_known(sizeof table + (size_t)table[1]), KNOWN(&argc));
    printf("%d %d %d %d %d %d\n", KNOWN(fixed), KNOWN(local), KNOWN(local * 2), KNOWN(argc++),
           KNOWN(f * 2), KNOWN(d * 2));
    printf("%d %d %d\n", KNOWN(3) + KNOWN(f + 1), KNOWN(3) ? KNOWN(local) : 9, argc);
}

/* Where the constant is known from the caller only. */
static int from_caller(int n)
{
    if (KNOWN(n) && n > 3)
        return 1;
    return KNOWN(n) ? 2 : 3;
}

int main(int argc, char **argv)
{
    constants(argc + 1);
    questions(argc, 2.5f, 1.5);
    printf("%d %d\n", is_short("abc"), is_short(argv[0]));
    printf("%d %d\n", size_of(4), size_of(argc));
    printf("%d %d\n", from_caller(9), from_caller(argc));
    printf("%d %d\n", at_file_scope, FILE_LOG);
#ifdef __OPTIMIZE__
    puts("optimised");
#endif
#ifdef __NO_INLINE__
    puts("not inlined");
#endif
    return 0;
}
