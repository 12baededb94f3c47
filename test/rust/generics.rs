// A generic function's instances add up, line by line, and are one function to the coverage:
// one that ran is enough.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %rustc -C symbol-mangling-version=v0 %s -o prog && ./prog
// RUN: %counts --all %s
// RUN: %prof_show functions | FileCheck %s --check-prefix=NAMES
// RUN: %prof_show coverage | FileCheck %s
// RUN: %rustc -C symbol-mangling-version=legacy -Z unstable-options %s -o legacy
// RUN: rm prof.out.* && ./legacy
// RUN: %counts --all %s
// RUN: %prof_show functions | FileCheck %s --check-prefix=LEGACY
// RUN: %prof_show coverage | FileCheck %s
//
// NAMES-DAG:  3 {{.*}} <generics::Stack<u8>>::push {{.*}}generics.rs:[[#]]
// NAMES-DAG:  2 {{.*}} <generics::Stack<alloc::string::String>>::push {{.*}}generics.rs:[[#]]
// NAMES-DAG:  2 {{.*}} generics::larger::<f64> {{.*}}generics.rs:[[#]]
// NAMES-DAG:  0 {{.*}} generics::larger::<i64> {{.*}}generics.rs:[[#]]
// NAMES-DAG:  1 {{.*}} <f64 as generics::Twice>::twice {{.*}}generics.rs:[[#]]
// NAMES-DAG:  1 {{.*}} generics::main {{.*}}generics.rs:[[#]]
// LEGACY-DAG: 5 {{.*}} {{generics::Stack<T>|<generics::Stack<T>>}}::push {{.*}}generics.rs:[[#]]
// LEGACY-DAG: 5 {{.*}} generics::larger {{.*}}generics.rs:[[#]]
// Stack::new, push, twice, larger and main, but not never
// CHECK: {{ 5       6   83.3 .*}}generics.rs
struct Stack<T> {
    all: Vec<T>,
}

impl<T> Stack<T> {
    fn new() -> Stack<T> {
        Stack { all: Vec::new() }                         //= 2
    }
    fn push(&mut self, one: T) {
        self.all.push(one);                               //= 5
    }
}

trait Twice: Copy + std::ops::Add<Output = Self> {
    fn twice(self) -> Self {
        self + self                                       //= 2
    }
}
impl Twice for i32 {}
impl Twice for f64 {}

#[inline(never)]
fn larger<T: PartialOrd>(a: T, b: T) -> T {
    if a < b {                                            //= 5
        b                                                 //= 2
    } else {
        a                                                 //= 3
    }
}

#[inline(never)]
fn never(n: i32) -> i64 {
    larger(n as i64, 2)                                   //= 0
}

fn main() {
    let mut bytes = Stack::new();                         //= 1
    let mut texts = Stack::new();                         //= 1
    for i in 0..3u8 {                                     //= 4
        bytes.push(larger(i, 1));                         //= 3
    }
    for i in 0..2 {                                       //= 3
        texts.push(larger(i as f64, 0.5).to_string());    //= 2
    }
    if bytes.all.len() + texts.all.len() == 7 {           //= 1
        println!("{}", never(3));                         //= 0
    }
    println!("{} {}", 2.twice(), 2.5.twice());            //= 1
}
