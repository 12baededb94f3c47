"""Generated Rust whose lines count themselves, as generate.py's C and C++ do.

A line with `n(LINE)` counts itself there; one with `Asked(LINE, ...)` is the head of a
`for`, which counts how often its iterator is asked.  What is generated is control flow:
loops with labels and values, matches of numbers and enums with guards, `if let`, `let
else`-like returns, `?`, short circuits over several lines, closures, generic functions,
trait objects, recursion, destructors, panics that are caught in the depth, threads that
end by them, and five ways to end the process.
"""
import os
import random

with open(os.path.join(os.path.dirname(os.path.abspath(__file__)),
                       "generate_rust.inc"), encoding="utf-8") as text:
    HEAD = text.read()

ENDS = ["()", "std::process::exit(7)", "std::process::abort()", "panic!(\"the end\")",
        "unsafe { libc_exit(3) }"]


class Program:
    """The text of one program, line by line."""

    source = "prog.rs"

    def __init__(self, seed):
        self.seed = seed
        self.random = random.Random(seed)
        self.lines = []
        self.depth = 0
        self.unique = 0
        self.functions = []
        self.loops = []     # labels of those around
        self.kind = "u32"   # what the function returns: u32, Option, Result

    def n(self):
        """Counts the next line that is put."""
        return f"n({len(self.lines) + 3});"

    def put(self, text):
        self.lines.append("    " * self.depth + text)

    def block(self, head, body, *args, tail="}"):
        self.put(head + " {")
        self.depth += 1
        body(*args)
        self.depth -= 1
        self.put(tail)

    def name(self, stem):
        self.unique += 1
        return f"{stem}{self.unique}"

    def chance(self, n):
        return self.random.randrange(n) == 0

    # -- expressions of u32

    def condition(self):
        k = self.random.randint(2, 6)
        return self.random.choice(
            [f"pick({k}) == 0", f"pick({k}) != 0", f"(x ^ {k}) % {k} == 1",
             f"x % {k} > pick({k})", "odd()"])

    def call(self):
        if not self.functions:
            return "pick(9)"
        name, kind = self.random.choice(self.functions)
        call = f"{name}(x.wrapping_add({self.random.randrange(9)}))"
        if kind == "u32":
            return call
        if kind == self.kind and self.chance(2):
            return call + "?"
        return call + ".unwrap_or(5)"

    def value(self):
        return self.random.choice([
            f"x.wrapping_mul({self.random.randint(2, 9)}) + 1 & 0xffff",
            "x % 1000 + pick(7)", self.call(), self.call(),
            f"if {self.condition()} {{ {self.call()} }} else {{ x / 3 }}",
            f"({self.condition()} && {self.call()} > 3) as u32",
            "Guard(x % 17).0", f"areas[x as usize % 2].area({self.random.randint(3, 9)})",
            "largest(x, pick(9))", "largest(x as u64, 7) as u32",
            f"[1, x, 3][pick(3) as usize] % {self.random.randint(2, 9)}",
            "some(x).map_or(4, half)", "x.to_string().len() as u32"])

    # -- statements

    def statements(self, nesting, most=3):
        for _ in range(self.random.randint(1, most)):
            self.statement(nesting)

    def statement(self, nesting):
        if nesting >= 4:
            return self.put_assign(nesting)
        choices = ["assign"] * 4 + ["if"] * 3 + [
            "for", "while", "while_let", "loop", "match", "match_enum", "if_let",
            "circuit", "return", "closure", "closure_called", "guard", "panic", "catch", "let"]
        if self.kind != "u32":
            choices += ["question"] * 3
        if self.loops:
            choices += ["leave"] * 3
        return getattr(self, "put_" + self.random.choice(choices))(nesting + 1)

    def put_assign(self, _):
        self.put(f"{self.n()} x = {self.value()};")

    def put_if(self, nesting):
        self.block(f"if {{ {self.n()} {self.condition()} }}", self.statements, nesting,
                   tail="}")
        if self.chance(2):
            self.lines[-1] += " else {"
            self.depth += 1
            self.statements(nesting)
            self.depth -= 1
            self.put("}")

    def put_let(self, nesting):
        """A value with branches, line by line."""
        y = self.name("y")
        self.block(f"let {y} = if {{ {self.n()} {self.condition()} }}", lambda: (
            self.statements(nesting, 1), self.put(f"{self.n()} {self.value()}")),
            tail="} else {")
        self.put(f"    {self.n()} {self.value()}")
        self.put("};")
        self.put(f"{self.n()} x = {y} % 1000;")

    def in_loop(self, nesting, label):
        self.loops.append(label)
        self.statements(nesting, 2)
        self.loops.pop()
        self.put(f"{self.n()} sink(x);")

    def put_for(self, nesting):
        label, i = self.name("'l"), self.name("i")
        self.block(f"{label}: for {i} in Asked({len(self.lines) + 3}, "
                   f"0..{self.random.randint(1, 9)})",
                   lambda: (self.put(f"if {{ {self.n()} !more() }} {{"),
                            self.put(f"    {self.n()} break;"),
                            self.put("}"), self.in_loop(nesting, label)))

    def put_while(self, nesting):
        label = self.name("'l")
        self.block(f"{label}: while {{ {self.n()} pick({self.random.randint(2, 5)}) > 0"
                   " && more() }", self.in_loop, nesting, label)

    def put_while_let(self, nesting):
        label, y = self.name("'l"), self.name("y")
        self.block(f"{label}: while let (Some({y}), true) = "
                   f"({{ {self.n()} some(x) }}, more())",
                   lambda: (self.put(f"{self.n()} x = {y} / 2;"),
                            self.in_loop(nesting, label)))

    def put_loop(self, nesting):
        label, y = self.name("'l"), self.name("y")

        def body():
            self.put(f"if {{ {self.n()} pick(3) == 0 || !more() }} {{")
            self.put(f"    {self.n()} break x % 77;")
            self.put("}")
            # Others must not leave it: a value is wanted.
            self.loops.append("")
            self.statements(nesting, 2)
            self.loops.pop()
        self.block(f"let {y} = {label}: loop", body, tail="};")
        self.put(f"{self.n()} x = {y};")

    def put_leave(self, _):
        labels = [label for label in self.loops if label]
        if not labels or "" in self.loops and self.loops.index("") > 0:
            return self.put_assign(0)
        if "" in self.loops:
            labels = [label for label in
                      self.loops[len(self.loops) - self.loops[::-1].index(""):]]
            if not labels:
                return self.put_assign(0)
        self.put(f"if {{ {self.n()} {self.condition()} }} {{")
        self.put(f"    {self.n()} {self.random.choice(['break', 'continue'])} "
                 f"{self.random.choice(labels)};")
        return self.put("}")

    def arm(self, head, nesting):
        self.put(f"{head} => {{")
        self.depth += 1
        self.statements(nesting, 2)
        self.depth -= 1
        self.put("}")

    def put_match(self, nesting):
        k = self.random.randint(3, 7)

        def arms():
            self.put(f"0 => {{ {self.n()} x = {self.value()}; }}")
            self.put(f"1 | 2 => {{ {self.n()} sink(x); }}")
            y = self.name("y")
            self.arm(f"{y} if {{ {self.n()} {y} > pick(5) }}", nesting)
            self.put(f"3..=9 => {{ {self.n()} x = {self.value()}; }}")
            self.put(f"_ => {{ {self.n()} x += 1; }}")
        self.block(f"match {{ {self.n()} x % {k + 2} }}", arms)

    def put_match_enum(self, nesting):
        y = self.name("y")

        def arms():
            self.arm(f"Shape::Line({y}) if {{ {self.n()} {y} % 2 == pick(2) }}", nesting)
            self.put(f"Shape::Dot => {{ {self.n()} sink(4); }}")
            self.put(f"Shape::Line({y}) => {{ {self.n()} x = {y} / 3; }}")
            self.put(f"Shape::Text {{ text }} => {{ {self.n()} x = text.len() as u32; }}")
        self.block(f"match {{ {self.n()} shape(x) }}", arms)

    def put_if_let(self, nesting):
        y = self.name("y")
        self.block(f"if let Some({y}) = {{ {self.n()} some(x) }}", lambda: (
            self.put(f"{self.n()} x = {y} + 1;"), self.statements(nesting, 2)),
            tail="} else {")
        self.put(f"    {self.n()} x = 3;")
        self.put("}")

    def put_circuit(self, nesting):
        operators = [self.random.choice(["&&", "||"]) for _ in range(2)]
        self.put(f"if {{ {self.n()} {self.condition()} }}")
        self.put(f"    {operators[0]} ({{ {self.n()} {self.condition()} }}")
        self.put(f"        {operators[1]} {{ {self.n()} {self.condition()} }})")
        self.block("", self.statements, nesting, 2)

    def result(self, value):
        return {"u32": value, "Option": f"Some({value})", "Result": f"Ok({value})"}[
            self.kind]

    def put_return(self, _):
        self.put(f"if {{ {self.n()} {self.condition()} }} {{")
        self.put(f"    {self.n()} return {self.result('x % 50')};")
        self.put("}")

    def put_question(self, _):
        call = {"Option": "some(x)?", "Result": "fine(x)?"}[self.kind]
        self.put(f"{self.n()} x = {call} % 999;")
        self.put(f"{self.n()} sink(x);")

    def put_closure(self, nesting):
        """One with statements of its own, called through a reference or directly."""
        f, y = self.name("f"), self.name("y")
        kept, self.kind, loops = self.kind, "u32", self.loops
        self.loops = []
        self.block(f"let {f} = |{y}: u32| -> u32", lambda: (
            self.put(f"let mut x = {y};"), self.statements(nesting, 2),
            self.put(f"{self.n()} x + 2")), tail="};")
        self.kind, self.loops = kept, loops
        call = self.random.choice([f"{f}(x % 1000)", f"apply(&{f}, x % 1000)"])
        self.put(f"{self.n()} x = {call} % 1000;")

    def put_closure_called(self, _):
        """One on the line where it is called, once or oftener than the line begins."""
        self.put(self.random.choice([
            f"{self.n()} x = (|y: u32| y % 7)(x);",
            f"x = (0..3).map(|y| {{ {self.n()} x + y }}).sum::<u32>() % 1000;"]))

    def put_guard(self, nesting):
        self.block("", lambda: (
            self.put(f"let guard = {{ {self.n()} Guard(x % 9) }};"),
            self.statements(nesting, 2)))

    def put_panic(self, _):
        how = self.random.choice(["panic!(\"left\")", "None::<u32>.unwrap();",
                                  "[0][pick(2) as usize + 1];", "7 / (x - x);",
                                  "std::panic::resume_unwind(Box::new(3));"])
        self.put(f"if {{ {self.n()} pick({self.random.randint(9, 60)}) == 0 }} {{")
        self.put(f"    {self.n()} {how}")
        self.put("}")

    def put_catch(self, nesting):
        y = self.name("y")
        kept, self.kind, loops = self.kind, "u32", self.loops
        self.loops = []
        self.block(f"let {y} = catch_unwind(AssertUnwindSafe(||", lambda: (
            self.put("let mut x = x;"), self.statements(nesting, 3),
            self.put(f"{self.n()} x")), tail="}));")
        self.kind, self.loops = kept, loops
        self.put(f"if {{ {self.n()} {y}.is_err() }} {{")
        self.put(f"    {self.n()} sink(9);")
        self.put("}")

    # -- functions and the program

    def function(self):
        name = self.name("function")
        self.kind = self.random.choice(["u32", "u32", "Option", "Result"])
        result = {"u32": "u32", "Option": "Option<u32>", "Result": "Result<u32, String>"}[
            self.kind]
        self.put(self.random.choice(["", "#[inline]", "#[inline(never)]"]))

        def body():
            self.put("let areas: [&dyn Area; 2] = [&Square, &Round];")
            self.put("let mut x = start % 1000;")
            self.put(f"if {{ {self.n()} !more() }} {{")
            self.put(f"    {self.n()} return {self.result('x')};")
            self.put("}")
            self.statements(0, 6)
            if self.chance(3):
                self.put(f"if {{ {self.n()} pick(3) > 0 }} {{")
                tail = "" if self.kind == "u32" else "?"
                self.put(f"    {self.n()} x = {name}(x / 2){tail};")
                self.put("}")
            self.put(f"{self.n()} {self.result('x')}")
        self.block(f"fn {name}(start: u32) -> {result}", body)
        self.functions.append((name, self.kind))

    def put_areas(self):
        for who in ("Square", "Round"):
            self.block(f"impl Area for {who}", self.block,
                       "fn area(&self, by: u32) -> u32",
                       lambda: self.put(f"{self.n()} by * {len(who)} + pick(3)"))
        self.block("fn largest<T: PartialOrd + Copy>(a: T, b: T) -> T", lambda: (
            self.put(f"if {{ {self.n()} a < b }} {{"),
            self.put(f"    {self.n()} b"), self.put("} else {"),
            self.put(f"    {self.n()} a"), self.put("}")))
        self.block("fn apply(f: &dyn Fn(u32) -> u32, x: u32) -> u32", lambda:
                   self.put(f"{self.n()} f(x)"))

    def put_main(self):
        end = ENDS[self.seed % len(ENDS)]

        def rounds():
            self.put(f"{self.n()} refuel(1500);")
            for name, kind in self.functions[-3:]:
                tail = "" if kind == "u32" else ".unwrap_or(1)"
                self.put(f"let y = catch_unwind(|| {name}(i){tail});")
                self.put(f"{self.n()} sink(y.unwrap_or(8));")

        def thread():
            self.put(f"{self.n()} seed(start);")
            self.put(f"{self.n()} refuel(500);")
            for name, kind in self.functions[-2:]:
                self.put(f"let _ = {name}(start as u32);")

        def main():
            self.put("std::panic::set_hook(Box::new(|_| {}));")
            self.block(f"for i in Asked({len(self.lines) + 3}, 0..12)", rounds)
            self.put(f"{self.n()} let threads: Vec<_> = (5..8)")
            self.block("    .map(|start| std::thread::spawn(move ||", thread,
                       tail="})).collect();")
            self.put(f"for thread in Asked({len(self.lines) + 3}, threads.into_iter()) {{")
            self.put(f"    {self.n()} sink(thread.join().is_err() as u32);")
            self.put("}")
            self.put(f"{self.n()} sink(1);")
            self.put("report();")
            self.put(end)
        self.block("fn main()", main)

    def make_text(self):
        self.lines = HEAD.splitlines()
        if "libc_exit" in ENDS[self.seed % len(ENDS)]:
            self.put("extern \"C\" { #[link_name = \"exit\"] fn libc_exit(s: i32) -> !; }")
        self.put_areas()
        for _ in range(self.random.randint(4, 7)):
            self.function()
        self.put_main()
        # #![allow] must stay the first.
        head = [self.lines[0], f"const LINES: usize = {len(self.lines) + 3};",
                f"const SEED: u64 = {self.seed};"]
        self.text = "\n".join(head + self.lines[1:]) + "\n"


def generate(seed):
    """The program of SEED, with its `text`."""
    program = Program(seed)
    program.make_text()
    return program
