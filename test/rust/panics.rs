// A panic that unwinds runs what is to be dropped, and ends at the catch; one that aborts, or
// that nobody catches, loses no count. The report says which run was cut off.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %rustc %s -o prog && ./prog
// RUN: %counts --all %s
// RUN: %rustc %s -o prog && rm prof.out.* && ./prog thread
// RUN: %prof_show lines | FileCheck %s --check-prefix=THREAD
// THREAD: 1:{{[0-9]+}}:                worker(8);
// RUN: rm prof.out.* && not --crash ./prog abort
// RUN: %prof_show lines 2> said | FileCheck %s --check-prefix=ABORT
// RUN: FileCheck %s --check-prefix=SAID --input-file=said
// RUN: %rustc -C panic=abort %s -o aborts && rm prof.out.* && not --crash ./aborts one
// RUN: %prof_show lines 2> said | FileCheck %s --check-prefix=ABORT
// RUN: FileCheck %s --check-prefix=SAID --input-file=said
// ABORT: 1:{{[0-9]+}}:            worker(7);
// ABORT: 0:{{[0-9]+}}:            println!("not reached");
// SAID: cut off
use std::panic;
use std::sync::atomic::{AtomicU64, Ordering};

static DROPPED: AtomicU64 = AtomicU64::new(0);

struct Guard;

impl Drop for Guard {
    fn drop(&mut self) {
        DROPPED.fetch_add(1, Ordering::Relaxed);          //= 40
    }
}

fn raise(n: i32) {
    if n % 4 == 0 {                                       //= 40
        panic!("{}", n);                                  //= 10
    }
    if n % 4 == 1 {                                       //= 30
        let v: Vec<i32> = Vec::new();                     //= 10
        println!("{}", v[n as usize]);                    //= 10
    }
}

fn middle(n: i32) -> i32 {
    let _guard = Guard;
    raise(n);                                             //= 40
    n                                                     //= 20
        + 1
}

fn worker(n: i32) {
    if n > 0 {                                            //= 0
        panic!("of a worker");                            //= 0
    }
    println!("not reached");                              //= 0
}

fn main() {
    match std::env::args().nth(1).as_deref() {            //= 1
        None => {}                                        //= 1
        Some("thread") => {
            let one = std::thread::spawn(|| {             //= 0
                worker(8);                                //= 0
            });
            one.join().unwrap_err();                      //= 0
        }
        Some("abort") => {
            panic::set_hook(Box::new(|_| std::process::abort())); //= 0
            worker(7);                                    //= 0
            println!("not reached");                      //= 0
        }
        _ => {
            worker(7);                                    //= 0
            println!("not reached");                      //= 0
        }
    }
    panic::set_hook(Box::new(|_| {}));                    //= 1
    let mut caught = 0;                                   //= 1
    for i in 0..40 {                                      //= 41
        if panic::catch_unwind(|| middle(i)).is_err() {   //= 40
            caught += 1;                                  //= 20
        }
    }
    let _ = panic::take_hook();                           //= 1
    assert_eq!(caught, 20);                               //= 1
}
