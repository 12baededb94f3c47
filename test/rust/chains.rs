// The links of a chain count on the line where each is called.
// REQUIRES: rustc-places-links
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %rustc %s -o prog && ./prog
// RUN: %counts --all %s
fn main() {
    let text: String = "a-b-c"
        .split('-')                                       //= 1
        .map(|part| {                                     //= 1
            part.to_uppercase()                           //= 3
        })
        .filter(|part| part != "B")                       //= 3
        .collect();                                       //= 1
    let length = text                                     //= 1
        .strip_prefix("A")                                //= 1
        .ok_or("none")                                    //= 1
        .map_or(0, |rest| {                               //= 1
            rest.len()                                    //= 1
        });
    assert_eq!(length, 1);                                //= 1
}
