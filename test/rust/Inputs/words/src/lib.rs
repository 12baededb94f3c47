//! A library, a program and a macro: `cargo test` runs unit tests, and a test that runs the
//! program.

/// How often WORD is in TEXT.
pub fn count(text: &str, word: &str) -> usize {
    let mut n = 0;                                        //= 4
    for one in text.split(' ') {                          //= 15
        if one == word {                                  //= 11
            n += 1;                                       //= 4
        }
    }
    n                                                     //= 4
}

/// How many arguments WORDS has, of whatever type.
pub fn amount<T: AsRef<str>>(words: &[T]) -> usize {
    words.iter().filter(|w| !w.as_ref().is_empty()).count() //= 5
}

pub fn never(n: i32) -> i32 {
    n * shout::loud!(i32::max)                            //= 0
}

#[allow(dead_code)]
fn nobody() -> i32 {
    std::process::id() as i32                             //= 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn none() {
        assert_eq!(count("a b", "c"), 0);                 //= 1
        assert_eq!(amount(&["a", ""]), 1);                //= 1
    }

    #[test]
    fn two() {
        let text = String::from("a b a");                 //= 1
        assert_eq!(count(&text, "a"), 2);                 //= 1
        assert_eq!(amount(&[text]), 1);                   //= 1
    }

    #[test]
    #[should_panic]
    fn fails() {
        assert_eq!(count("a b a", "b"), 2);               //= 1
    }
}
