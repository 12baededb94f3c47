// What the plugin says, rustc says: a wrong option is an error; without -g there are no lines,
// but functions.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: not env EDGEPROF_OPTIONS=place=nowhere %rustc %s -o prog 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: error: edgeprof: {{.*}}place
// RUN: %rustc %s -o prog 2>&1 | count 0
// RUN: ./prog
// RUN: %counts --all %s
// RUN: %rustc -C debuginfo=0 %s -o prog
// RUN: rm prof.out.* && ./prog && %prof_show functions | FileCheck %s --check-prefix=FUNCTIONS
// FUNCTIONS: 5 {{.*}} options::add
#[inline]
fn add(a: i32, b: i32) -> i32 {
    a.wrapping_add(b)                                     //= 5
}

fn main() {
    let mut n = 0;                                        //= 1
    for i in 0..5 {                                       //= 6
        n = add(n, i);                                    //= 5
    }
    assert_eq!(n, 10);                                    //= 1
}
