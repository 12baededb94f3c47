// A child that is killed has its counts, and what runs leave is small: some pages each, and two
// kilobytes for all of them.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %rustc %s -o prog && ./prog
// RUN: %counts --all %s
// RUN: %prof_merge -o sum prof.out.*
// RUN: %py -c "import glob, os; assert max(os.stat(f).st_size for f in glob.glob('prof.out.*')) < 20000"
// RUN: %py -c "import os; assert os.stat('sum').st_size < 2500"
use std::io::Read;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};

static SUM: AtomicU64 = AtomicU64::new(0);

fn child() {
    for i in 0..1000 {                                    //= 1001
        SUM.fetch_add(i, Ordering::Relaxed);              //= 1000
    }
    println!("ready");                                    //= 1
    loop {
        std::thread::park();                              //= 0 + 1
    }
}

fn main() {
    if std::env::args().len() > 1 {                       //= 2
        child();                                          //= 1
    }
    let mut again = Command::new(std::env::current_exe().unwrap()); //= 1
    again.arg("child").stdout(Stdio::piped());            //= 1
    let mut one = again.spawn().unwrap();                 //= 1
    let mut said = [0; 5];                                //= 1
    one.stdout.as_mut().unwrap().read_exact(&mut said).unwrap(); //= 1
    one.kill().unwrap();                                  //= 1
    one.wait().unwrap();                                  //= 1
}
