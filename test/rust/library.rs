// A library without std, in a program in C that has no other Rust: one report has both.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %rustc --crate-type cdylib -C panic=abort -C link-arg=-Wl,--defsym=rust_eh_personality=0 %s -o libcounted.so
// RUN: %{cc:clang} %S/Inputs/library.c -o prog -L. -lcounted -Wl,-rpath,%t && ./prog
// RUN: %counts --all %s
// RUN: %counts --all %S/Inputs/library.c
// RUN: %rustc --crate-type staticlib -C panic=abort %s -o libstatic.a
// RUN: %{cc:clang} %S/Inputs/library.c -o static libstatic.a \
// RUN:   -Wl,--defsym=rust_eh_personality=0 && rm prof.out.* && ./static
// RUN: %counts --all %s
// RUN: %counts --all %S/Inputs/library.c
// RUN: %{cc:clang} -DOPEN %S/Inputs/library.c -o opens -ldl && rm prof.out.* && ./opens
// RUN: %counts --all %s
#![no_std]

#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    loop {}                                               //= -
}

fn odd(n: u32) -> bool {
    n % 2 == 1                                            //= 5
}

#[no_mangle]
pub extern "C" fn count_odd(numbers: *const u32, n: usize) -> u32 {
    let mut found = 0;                                    //= 1
    for i in 0..n {                                       //= 6
        if odd(unsafe { *numbers.add(i) }) {              //= 5
            found += 1;                                   //= 3
        }
    }
    found.min(9)                                          //= 1
}
