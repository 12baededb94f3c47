# package: rustc
cat > t.rs <<'END'
use std::collections::HashMap; use std::{panic, thread};
fn deep(n: u32) -> u32 { if n == 0 { panic!("deep") } deep(n - 1) + 1 }
fn main() {
    panic::set_hook(Box::new(|_| ()));
    let mut m = HashMap::new(); for i in 0..100000u64 { *m.entry(i % 97).or_insert(0) += i; }
    let c = (0..500).filter(|&i| panic::catch_unwind(|| deep(i % 20)).is_err()).count();
    let t: Vec<_> = (0..4u64).map(|i| thread::spawn(move || (0..100000).map(|x| x * i % 7).sum::<u64>())).collect();
    println!("{} {} {:?}", m[&7], c, t.into_iter().map(|t| t.join().unwrap()).collect::<Vec<_>>());
    let mut v: Vec<String> = (0..1000).map(|i| (i * 7919 % 1009).to_string()).collect(); v.sort(); println!("{}", v[500]);
    let a = [1, 2]; println!("{}", a[c]);
}
END
rustc -O t.rs -o t 2> /dev/null; $RUN ./t; rustc t.rs -C panic=abort -o a 2> /dev/null; $RUN ./a
