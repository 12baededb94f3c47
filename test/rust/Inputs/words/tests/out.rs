use std::process::Command;

#[test]
fn program() {
    let mut words = Command::new(env!("CARGO_BIN_EXE_words")); //= 1
    let said = words.arg("b").output().unwrap();          //= 1
    assert_eq!(said.stdout, b"1\n");                      //= 1
}
