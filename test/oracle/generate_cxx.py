"""The statements of generated programs that are C++ alone; see generate.py.

Exceptions of several types through frames with destructors, rethrown, caught by base,
thrown by constructors half way, by elements of arrays and by initialisers of statics,
caught by handlers in any layout, and of constructors; members that are initialised where they
are declared; virtual destructors, returned objects;
lambdas in lambdas, generic ones, ones that capture objects, and ones called where they are
written; templates, virtual calls, temporaries in conditions; and the forms of C++17 and C++20:
declarations in conditions and range loops, structured bindings, if constexpr, named
initialisers; choices between constexpr calls; coroutines that run to their end, throw, await
others, or are destroyed before.
"""


class CxxStatements:
    """Mixed into generate.Program."""

    CXX_STATEMENTS = ["try"] * 4 + ["throw"] * 2 + ["guard"] * 2 + [
        "lambda", "called", "pair", "kept", "new", "array", "array", "heap", "aggregate", "list",
        "tried", "range", "range", "bindings", "if_with", "switch_with", "generic",
        "captures", "fold", "choice", "choice", "derived", "derived", "returned", "returned"]

    def put_try(self, where):
        self.block("try", self.statements, where, tail="}")
        self.put_catch(where, "Left &e", "e.v")
        if self.chance(2):
            self.put_catch(where, "const Base &e", "e.v")
        if self.chance(2):
            self.put_catch(where, "int e", "(unsigned)e")
        if self.chance(2):
            self.put("catch (abi::__forced_unwind &) {")
            self.put("    N, throw;")
            self.put("}")
            self.put_catch(where, "...", "5")

    def put_catch(self, where, what, value):
        """A handler behind the brace before it, on a line of its own, or with what it does
        first."""
        style = self.random.randrange(4)
        if style < 3:
            self.lines[-1] += f" catch ({what}) {{"
        else:
            self.put(f"catch ({what})")
            self.put("{")
        if style == 0:
            self.lines[-1] += f" N, x += {value};"
        self.depth += 1
        if style != 0:
            self.put(f"N, x += {value};")
        self.handler(where)
        self.depth -= 1
        self.put("}")

    def handler(self, where):
        if self.chance(2):
            self.statements(where.handler(), 1)
        if self.chance(4):
            self.put(f"if (N, {self.condition()})")
            self.put("    N, throw;")
            self.put("N, sink = x;")

    def put_throw(self, _):
        what = self.random.choice(["Left(x % 9)", "Right(x % 9)", "Base(3)",
                                   "(int)(x % 9)", "4u"])
        self.put(f"if (N, {self.condition()})")
        self.put(f"    N, throw {what};")

    def put_guard(self, where):
        guard = self.name("g")
        self.put(f"{{ Guard {guard}((N, x % {self.random.choice([14, 17, 64])}));")
        self.statements(where, 2)
        self.put(f"N, x += {guard}.get();")
        self.put("}")

    def put_pair(self, _):
        pair = self.name("p")
        self.put(f"{{ Pair {pair}((N, x % 16), 3);")
        self.put(f"N, x += {pair}.b.get();")
        self.put("}")

    def put_kept(self, where):
        kept = self.name("k")
        made = self.random.choice([f"N; Kept {kept}", f"Kept {kept}((N, x % 23))"])
        self.put(f"{{ {made};")
        self.statements(where, 1)
        self.put(f"N, x += {kept}.get();")
        self.put("}")

    def put_new(self, where):
        p = self.name("p")
        self.put(f"{{ Guard *{p} = (N, new Guard[2]"
                 "{Guard(1), Guard(x % 17)});")
        self.put(f"N, x += {p}[1].get();")
        self.put(f"N, delete[] {p};")
        self.put("N, sink = 2;")
        self.put("}")

    def put_static(self, _):
        guard = self.name("s")
        self.put(f"{{ static Guard {guard}(pick(20));")
        self.put(f"N, x += {guard}.get();")
        self.put("}")

    def put_lambda(self, where):
        f = self.name("f")
        self.put(f"{{ auto {f} = (N, [&](unsigned y) -> unsigned {{")
        self.depth += 1
        labels, self.labels = self.labels, []
        self.put("if (N, !more())")
        self.put("    return N, y;")
        self.statements(where.own_frame(), 2)
        self.put("return N, x + y;")
        self.labels = labels
        self.depth -= 1
        self.put("});")
        self.put(f"N, x = {f}(x);")
        self.put(f"N, x = {f}(3);")
        self.put("}")

    def put_called(self, _):
        """A lambda on the line where it is called, once or oftener than the line begins."""
        self.put(self.random.choice(["N, x += [](unsigned y) { return y % 7; }(x);",
                                     "x += thrice([&](unsigned y) { return N, x + y; });"]))

    def put_derived(self, where):
        """Destroyed by its base's destructor."""
        p = self.name("p")
        made = self.random.choice([f"new {self.random.choice(['Animal', 'Bird', 'Swift'])}(x % 14)",
                                   "an_animal(x)"])
        self.put(f"{{ Animal *{p} = (N, {made});")
        self.statements(where, 1)
        self.put(f"N, x += {p}->legs();")
        self.put(f"N, delete {p};")
        self.put("N, sink = 5;")
        self.put("}")

    # -- objects that functions return

    def maker(self):
        """A function whose variable is what it returns, and never copied.  Not static: one
        that nobody calls is handed over at every level."""
        name, made = self.name("maker"), self.name("made")
        self.put(f"Guard {name}(unsigned start)")
        self.put("{")
        self.depth = 1
        self.labels = []
        self.put("unsigned x = start;")
        self.put(f"Guard {made}((N, x % {self.random.choice([14, 17])}));")
        self.put("if (N, !more())")
        self.put(f"    {{ N; return {made}; }}")
        self.statements(self.returning(made), 4)
        self.put(f"N, {made}.v += x % 3;")
        self.put(f"N; return {made};")
        self.depth = 0
        self.put("}")
        self.put("")
        self.makers.append(name)

    def put_returned(self, _):
        if not self.makers:
            return self.put_guard_of("Guard(x % 14)")
        return self.put_guard_of(f"{self.random.choice(self.makers)}(x)")

    def put_guard_of(self, value):
        guard = self.name("g")
        self.put(f"{{ Guard {guard} = (N, x++, {value});")
        self.put(f"N, x += {guard}.get();")
        self.put("}")

    # -- arrays of objects

    def put_array(self, where):
        """Made and destroyed by loops of the compiler's; making may fail half way."""
        a = self.name("a")
        size = self.random.choice(["[2]", "[3]", "[2][2]"])
        first = a + "[0]" * size.count("[")
        self.put(f"{{ N; Element {a}{size};")
        self.statements(where, 2)
        self.put(f"N, x += {first}.v;")
        if self.chance(2):
            self.put(f"auto copy = [{a}](unsigned y) {{")
            self.put(f"    return N, y + {first}.v;")
            self.put("};")
            self.put("N, x = copy(x);")
        self.put("}")

    def put_heap(self, where):
        p = self.name("p")
        self.put(f"{{ Element *{p} = (N, new Element[1 + pick(4)]);")
        self.statements(where, 1)
        self.put(f"N, x += {p}[0].v;")
        self.put(f"N, delete[] {p};")
        self.put("N, sink = 2;")
        self.put("}")

    def put_aggregate(self, _):
        """By list; copied as members; with members named."""
        a = self.name("a")
        self.put(self.random.choice([
            f"{{ Guard {a}[] = {{Guard((N, x % 17)), Guard(x % 14), Guard(2)}};",
            f"{{ N; Row {a}_from; Row {a} = {a}_from;",
            f"{{ Named {a} = {{.a = (N, x), .g = Guard(x % 17)}};",
            f"{{ Named {a}[2] = {{{{(N, x), 1, Guard(3)}}, {{x, 2, Guard(x % 16)}}}};",
        ]))
        self.put(f"N, x += total({a});")
        self.put("}")

    def put_list(self, _):
        """Over lines, of templates; what is in it may not be made."""
        a, k = self.name("a"), self.random.randint(2, 5)
        value = f"guarded({a}_v, __LINE__, true)"
        what, first = self.random.choice([
            ("Both<unsigned, unsigned>", value),
            ("Both<Both<int, unsigned>, unsigned>", f"{{1, {value}}}"),
            ("Both<int, Both<unsigned, Box<int>>>", f"1, {{{value}}}"),
            ("Both<unsigned, Box<Box<int>>>", value)])
        self.put(f"{{ unsigned {a}_v = (N, 15 + pick({k}));")
        self.put(f"auto {a} = {what}{{")
        self.put(f"    {first}")
        if first == value and "Box" not in what:
            self.lines[-1] += ","
            self.put(f"    guarded({a}_v + 14, __LINE__, false)")
        self.put("};")
        self.put(f"N, sink = {a}.a == {a}.a;" if first == value else "N, sink = 3;")
        self.put("}")

    def put_tried(self, _):
        tried = self.name("t")
        self.put(f"{{ Tried {tried}((N, x % 18));")
        self.put(f"N, x += {tried}.guard.get();")
        self.put("}")

    # -- forms of C++17 and C++20

    def put_range(self, where):
        """Upto counts its line whenever the loop's condition is evaluated.  Nothing counts, where a
        program could end, between there and where the line begins."""
        e = self.name("e")
        start = self.random.choice(
            ["", f"unsigned {e}_n = 1 + x % 4; ", f"Leaver {e}_l(x); "])
        bound = f"{e}_n" if "_n" in start else f"{self.random.randint(1, 5)}"
        what = self.random.choice([e, f"[{e}, {e}_twice]"])
        self.block(f"for ({start}auto {what} : UPTO({bound}))",
                   self.range_body, where)

    def range_body(self, where):
        self.put("if (N, !more())")
        self.put("    { N; break; }")
        self.loop_body(where)

    def put_bindings(self, where):
        b = self.name("b")
        made = self.random.choice([f"[{b}, {b}_other] = Two{{(N, x), pick(9)}}",
                                   f"&&[{b}, {b}_other] = Two{{(N, x), 2}}"])
        self.put(f"{{ auto {made};")
        self.statements(where, 1)
        self.put(f"N, x += {b} ^ {b}_other;")
        self.put("}")

    def put_if_with(self, where):
        k = self.name("k")
        test = self.random.choice([f"unsigned {k} = (N, x % 5); {k} > pick(4)",
                                   f"Guard {k}((N, x % 17)); {k}.get() & 1"])
        self.block(f"if ({test})", self.statements, where, 2, tail="} else {")
        self.put("    N, sink = 4;")
        self.put("}")

    def put_switch_with(self, where):
        k = self.name("k")
        self.put(f"switch (unsigned {k} = (N, pick(5)); {k}) {{")
        for case in ("case 3:", "case 1:", "default:"):
            self.put(case)
            self.depth += 1
            self.block("", self.statements, where, 1)
            if self.chance(2):
                self.put("{ N; break; }")
            self.depth -= 1
        self.put("}")

    def put_generic(self, where):
        """A template whose instances keep different statements."""
        f = self.name("f")
        self.put(f"{{ auto {f} = [&](auto y) -> unsigned {{")
        self.depth += 1
        labels, self.labels = self.labels, []
        self.put("if constexpr (sizeof y > 4) {")
        self.put("    N, x += 1;")
        self.put("} else {")
        self.depth += 1
        self.statements(where.own_frame(), 1)
        self.depth -= 1
        self.put("}")
        self.put("return N, x + (unsigned)y;")
        self.labels = labels
        self.depth -= 1
        self.put("};")
        self.put(f"N, x = {f}(3u);")
        self.put(f"N, x = {f}(3ul);")
        self.put("}")

    def put_captures(self, _):
        f = self.name("f")
        self.put(f"{{ auto {f} = [y = (N, x + 1), g = Guard(x % 14), &x]() mutable {{")
        self.put("    if (N, y++ & 1)")
        self.put("        N, x += g.get();")
        self.put("    return N, x ^ y;")
        self.put("};")
        self.put(f"N, x = {f}();")
        self.put(f"N, x = {f}();")
        self.put("}")

    def put_fold(self, _):
        self.put("N, x = sum(Guard(x % 14), Guard(3), Guard(4));")
        self.put("N, x = sum(Guard(x % 17));")

    def put_choice(self, _):
        """Between what the compiler could evaluate, or not."""
        (yes, yes_line), (no, no_line) = self.random.sample(
            [("half_of(9)", "HALF_LINE"), ("next_of(x % 2 + 5)", "NEXT_LINE"),
             ("next_of(4)", "NEXT_LINE"), ("Sum(4, 3).get()", "SUM_LINE"),
             ("7", "NO_LINE"), ("x", "NO_LINE")], 2)
        self.put(f"N, x += choose({self.condition()}, {yes_line}, {no_line}) ? "
                 f"{yes} : {no};")

    # -- coroutines

    def coroutine(self):
        name = self.name("coroutine")
        self.put(f"static Numbers {name}(unsigned start)")
        self.put("{")
        self.depth = 1
        self.labels = []
        where = self.suspending()
        self.put("unsigned x = start;")
        self.put_co_return("if (N, !more())")
        self.statements(where, 3)
        self.put_yield(where)
        self.statements(where, 3)
        self.put_co_return("")
        self.depth = 0
        self.put("}")
        self.put("")
        self.sequences.append(name)

    def fired(self):
        """A coroutine of which nothing is kept, and which may not come to its first co_await:
        there Clang copies what it is given."""
        name = self.name("coroutine")
        self.put(f"static Fired {name}(unsigned x)")
        self.put("{")
        self.depth = 1
        for _ in range(self.random.randint(1, 3)):
            self.put(f"if (N, {self.condition()}) {{")
            self.put(f"    co_await Asked{{(N, x % {self.random.randint(2, 4)})}};")
            self.put("    N, sink = x;")
            self.put("}")
        self.put("N, x++;")
        self.depth = 0
        self.put("}")
        self.put("")
        self.fires.append(name)

    def put_yield(self, _):
        self.put("N, co_yield x;")
        self.put("N, sink = x;")

    def put_co_return(self, head):
        self.put(head + " {")
        self.put("    co_return N, x;")
        self.put("}")

    def awaited(self):
        """A coroutine that others wait for: control goes from one to the other and back."""
        name = self.name("coroutine")
        self.put(f"Task {name}(unsigned start)")
        self.put("{")
        self.depth = 1
        self.labels = []
        self.put("unsigned x = start;")
        self.put_co_return("if (N, !more())")
        self.statements(self.awaiting(), 3)
        self.put_co_return("")
        self.depth = 0
        self.put("}")
        self.put("")
        self.tasks.append(name)

    def put_await(self, _):
        task = self.name("task")
        self.put(f"{{ Task {task} = {self.random.choice(self.tasks)}((N, x));")
        self.put(f"N; const unsigned {task}_got = co_await {task};")
        self.put(f"N, x += {task}_got;")
        self.put("}")

    def put_sequence(self, where):
        """Asked to the end, or destroyed before."""
        if self.fires:
            self.put(f"N, {self.random.choice(self.fires)}(x);")
        numbers = self.name("numbers")
        self.put(f"{{ Numbers {numbers} = {self.random.choice(self.sequences)}"
                 "((N, x));")
        self.block(f"while (N, {numbers}.next() && more())", self.sequence_body,
                   where, numbers)
        self.put("N, sink = 6;")
        self.put("}")

    def sequence_body(self, where, numbers):
        self.put(f"N, x += {numbers}.value();")
        self.loop_body(where)
