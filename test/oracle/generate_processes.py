"""What generated programs do with processes and threads; see generate.py.

They end, from the depth, in eight ways; children of a fork go on; threads end by return
or not; threads of OpenMP share loops, sections and tasks.
"""


class Processes:
    """Mixed into generate.Program."""

    def put_die(self):
        """The end of a frame, a thread or the process, from the depth."""
        self.put("static __thread int in_thread;")
        self.put("NORETURN static void finish(unsigned x);")
        self.put("NORETURN static void child(unsigned x);")
        self.put("NORETURN NOINLINE static unsigned die(unsigned x)")
        self.put("{")
        self.put("    if (N, !cornered && pick(50) == 0) {")
        self.put("        if (N, in_thread)")
        self.put("            N, pthread_exit(0);")
        self.put("        N, finish(x);")
        self.put("    }")
        self.put("    if (N, target)")
        self.put("        N, siglongjmp(*target, 1);")
        if self.cxx:
            self.put("    N, throw Left(x % 9);")
        self.put("    N, abort();")
        self.put("}")
        self.put("static void on_signal(int number)")
        self.put("{")
        self.put("    if (N, number == SIGUSR1)")
        self.put("        N, sink = 1;")
        self.put("    else")
        self.put("        N, report_and_leave(3);")
        self.put("}")

    def put_finish(self):
        """However it ends, the array is printed."""
        ways = {"return": "exit(x & 127)", "exit": "exit(x & 127)",
                "_exit": "report_and_leave((int)x)", "quick": "quick_exit(7)",
                "abort": "abort()", "signal": "raise(SIGTERM), abort()",
                "thread": "pthread_exit(0)", "terminate": "std::terminate()"}
        self.put("NORETURN static void finish(unsigned x)")
        self.put("{")
        self.put("    N, sink = x;")
        self.put(f"    N, {ways[self.end]};")
        self.put("}")

    def put_caught(self, body):
        """BODY's calls, and whatever ends them short of the thread."""
        if self.cxx:
            self.put("try {")
            body()
            for what in ("Base &", "int", "unsigned"):
                self.put(f"}} catch ({what}) {{")
                self.put(f"    N, x += {len(what)};")
            self.put("}")
        else:
            self.put("{ sigjmp_buf env;")
            self.put("target = &env;")
            self.put("if (sigsetjmp(env, 0) == 0) {")
            body()
            self.put("} else {")
            self.put("    N, x += 3;")
            self.put("} }")

    def put_child(self):
        def calls():
            self.put(f"    N, x = {self.functions[-2][0]}(x);")

        def child():
            self.put("N, cornered = 1;")
            self.put("N, fuel = 200;")
            self.put("N, target = 0;")
            self.put("volatile unsigned x = start;")
            self.put_caught(calls)
            self.put("if (N, pick(3) == 0)")
            self.put("    N, exit(x & 127);")
            self.put("if (N, pick(2))")
            self.put("    N, abort();")
            self.put("N, _exit(x & 127);")
        self.block("NORETURN static void child(unsigned start)", child)

    def put_thread(self):
        def body():
            self.put(f"    N, x = {self.functions[-1][0]}(x);")
            self.put("    if (N, x & 1)")
            self.put("        N, pthread_exit(0);")

        def thread():
            self.put("N, in_thread = 1;")
            self.put("N, state = (unsigned long)start;")
            self.put("N, fuel = 500;")
            self.put("volatile unsigned x = 7;")
            self.put_caught(body)
            self.put("return N, (void *)0;")
        self.block("static void *body(void *start)", thread)

    def team(self):
        """Threads of OpenMP, whose iterations are as if each were alone."""
        name = self.name("team")
        callee = self.functions[-1][0]

        def call():
            self.put(f"    N, x = {callee}(x);")

        self.put(f"static unsigned {name}_part(unsigned i)")
        self.put("{")
        self.depth = 1
        self.put("struct kept kept; keep(&kept, i); N;")
        self.put("volatile unsigned x = i;")
        self.put_caught(call)
        self.put("restore(&kept); N;")
        self.put("return N, x;")
        self.depth = 0
        self.put("}")
        self.put(f"static unsigned {name}(unsigned x)")
        self.put("{")
        self.depth = 1
        self.put("unsigned sum = 0;")
        self.put_team_loop(name)
        self.put_team_sections(name)
        self.put("return N, x + sum;")
        self.depth = 0
        self.put("}")
        self.functions.append((name, True))

    def put_team_loop(self, name):
        schedule = self.random.choice(["static", "static, 1", "static, 2"])
        self.put(f"#pragma omp parallel for num_threads(3) schedule({schedule}) "
                 "reduction(+ : sum)")
        self.put(f"for (unsigned i = 0; i < {self.random.randint(3, 9)}; i++) {{")
        self.put("    if (N, i & 1)")
        self.put(f"        N, sum += {name}_part(i);")
        self.put("    for (unsigned j = 0; N, j < i; j++)")
        self.put("        N, sum += j ^ x;")
        self.put("    if (N, i == 2)")
        self.put("        { N; continue; }")
        self.put("    N, sum++;")
        if self.chance(2):
            self.put("#pragma omp critical")
            self.put("    { N; shared_sum += i; }")
        self.put("}")
        self.put("N, sum += shared_sum;")

    def put_team_sections(self, name):
        self.put("#pragma omp parallel sections num_threads(2) reduction(+ : sum)")
        self.put("{")
        for i in range(2):
            self.put("#pragma omp section")
            self.put(f"    {{ N; sum += {name}_part({i}); }}")
        self.put("}")
        self.put("if (N, x & 1) {")
        self.put("#pragma omp parallel num_threads(2)")
        self.put("#pragma omp single")
        self.put("    {")
        self.put("#pragma omp task shared(sum)")
        self.put(f"        {{ N; sum += {name}_part(7); }}")
        self.put("#pragma omp taskwait")
        self.put("        N, sum++;")
        self.put("    }")
        self.put("}")
