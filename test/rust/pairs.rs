// The names of a branch's outcomes are the same at all levels: without optimisation rustc asks
// for one of two variants, with it for both.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %rustc -C opt-level=0 %s -o prog && ./prog
// RUN: %prof_show branches > none && rm prof.out.*
// RUN: %rustc -C opt-level=2 %s -o prog && ./prog
// RUN: %prof_show branches > two && diff none two
// RUN: FileCheck %s --match-full-lines --input-file=two
enum Side {
    Left(u32),
    Right(u32),
}

fn value(side: &Side) -> u32 {
    match side { //
        Side::Left(n) => *n,
        Side::Right(n) => n + 1,
    }
}
// CHECK:      {{.*}}:[[#@LINE-5]]:5: true {{[13]}}, false {{[13]}}

fn main() {
    let sides = [Side::Left(1), Side::Right(2), Side::Right(3), Side::Right(4)];
    let mut sum = 0;
    for side in &sides { //
        sum += value(side);
    }
    // CHECK-NEXT: {{.*}}:[[#@LINE-3]]:17: true {{[14]}}, false {{[14]}}
    println!("{}", sum);
}
// CHECK-NOT:  {{.+}}
