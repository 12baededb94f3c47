// Clang that gets the plugin by -fplugin= alone never asks for its passes, and a warning says
// so, once; not where it gets them as well, though it does not come to use them.
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s prog.c
// RUN: %clang -fplugin=%plugin -c prog.c 2> err && FileCheck %s -DPLUGIN=%plugin --match-full-lines < err
// RUN: %clang -O2 -fno-integrated-cc1 -fplugin=%plugin -c prog.c 2> err && FileCheck %s -DPLUGIN=%plugin --match-full-lines < err
// CHECK-NOT: {{.}}
// CHECK: edgeprof: warning: -fplugin= alone counts nothing; clang needs -fpass-plugin=[[PLUGIN]]
// CHECK-NOT: {{.}}
// RUN: %clang -g -fplugin=%plugin -fpass-plugin=%plugin -c prog.c 2> err && count 0 < err
// RUN: %clang -g -fplugin=%plugin -fpass-plugin=%plugin -E prog.c -o prog.i 2> err && count 0 < err
// RUN: echo -fpass-plugin=%plugin > flags
// RUN: %clang -g -fplugin=%plugin @flags -c prog.c 2> err && count 0 < err
// RUN: %clang -g -fplugin=%plugin @flags -fsyntax-only prog.c 2> err && count 0 < err
// RUN: %clang -g -fpass-plugin=%plugin -c prog.c 2> err && count 0 < err
// RUN: %gcc -g -fplugin=%plugin -c prog.c 2> err && count 0 < err
int main(void)
{
    return 0;
}
