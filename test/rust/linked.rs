// Programs that are optimised when they are linked, and static ones, have the same counts.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %rustc -C lto=fat -C embed-bitcode=yes %s -o fat && ./fat
// RUN: %counts --all %s
// RUN: %rustc -C lto=thin -C embed-bitcode=yes %s -o thin && rm prof.out.* && ./thin
// RUN: %counts --all %s
// RUN: %rustc -C codegen-units=1 -C panic=abort %s -o one && rm prof.out.* && ./one
// RUN: %counts --all %s
// RUN: %rustc -C target-feature=+crt-static -C link-arg=%rt_a -C link-arg=-l:libc.a \
// RUN:   %s -o static
// RUN: rm prof.out.* && ./static
// RUN: %counts --all %s
#[inline]
fn add(n: u32) -> u32 {
    n + 1                                                 //= 10
}

fn main() {
    let mut sum = 0;                                      //= 1
    for i in 0..10 {                                      //= 11
        if i % 3 == 0 {                                   //= 10
            println!("{}", i);                            //= 4
        }
        sum = add(sum);                                   //= 10
    }
    assert_eq!(sum, 10);                                  //= 1
}
