"""Generated C and C++ whose lines count themselves.

Each line with a counter `N` adds to its own element of a plain array, and the
program prints the array when it ends.  A line's counter is in the line's largest
block, so what it ends with is what the counting standard gives the line.

What is generated is control flow: loops, goto into every direction out of every
depth, switch with fall-through and Duff's device, short circuits over several lines,
recursion, early returns, calls that do not return under conditions, setjmp and
longjmp through several frames, signal handlers, threads that end by return or from
the depth, fork in main and in the depth of threads; functions out of macros; functions that
another unit defines and this one may inline; loops and sections of OpenMP; what generate_cxx.py adds; and eight ways to end the process, from the
depth.

All decisions come from a generator of numbers in the program, so that every
compiler's program takes the same way; loops and calls stop when their fuel is spent.
The children of a fork count in the same array, so that it has the sum of the runs.
"""
import os
import random

import generate_cxx
import generate_processes


def read(name):
    """A file beside this one: what every program begins with."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), name)
    with open(path, encoding="utf-8") as text:
        return text.read()


HEAD = read("generate_c.inc")
CXX_HEAD = read("generate_cxx.inc")
COROUTINE_HEAD = read("generate_coroutine.inc")
PLAIN = "#define COUNT(line) (counts[line]++)"
ATOMIC = "#define COUNT(line) (__atomic_fetch_add(&counts[line], 1, __ATOMIC_RELAXED))"

ENDS = ["return", "exit", "_exit", "quick", "abort", "signal", "thread",
        "terminate"]


class Source:
    """What is compiled: `text`, in the file `source`."""

    coroutines = openmp = cxx = False
    units = False  # bool: `elsewhere` is a file that is compiled, too
    source = text = elsewhere = ""

    def write(self, folder, text=None):
        """Its files into FOLDER; TEXT is what was made of its own."""
        files = {self.source: text or self.text}
        if self.units:
            files[self.elsewhere] = f'#define ELSEWHERE\n#include "{self.source}"\n'
        for name, content in files.items():
            with open(os.path.join(folder, name), "w", encoding="utf-8") as out:
                out.write(content)


class Program(Source, generate_cxx.CxxStatements, generate_processes.Processes):
    """The text of one program, line by line."""

    def __init__(self, seed):
        self.seed = seed
        self.random = random.Random(seed)
        self.cxx = seed % 3 != 0
        self.source = "prog.cc" if self.cxx else "prog.c"
        self.units = seed % 2 == 0
        self.elsewhere = self.source.replace("prog", "elsewhere")  # a unit, too
        self.text = ""
        self.parallel = seed % 4 == 3
        self.forks = seed % 5 in (2, 3)
        self.coroutines = self.cxx and seed % 6 == 1
        self.openmp = seed % 7 == 4 and not self.forks  # a child has none of its threads
        self.end = ENDS[seed % len(ENDS)]
        if not self.cxx and self.end == "terminate":
            self.end = "exit"
        self.lines = []
        self.depth = 0
        self.functions = []  # (name, plain): plain frames may be jumped over
        self.sequences = []  # coroutines
        self.fires = []      # those that run when they are called
        self.tasks = []      # those that others await
        self.makers = []     # functions that return an object
        self.inlined = []    # expressions: calls of what another unit defines
        self.labels = []
        self.unique = 0

    def put(self, text):
        self.lines.append("    " * self.depth + text)

    def block(self, head, body, *args, tail="}"):
        """HEAD {, what BODY puts, TAIL."""
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

    # -- expressions, of type unsigned; at most one of them has an effect

    def condition(self):
        k = self.random.randint(2, 6)
        return self.random.choice(
            [f"pick({k}) == 0", f"pick({k}) != 0", f"(x ^ {k}) % {k} == 1",
             f"x % {k} > pick({k})", "sink & 1"])

    def call(self, where):
        """A call of an earlier function."""
        usable = [name for name, plain in self.functions
                  if plain or not where.plain]
        if not usable:
            return "pick(9)"
        return f"{self.random.choice(usable)}(x + {self.random.randrange(9)})"

    def value(self, where):
        choices = [f"x * {self.random.randint(2, 9)} + 1", "x + pick(7)",
                   self.call(where), self.call(where),
                   f"({self.condition()} ? {self.call(where)} : x + 3)",
                   f"({self.condition()} || die(x) ? x + 1 : x)",
                   f"({self.condition()} && {self.call(where)} > 3)"]
        if not self.cxx:
            choices += self.inlined
        if self.cxx and not where.plain:
            choices += self.inlined
            choices += ["Guard(x % 17).get()",
                        f"({self.condition()} ? Guard(x).get() : x)",
                        f"shapes[x % 2]->area(x % {self.random.randint(3, 9)})",
                        "Box<unsigned>{x % 100}.apply([](unsigned y) { return y + 1; })",
                        "(unsigned)Box<unsigned long>{x % 99}.apply("
                        "[&](unsigned long y) { return y + x; })"]
        return self.random.choice(choices)

    # -- statements

    def statements(self, where, n=3):
        for _ in range(self.random.randint(1, n)):
            self.statement(where)

    def statement(self, where):
        if where.nesting >= 4:
            self.put(f"N, x = {self.value(where)};")
            return
        inner = where.deeper()
        choices = ["assign"] * 4 + ["if"] * 3 + [
            "for", "while", "do", "switch", "duff", "circuit", "return", "leave",
            "goto", "goto", "raise"]
        if where.jumps:
            choices += ["jump"] * 3
        if self.forks:
            choices += ["fork"]
        if self.cxx and not where.plain:
            choices += self.CXX_STATEMENTS
            if self.sequences:
                choices += ["sequence"] * 3
            if where.yields:
                choices += ["yield"] * 6
            if where.suspends and self.tasks:
                choices += ["await"] * 6
            if not self.parallel and not self.openmp:  # which thread is first?
                choices += ["static"]
        getattr(self, "put_" + self.random.choice(choices))(inner)

    def put_assign(self, where):
        self.put(f"N, x = {self.value(where)};")

    def put_if(self, where):
        self.block(f"if (N, {self.condition()})", self.statements, where,
                   tail="} else {" if self.chance(2) else "}")
        if self.lines[-1].endswith("else {"):
            self.depth += 1
            self.statements(where)
            self.depth -= 1
            self.put("}")

    def loop_body(self, where):
        self.statements(where, 2)
        if not self.chance(3):
            self.put(f"if (N, {self.condition()})")
            self.put(f"    {{ N; {self.random.choice(['break', 'continue'])};")
            self.put("}")
            self.put("N, sink = x;")

    def put_for(self, where):
        i = self.name("i")
        self.block(f"for (unsigned {i} = 0; N, {i} < "
                   f"{self.random.randint(1, 9)} && more(); {i}++)",
                   self.loop_body, where)

    def put_while(self, where):
        self.block(f"while (N, pick({self.random.randint(2, 5)}) && more())",
                   self.loop_body, where)

    def put_do(self, where):
        self.block("do", self.loop_body, where,
                   tail=f"}} while (N, pick({self.random.randint(2, 4)}) && more());")

    def put_switch(self, where):
        k = self.random.randint(3, 7)

        def cases():
            for case in self.random.sample(range(k), k - 1):
                self.put(f"case {case}:" if case else "default:")
                self.depth += 1
                self.block("", self.statements, where, 2)
                if not self.chance(3):
                    self.put("{ N; break; }")
                self.depth -= 1
        self.block(f"switch (N, x % {k})", cases)

    def put_duff(self, _):
        n = self.name("n")
        self.put(f"{{ unsigned {n} = 1 + pick(4);")
        self.put(f"switch (N, {n} % 3) {{")
        self.put("case 0:")
        self.put("    do { N, x += 1;")
        self.put("case 2:")
        self.put("        N, x ^= pick(9);")
        self.put("case 1:")
        self.put("        N, x += 3;")
        self.put(f"    }} while (N, --{n} > 0);")
        self.put("} }")

    def put_circuit(self, where):
        tests = [f"(N, {self.condition()})" for _ in range(3)]
        operators = [self.random.choice(["&&", "||"]) for _ in range(2)]
        self.put(f"if ({tests[0]} {operators[0]}")
        self.put(f"    ({tests[1]} {operators[1]}")
        self.block(f"     {tests[2]}))", self.statements, where, 2)

    def put_return(self, where):
        if where.locked:
            return self.put_assign(where)
        if where.suspends:
            return self.put_co_return(f"if (N, {self.condition()})")
        self.put(f"if (N, {self.condition()})")
        if where.makes:
            return self.put(f"    {{ N; return {where.makes}; }}")
        return self.put(f"    return N, {self.value(where)};")

    def put_leave(self, _):
        self.put(f"if (N, pick({self.random.randint(9, 60)}) == 0)")
        self.put("    N, die(x);")
        self.put("N, sink = x;")

    def put_goto(self, where):
        if where.locked or not self.labels:
            return self.put_assign(where)
        self.put(f"if (N, {self.condition()} && more())")
        return self.put(f"    {{ N; goto {self.random.choice(self.labels)}; }}")

    def put_raise(self, _):
        self.put("N, raise(SIGUSR1);")
        self.put("N, sink = x;")

    def put_jump(self, where):
        """setjmp here, longjmp from somewhere in plain frames below."""
        old, env = self.name("old"), self.name("env")
        self.put(f"{{ sigjmp_buf *const {old} = target, {env};")
        self.put(f"target = &{env};")
        self.block(f"if (sigsetjmp({env}, 0) == 0)", self.statements,
                   where.jumping(), tail="} else {")
        self.put("    N, sink = 3;")
        self.put("}")
        self.put(f"target = {old};")
        self.put("}")

    def put_fork(self, _):
        """The child goes on in a function of its own: where it comes back, a line
        with a call is left more often than it is reached."""
        child = self.name("child")
        self.put(f"{{ const int {child} = may_fork() ? fork() : -1; N;")
        self.put(f"if (N, {child} == 0)")
        self.put("    N, child(x);")
        self.put(f"N, await({child});")
        self.put("}")

    # -- functions and the program

    def function(self, plain):
        name = self.name("function")
        self.labels = [self.name("label") for _ in range(self.random.randint(0, 2))]
        jumps = plain and self.chance(2)
        where = Where(plain, jumps=jumps)
        inline = self.random.choice(["static ", "static inline ", "NOINLINE static ",
                                     "unsigned nothing_{0}(void);\n"]).format(name)
        if "nothing" in inline:
            inline = "extern \"C++\" " if self.cxx else ""
        self.put(f"{inline}unsigned {name}(unsigned start)")
        self.put("{")
        self.depth = 1
        # What is changed between setjmp and longjmp must be volatile.
        self.put(("volatile " if jumps else "") + "unsigned x = start;")
        self.put("if (N, !more())")
        self.put("    return N, x;")
        for label in self.labels:
            self.statements(where)
            self.put(f"{label}:")
            self.put("N, sink = x;")
        self.statements(where, 5)
        if self.chance(3):
            self.put("if (N, pick(3))")
            self.put(f"    N, x += {name}(x + 1);")
        self.put("return N, x;")
        self.depth = 0
        self.put("}")
        self.put("")
        self.functions.append((name, plain))

    def put_elsewhere(self, *definition):
        """In the other unit alone."""
        self.lines += ["#ifdef ELSEWHERE", *definition, "#endif"]

    def inline_function(self):
        """Defined by the other unit, as C99 has it."""
        name = self.name("inlined")
        self.block(f"inline unsigned {name}(unsigned x)", self.inline_body)
        self.put_elsewhere(f"extern inline unsigned {name}(unsigned x);")
        self.inlined = [f"{name}(x)", f"{name}(x + {self.random.randrange(9)})"]

    def inline_body(self):
        k = self.random.randint(2, 6)
        self.put(f"for (unsigned i = 0; N, i < x % {k}; i++)")
        self.put(f"    N, x += x % {k + 1} == i;")
        self.put(f"if (N, x % {self.random.randint(2, 4)}")
        self.put(f"    && (N, x & {k}))")
        self.put("    return N, x + 1;")
        self.put("return N, x;")

    def inline_template(self):
        """Instantiated by the other unit."""
        name = self.name("Inlined")

        def body():
            self.put("T x;")
            self.put(f"explicit {name}(T v)")
            self.block("", self.put, "N, x = v + 2;")
            self.put(f"virtual ~{name}()")
            self.block("", self.put, "N, x = 0;")
            self.block("virtual unsigned walk()", self.inline_body)
            self.block("unsigned turn(unsigned x)", self.inline_body)
        self.put("template <class T>")
        self.block(f"struct {name}", body, tail="};")
        self.put(f"extern template struct {name}<unsigned>;")
        self.put_elsewhere(f"template struct {name}<unsigned>;")
        self.inlined = [f"{name}<unsigned>(x).walk()", f"{name}<unsigned>(x).turn(x)"]

    def made_function(self):
        """Out of a macro, on one line."""
        name = self.name("function")
        self.put(f"FUNCTION({name}, N, {self.random.randint(2, 6)})")
        self.put("")
        self.functions.append((name, True))

    def suspending(self):
        return Where(plain=False, suspends=True, yields=True)

    def awaiting(self):
        return Where(plain=False, suspends=True)

    def returning(self, made):
        return Where(plain=False, makes=made)

    def interpreter(self):
        """Computed gotos; in a function of their own, since any of them may reach
        any label of its function."""
        self.put("static unsigned interpret(unsigned x)")
        self.put("{")
        self.put("    static void *const ops[] = {&&twice, &&less, &&out, &&again};")
        self.put("    N; goto *ops[x % 4];")
        self.put("twice: N, x = x * 2 + pick(5);")
        self.put("    if (N, more())")
        self.put("        { N; goto *ops[pick(4)]; }")
        self.put("less: N, x -= 3;")
        self.put("    if (N, x % 5 == 1)")
        self.put(f"        N, x += {self.functions[-1][0]}(x);")
        self.put("    N; goto *ops[2 + pick(2)];")
        self.put("again: N, x += 7;")
        self.put("    { N; goto *ops[pick(3)]; }")
        self.put("out: N, sink = x;")
        self.put("    return N, x;")
        self.put("}")
        self.functions.append(("interpret", True))

    def put_main(self):
        def body():
            for name, _ in self.functions[-3:]:
                self.put(f"    N, x += {name}(x);")

        def rounds():
            self.put("N, fuel = 1500;")
            if self.forks:  # the child goes on here, to the end of main
                self.put("const int child = may_fork() ? fork() : -1; N;")
                self.put("N, await(child);")
            self.put_caught(body)
            self.put("N, sink = x;")

        def create():
            self.put("N, pthread_create(&threads[i], 0, body, (void *)(i + 5));")
            if not self.parallel:
                self.put("N, pthread_join(threads[i], 0);")

        def main():
            self.put("pthread_t threads[3];")
            self.put("start_counts(); N;")
            self.put("N, atexit(report);")
            self.put("N, at_quick_exit(report);")
            for signal in ("SIGUSR1", "SIGTERM", "SIGABRT"):
                self.put(f"N, signal({signal}, on_signal);")
            self.block("for (unsigned long i = 0; N, i < 3; i++)", create)
            if self.parallel:
                self.put("for (unsigned long i = 0; N, i < 3; i++)")
                self.put("    N, pthread_join(threads[i], 0);")
            self.put("volatile unsigned x = 1;")
            self.block("for (int i = 0; N, i < 12; i++)", rounds)
            if self.end == "return":
                self.put("return N, (int)(x & 127);")
            else:
                self.put("N, finish(x);")
        self.block("int main(void)", main)

    def make_text(self):
        self.lines = HEAD.splitlines()
        shared = self.parallel or self.openmp or self.forks
        self.put(ATOMIC if shared else PLAIN)
        self.put("#define N COUNT(__LINE__)")
        if self.units:
            (self.inline_template if self.cxx else self.inline_function)()
            self.put("#ifndef ELSEWHERE")
        if self.cxx:
            self.lines += CXX_HEAD.splitlines()
            if self.coroutines:
                self.lines += COROUTINE_HEAD.splitlines()
            self.put("static Square square;")
            self.put("static Shape shape, *const shapes[] = {&shape, &square};")
        self.put_die()
        for i in range(self.random.randint(5, 8)):
            self.function(plain=i < 3)
            if i == 0:
                self.interpreter()
                self.made_function()
            if i == 2 and self.openmp:
                self.team()
            if i >= 2 and self.cxx:
                self.maker()
            if i >= 2 and self.coroutines:
                self.awaited()
                self.coroutine()
                self.fired()
        self.put_finish()
        self.put_child()
        self.put_thread()
        self.put_main()
        if self.units:
            self.put("#endif")
        head = [f"#define LINES {len(self.lines) + 3}", f"#define SEED {self.seed}"]
        self.text = "\n".join(head + self.lines) + "\n"


class Where:
    """What the statements at a place may do."""

    def __init__(self, plain, nesting=0, locked=False, jumps=False, suspends=False,
                 yields=False, makes=None):
        self.plain = plain      # the frame may be jumped over: no destructors
        self.nesting = nesting
        self.locked = locked    # control must leave through the end
        self.jumps = jumps      # setjmp may stand here
        self.suspends = suspends  # a coroutine's
        self.yields = yields      # one that yields
        self.makes = makes        # the variable that is returned, an object

    def deeper(self):
        return Where(self.plain, self.nesting + 1, self.locked, self.jumps,
                     self.suspends, self.yields, self.makes)

    def handler(self):
        """In a catch, which may not be suspended, nor, to be simple, return."""
        return Where(self.plain, self.nesting, self.locked or self.suspends,
                     makes=self.makes)

    def jumping(self):
        """Between setjmp and the end of its block."""
        return Where(True, self.nesting, True, self.jumps)

    def own_frame(self):
        return Where(self.plain, self.nesting + 1)


def can_compile(compiler, program):
    """Clang 14 has no coroutines; 15 and 16 destroy objects in theirs twice."""
    return not program.coroutines or compiler not in ("clang-14", "clang-15",
                                                      "clang-16")


def generate(seed):
    """The program of SEED, with its `text`."""
    program = Program(seed)
    program.make_text()
    return program
