// Without -g, Clang gives functions and blocks, and says once what is missing.
// REQUIRES: clang
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc -g0 %s -o prog 2> err && ./prog
// RUN: FileCheck %s --check-prefix=WARN < err
// WARN: warning: {{.*}}no-lines.c{{.*}}-g
// WARN-NOT: edgeprof
// RUN: %prof_show functions | FileCheck %s
// CHECK: main
static volatile int sink;

static void work(void)
{
    sink++;
}

int main(void)
{
    for (int i = 0; i < 10; i++)
        work();
    return 0;
}
