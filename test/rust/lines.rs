// Which lines of Rust count, and how often: a line is a statement, an operand, a condition or
// an arm that begins on it.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %rustc %s -o prog && ./prog
// RUN: %counts --all %s
// RUN: rm prog prof.out.* && env EDGEPROF_OPTIONS=place=all %rustc %s -o prog && ./prog
// RUN: %counts --all %s
#![allow(dead_code, unused)]

use std::collections::HashMap;

struct Point {
    x: i32,
    y: i32,
}

impl Point {
    fn new(x: i32, y: i32) -> Point {
        Point { x, y }                                    //= 5
    }
    fn x(&self) -> i32 {
        self.x                                            //= 10
    }
    fn me(&self) -> &Point {
        self                                              //= 5
    }
    fn dimensions() -> i32 {
        // nothing but a constant
        2                                                 //= 3
    }
    fn nothing(&self) {}
}

#[derive(
    Debug, Clone,
    PartialEq,
)]
enum Shape {
    Dot,
    Line(i32),
    Text { text: String },
}

struct Guard<'a>(&'a mut i32);

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        *self.0 += 1;                                     //= 14
    }
}

fn arms(n: i32) -> i32 {
    match n {                                             //= 23
        i32::MIN..=0 => -1,                               //= 4
        1 | 2 => 7,                                       //= 2
        3..=9 => {
            8                                             //= 7
        }
        x if x % 2 == 0 => 9,                             //= 10
        _ => 10,                                          //= 5
    }
}

fn empty_arms(n: i32) -> i32 {
    let mut r = 0;                                        //= 4
    match n {                                             //= 4
        0 => {}                                           //= 1
        1 => (),                                          //= 1
        2 => return 5,                                    //= 1
        _ => r = 2,                                       //= 1
    }
    r                                                     //= 3
}

fn shapes(s: &Shape) -> i32 {
    match s {                                             //= 8
        Shape::Dot => 0,                                  //= 1
        Shape::Line(n) if *n > 3 => *n,                   //= 5
        Shape::Line(_) => 3,                              //= 2
        Shape::Text { text } => {                         //= 2
            text.len() as i32                             //= 2
        }
    }
}

fn words(s: &str) -> i32 {
    match s {
        "one" => 1,                                       //= 1
        "two" => 2,                                       //= 1
        _ => 3,                                           //= 1
    }
}

fn is(b: bool) -> bool {
    b                                                     //= 4
}

fn conditions(a: bool, b: bool) -> i32 {
    if a                                                  //= 4
        && is(b)                                          //= 2
    {
        return 1;                                         //= 1
    } else if a                                           //= 3
        || is(b)                                          //= 2
    {
        return 2;                                         //= 2
    }
    let c = if !a {                                       //= 1
        3                                                 //= 1
    } else {
        4                                                 //= 0
    };
    c                                                     //= 1
}

fn loops(n: i32) -> i32 {
    let mut total = 0;                                    //= 1
    for i in 0..n {                                       //= 11
        if i == 3 {                                       //= 10
            total += 100;                                 //= 1
        }
        total += i;                                       //= 10
    }
    let mut i = 0;                                        //= 1
    while i < n                                           //= 6
        && total > 0                                      //= 6
    {
        i += 1;                                           //= 6
        if i == 6 {                                       //= 6
            total = 0;                                    //= 1
            break;
        }
    }
    let found = 'outer: loop {
        i += 1;                                           //= 4
        for j in 0..3 {                                   //= 15
            if i * j == 20 {                              //= 12
                break 'outer i;                           //= 1
            }
        }
    };
    found
}

fn optional(v: Option<i32>) -> Option<i32> {
    let w = v?;                                           //= 3
    if let Some(z) = v {                                  //= 2
        return Some(z + w);                               //= 2
    }
    None                                                  //= 0
}

fn parse(s: &str) -> Result<i32, std::num::ParseIntError> {
    let n: i32 = s.parse()?;                              //= 3
    Ok(n)                                                 //= 2
}

fn closures(v: &[i32]) -> i32 {
    let k = 2;                                            //= 1
    let twice = |x: i32| {                                //= 1
        x * k                                             //= 5
    };
    let big = v.iter().filter(|&&x| x > 2).count();       //= 5
    v.iter().map(|&x| twice(x)).sum::<i32>() + big as i32 //= 5
}

fn stack(v: Vec<i32>) -> i32 {
    let mut v = v;                                        //= 1
    let mut n = 0;                                        //= 1
    while let Some(top) = v.pop() {                       //= 6
        n += top;                                         //= 5
        n += v.len()                                      //= 5
            as i32;
    }
    n                                                     //= 1
}

fn drops(n: i32) -> i32 {
    let mut count = 0;                                    //= 4
    let maybe = String::from("x");                        //= 4
    {
        let _guard = Guard(&mut count);                   //= 4
        if n > 2 {                                        //= 4
            drop(maybe);                                  //= 1
        }
    }
    for _ in 0..n {                                       //= 10
        let _each = Guard(&mut count);                    //= 6
    }
    drop(Guard(&mut count));                              //= 4
    count                                                 //= 4
}

fn bounds(v: &[i32], i: usize) -> i32 {
    let y = v[i]                                          //= 3
        + v[i + 1];                                       //= 3
    y / v[0]                                              //= 3
}

macro_rules! twice {
    ($e:expr) => {
        $e;
        $e;
    };
}

fn never() -> i32 {
    println!("never");                                    //= 0
    unreachable!()                                        //= 0
}

fn main() {
    let mut t = 0;                                        //= 1
    for i in -3..20 {                                     //= 24
        t += arms(i);                                     //= 23
    }
    for i in 0..4 {                                       //= 5
        t += empty_arms(i);                               //= 4
        t += drops(i);                                    //= 4
    }
    let text = Shape::Text { text: "t".to_string() };     //= 1
    for s in [                                            //= 7
        Shape::Dot,                                       //= 1
        Shape::Line(4),                                   //= 1
        Shape::Line(3),                                   //= 1
        Shape::Line(2),                                   //= 1
        text.clone(),                                     //= 1
        text,                                             //= 1
    ] {
        t += shapes(&s);                                  //= 6
    }
    t += shapes_more();                                   //= 1
    for s in ["one", "two", "three"] {                    //= 4
        t += words(s);                                    //= 3
    }
    for a in [false, true] {                              //= 3
        for b in [false, true] {                          //= 6
            t += conditions(a, b);                        //= 4
        }
    }
    t += loops(10);                                       //= 1
    assert_eq!(optional(None), None);                     //= 1
    assert_eq!(optional(Some(2)), Some(4));               //= 1
    assert_eq!(optional(Some(1)), Some(2));               //= 1
    assert!(parse("1").is_ok() && parse("x").is_err());   //= 1
    assert!(parse("2").is_ok());                          //= 1
    t += closures(&[1, 2, 3, 4, 5]);                      //= 1
    t += stack(vec![1, 2, 3, 4, 5]);                      //= 1
    for i in 0..3 {                                       //= 4
        t += bounds(&[1, 2, 3, 4], i);                    //= 3
    }
    let p = Point::new(1, 2);                             //= 1
    for _ in 0..4 {                                       //= 5
        let q = Point::new(p.x(), p.me().x());            //= 4
    }
    let mut k = p.me().x() - p.x() + 3 - Point::dimensions(); //= 1
    p.nothing();                                          //= 1
    twice!(k += Point::dimensions());                     //= 1
    let mut m = HashMap::new();                           //= 1
    m.insert(1, "a");                                     //= 1
    *m.entry(1).or_insert("b") = "c";                     //= 1
    if k == 100 {                                         //= 1
        never();                                          //= 0
    }
    println!("{} {}", t, k);                              //= 1
}

fn shapes_more() -> i32 {
    shapes(&Shape::Line(7)) - shapes(&Shape::Line(9)) + { //= 1
        0
    }
}
