// An async function's lines are executed as often as the source says, not as often as it is
// polled; its head is none.  Branches are those of the source.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %rustc %s -o prog && ./prog
// RUN: %counts --all %s
// RUN: %prof_show branches --format json | %py %S/Inputs/branches.py | FileCheck %s --match-full-lines
// RUN: env EDGEPROF_OPTIONS=place=all %rustc %s -o prog && rm prof.out.* && ./prog
// RUN: %counts --all %s
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll, RawWaker, RawWakerVTable, Waker};

struct Later(u32);
impl Future for Later {
    type Output = u32;
    fn poll(mut self: Pin<&mut Self>, c: &mut Context<'_>) -> Poll<u32> {
        if self.0 == 0 {                                  //= 33
            return Poll::Ready(7);                        //= 13
        }
        self.0 -= 1;                                      //= 20
        c.waker().wake_by_ref();                          //= 20
        Poll::Pending                                     //= 20
    }
}
// CHECK:      [[#@LINE-8]]: 13 20

async fn leaf(n: u32) -> u32 {
    let a = Later(n).await;                               //= 11
    a + n                                                 //= 10
}

async fn middle(
    n: u32,
    text: String,
) -> u32 {
    let mut sum = text.len() as u32;                      //= 1
    for i in 0..n {                                       //= 6
        sum += leaf(i).await;                             //= 5
        if leaf(i % 2).await > 7 || sum > 100 {           //= 5
            sum += 1;                                     //= 2
        }
    }
    let x = async {                                       //= 1
        Later(2).await + 1                                //= 1
    };
    sum += x.await;                                       //= 1
    sum + 1                                               //= 1
}
// CHECK-NEXT: [[#@LINE-12]]: 1 5

async fn check(n: u32) -> Result<u32, String> {
    Later(n).await;                                       //= 2
    if n > 1 {                                            //= 2
        Err("no".to_string())                             //= 1
    } else {
        Ok(n)                                             //= 1
    }
}
// CHECK:      [[#@LINE-6]]: 1 1

async fn fails(n: u32) -> Result<u32, String> {
    let v = check(n).await?;                              //= 2
    Ok(v + 1)                                             //= 1
}

fn raw() -> RawWaker {
    fn no(_: *const ()) {}
    fn clone(_: *const ()) -> RawWaker {
        raw()                                             //= 0
    }
    static TABLE: RawWakerVTable = RawWakerVTable::new(clone, no, no, no);
    RawWaker::new(std::ptr::null(), &TABLE)               //= 4
}

fn run<F: Future>(f: F, most: u32) -> Option<F::Output> {
    let mut f = Box::pin(f);                              //= 4
    let waker = unsafe { Waker::from_raw(raw()) };        //= 4
    let mut c = Context::from_waker(&waker);              //= 4
    for _ in 0..most {                                    //= 24
        if let Poll::Ready(v) = f.as_mut().poll(&mut c) { //= 23
            return Some(v);                               //= 3
        }
    }
    None                                                  //= 1
}

fn main() {
    assert_eq!(run(middle(5, "ab".to_string()), 99), Some(58)); //= 1
    assert_eq!(run(fails(1), 99), Some(Ok(2)));           //= 1
    assert!(run(fails(3), 99).unwrap().is_err());         //= 1
    // one that is left for good while it waits
    assert!(run(leaf(9), 2).is_none());                   //= 1
    drop(middle(3, String::new()));                       //= 1
}
