// Functions that rustc has inlined before edgeprof sees them are counted where they are called,
// and rustc says so.
// REQUIRES: rustc-1.79
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %plain_rustc -O -Z llvm-plugins=%plugin %s -o prog 2>&1 | FileCheck %s
// CHECK: warning: edgeprof: {{.*}}functions are inlined already{{.*}}compile with -Z mir-opt-level=0
// RUN: %rustc %s -o prog 2>&1 | count 0
// RUN: ./prog
// RUN: %counts --all %s
#[inline]
fn add(a: i32, b: i32) -> i32 {
    a.wrapping_add(b)                                     //= 2
}

fn main() {
    assert_eq!(add(1, 2) + add(3, 4), 10);                //= 1
}
