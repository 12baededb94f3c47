// Threads of Rust's library count in memory of their own: no count is lost.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %rustc %s -o prog && ./prog
// RUN: %counts --all %s
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

static SUM: AtomicU64 = AtomicU64::new(0);

fn work(n: u64) -> u64 {
    let mut odd = 0;                                      //= 12
    for i in 0..n {                                       //= 1200012
        if i % 2 == 1 {                                   //= 1200000
            odd += 1;                                     //= 600000
        }
    }
    SUM.fetch_add(odd, Ordering::Relaxed);                //= 12
    odd                                                   //= 12
}

fn main() {
    let mut all = Vec::new();                             //= 1
    for _ in 0..4 {                                       //= 5
        all.push(thread::spawn(|| work(100_000)));        //= 4
    }
    for one in all {                                      //= 5
        one.join().unwrap();                              //= 4
    }
    thread::scope(|scope| {                               //= 1
        for _ in 0..4 {                                   //= 5
            scope.spawn(|| work(100_000));                //= 4
        }
    });
    let (to, from) = mpsc::channel();                     //= 1
    for _ in 0..4 {                                       //= 5
        let to = to.clone();                              //= 4
        thread::spawn(move || {                           //= 4
            to.send(work(100_000)).unwrap();              //= 4
        });
    }
    drop(to);                                             //= 1
    let odd: u64 = from.iter().sum();                     //= 1
    assert_eq!(odd, 200_000);                             //= 1
    assert_eq!(SUM.load(Ordering::Relaxed), 600_000);     //= 1
}
