fn main() {
    let words: Vec<_> = std::env::args().collect();       //= 1
    if words::amount(&words) != 2 {                       //= 1
        std::process::exit(2);                            //= 0
    }
    println!("{}", words::count("a b c", &words[1]));     //= 1
    std::process::abort();                                //= 1
}
