// Branches of Rust are the source's conditions: not checks of overflow, bounds, division and
// shifts, not the flags that say what to drop, not `?`, not what a derive wrote, nor the arms
// that a match can do without.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %rustc %s -o prog && ./prog
// RUN: %prof_show branches --format json | %py %S/Inputs/branches.py | FileCheck %s --match-full-lines
// RUN: env EDGEPROF_OPTIONS=place=all %rustc %s -o all && rm prof.out.* && ./all
// RUN: %prof_show branches --format json | %py %S/Inputs/branches.py | FileCheck %s --match-full-lines
// RUN: %rustc -C overflow-checks=yes -C debug-assertions=yes %s -o checked && rm prof.out.*
// RUN: ./checked
// RUN: %prof_show branches --format json | %py %S/Inputs/branches.py | FileCheck %s --match-full-lines
#![allow(dead_code)]

#[derive(Debug, Clone, PartialEq, PartialOrd)]
enum Kind {
    One,
    Two(i32),
    Three { text: String },
}

fn arithmetic(v: &[i32], a: i32, b: i32) -> i32 {
    let mut total = a + b * 3 - 1;
    total += v[1] / b + v[0] % b;
    total <<= v[2] as u32;
    -total
}

fn pointer(p: *const i32) -> i32 {
    unsafe { *p }
}

fn flags(n: i32) -> Option<String> {
    let text = String::from("a");
    let other = if n > 2 { //
        Some(text)
    } else {
        None
    };
    let kept = other?;
    Some(kept)
}
// CHECK:      [[#@LINE-8]]: 1 3

fn kinds(k: Kind) -> usize {
    match k { //
        Kind::One => 1,
        Kind::Two(_) => 2,
        Kind::Three { text } => text.len(),
    }
}
// CHECK-NEXT: [[#@LINE-6]]: 1 2 3

fn chain(a: i32, b: i32) -> bool {
    a > 1 && b > 1 || a == b //
}
// CHECK-NEXT: [[#@LINE-2]]: 1 3
// CHECK-NEXT: [[#@LINE-3]]: {{[12]}} 2

fn scan(v: &[i32]) -> i32 {
    let mut n = 0;
    for x in v { //
        if *x < 0 { //
            continue;
        }
        n += x;
    }
    while n > 5 { //
        n -= 2;
    }
    n
}
// CHECK-NEXT: [[#@LINE-11]]: 1 4
// CHECK-NEXT: [[#@LINE-11]]: 1 3
// CHECK-NEXT: [[#@LINE-7]]: 1 2

fn parse(s: &str) -> Result<i32, std::num::ParseIntError> {
    let a: i32 = s
        .trim()
        .parse()?;
    Ok(a.checked_add(1).unwrap())
}

fn main() {
    assert_eq!(arithmetic(&[7, 8, 2], 1, 2), -44); //
    // CHECK-NEXT: [[#@LINE-1]]: 0 1
    assert!(pointer(&3) == 3); //
    // CHECK-NEXT: [[#@LINE-1]]: 0 1
    let mut n = 0; //
    for i in 0..4 { //
        n += flags(i).map_or(0, |s| s.len());
    }
    // CHECK-NEXT: [[#@LINE-3]]: 1 4
    n += kinds(Kind::One);
    for i in 0..2 { //
        n += kinds(Kind::Two(i));
    }
    // CHECK-NEXT: [[#@LINE-3]]: 1 2
    for _ in 0..3 { //
        n += kinds(Kind::Three { text: "abc".to_string() }.clone());
    }
    // CHECK-NEXT: [[#@LINE-3]]: 1 3
    n += chain(2, 2) as usize + chain(3, 0) as usize + chain(1, 1) as usize + chain(5, 2) as usize;
    n += scan(&[1, -1, 3, 5]) as usize + parse(" 4").unwrap() as usize;
    let _ = parse("x");
    println!("{}", n);
}
// CHECK-NOT:  {{.+}}
