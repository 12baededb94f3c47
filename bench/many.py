"""Ten thousand short processes: what they cost, and their merging and reports.

The program has 200 units of functions, of which each process runs some that its
argument selects.  The peers merge and report what their own runs left: gcov
while the processes end, Clang in a pool of files, or from a file of each process.
"""
import glob
import os
import shutil
import subprocess
import time

import contenders
import programs

UNITS = 200
FUNCTIONS = 13      # of each unit, with a dozen counters each under edgeprof
RAW_FILES = 1000    # of Clang, each half a megabyte

FUNCTION = """int f{u}_{i}(int n)
{{
    int s = 0;
    for (int i = 0; i < n; i++)
        if (i % 3)
            s += i;
        else if (s > {i})
            s -= n;
    return s ? s : {u};
}}
"""


def unit_text(unit):
    calls = "".join(f"    case {i}: s += f{unit}_{i}(n);\n"
                    for i in range(FUNCTIONS))
    functions = "".join(FUNCTION.format(u=unit, i=i) for i in range(FUNCTIONS))
    return (f"{functions}int unit{unit}(int from, int n)\n{{\n    int s = 0;\n"
            f"    switch (from) {{\n{calls}    }}\n    return s;\n}}\n")


def main_text():
    units = range(UNITS)
    return ("#include <stdlib.h>\n" +
            "".join(f"int unit{u}(int, int);\n" for u in units) +
            "int main(int argc, char **argv)\n{\n"
            "    int n = argc > 1 ? atoi(argv[1]) : 1, s = 0;\n" +
            "".join(f"    s += unit{u}((n + {u}) % {FUNCTIONS}, n % 7);\n"
                    for u in units) + "    return s == 12345;\n}\n")


def write_sources(folder):
    os.makedirs(folder)
    texts = {f"unit{u}.c": unit_text(u) for u in range(UNITS)}
    for name, text in {**texts, "main.c": main_text()}.items():
        with open(os.path.join(folder, name), "w", encoding="utf-8") as out:
            out.write(text)


def build(folder, compiler, flags):
    """FOLDER/prog and its objects, from sources in FOLDER/src."""
    shutil.rmtree(folder, ignore_errors=True)
    write_sources(f"{folder}/src")
    with open(f"{folder}/build.mk", "w", encoding="utf-8") as out:
        out.write("objects = $(patsubst %.c,%.o,$(wildcard src/*.c))\n"
                  f"prog: $(objects)\n\t{compiler} -O2 {flags} $^ -o $@\n"
                  f"src/%.o: src/%.c\n\t{compiler} -O2 -g {flags} -c $< -o $@\n")
    subprocess.run(["make", "-s", "-j2", "-f", "build.mk"], cwd=folder,
                   check=True)


def spawn(folder, count, environment):
    """What COUNT processes take, one after the other."""
    os.makedirs(f"{folder}/runs", exist_ok=True)
    program = f"{folder}/prog"
    start, cpu = time.perf_counter(), 0
    for i in range(count):
        _, status, usage = os.wait4(os.posix_spawn(
            program, [program, str(i)], environment), 0)
        if status:
            raise RuntimeError(f"{program} {i}: status {status}")
        cpu += usage.ru_utime + usage.ru_stime
    return {"seconds": time.perf_counter() - start, "cpu": cpu}


def command(folder, words, output="/dev/null"):
    """What WORDS takes, run in FOLDER; megabytes at its peak."""
    start = time.perf_counter()
    with open(f"{folder}/{output}" if output[0] != "/" else output, "wb") as out:
        child = subprocess.Popen(words, cwd=folder, stdout=out,
                                 stderr=subprocess.PIPE)
        said = child.stderr.read()
        _, status, usage = os.wait4(child.pid, 0)
    child.returncode = status
    if status:
        raise RuntimeError(f"{' '.join(words)[:200]}: {said[-500:]!r}")
    return {"seconds": time.perf_counter() - start,
            "cpu": usage.ru_utime + usage.ru_stime,
            "megabytes": usage.ru_maxrss / 1024}


def counters(folder, program="prog"):
    """How many 64-bit counters FOLDER's PROGRAM has, whoever counts."""
    out = subprocess.run(["size", "-A", f"{folder}/{program}"], check=True, text=True,
                         stdout=subprocess.PIPE).stdout
    sizes = {line.split()[0]: int(line.split()[1])
             for line in out.splitlines() if len(line.split()) == 3 and
             line.split()[1].isdigit()}
    return (sizes.get("edgeprof_cnts", 0) or sizes.get("__llvm_prf_cnts", 0)) // 8


class Bench:
    """The builds, and the rows that are measured on them."""

    def __init__(self, processes, gcc, clang):
        self.processes = processes
        self.gcc = gcc
        self.clang = clang
        self.gcov = gcc.replace("gcc", "gcov")
        self.clang_version = clang.removeprefix("clang")
        self.base = os.path.join(programs.WORK, "many")
        self.rows = []

    def folder(self, name):
        return os.path.join(self.base, name.replace(" ", "-").replace("%", ""))

    def row(self, step, tool, function, *arguments, **more):
        """Add a row; FUNCTION gives the rest of it, or fails."""
        row = {"step": step, "tool": tool, **more}
        try:
            row.update(function(*arguments))
        except (RuntimeError, OSError, subprocess.SubprocessError) as error:
            row["error"] = str(error)
            print(f"  {step}, {tool}: {error}", flush=True)
        self.rows.append(row)

    def processes_of(self, name, count, build_name, how=None, pool="%p"):
        """COUNT processes of BUILD_NAME, built before if HOW is given."""
        def measure():
            folder = self.folder(build_name)
            if how:
                build(folder, *how)
            environment = contenders.run_environment(folder)
            environment["LLVM_PROFILE_FILE"] = f"{folder}/runs/{pool}"
            spawn(folder, 1, environment)
            contenders.clear(folder)
            taken = spawn(folder, count, environment)
            files = contenders.run_files(folder)
            return {**taken, "files": len(files),
                    "bytes": contenders.size_of(files),
                    "profiles": 1 if "gcov" in name else len(files),
                    "counters": counters(folder)}
        self.row("run", name, measure, processes=count)

    def run(self):
        edgeprof = {c: programs.plugin_flag(c) for c in (self.gcc, self.clang)}
        for name, compiler, flags in (
                ("gcc plain", self.gcc, ""),
                ("gcc edgeprof", self.gcc, edgeprof[self.gcc]),
                ("gcc gcov", self.gcc, "--coverage"),
                ("clang plain", self.clang, ""),
                ("clang edgeprof", self.clang, edgeprof[self.clang])):
            self.processes_of(name, self.processes, name, (compiler, flags))
        name = "clang coverage"
        self.processes_of(f"{name}, %4m", self.processes, name,
                          (self.clang, contenders.COVERAGE), "%4m")
        self.processes_of(f"{name}, %p", min(RAW_FILES, self.processes), name)

    def tool(self, step, name, build_name, words, output="/dev/null", **more):
        self.row(step, name, command, self.folder(build_name), words, output,
                 **more)

    def merge(self):
        for build_name in ("gcc edgeprof", "clang edgeprof"):
            for jobs in "1", "2":
                self.tool("merge", f"prof-merge -j {jobs}, {build_name}",
                          build_name, [f"{programs.BIN}/prof-merge", "-j", jobs,
                                       "-o", "prof.out", "runs"],
                          processes=self.processes)
        raw = sorted(glob.glob(f"{self.folder('clang coverage')}/runs/*"))
        self.tool("merge", "llvm-profdata", "clang coverage",
                  [f"llvm-profdata{self.clang_version}", "merge", "-sparse", "-o",
                   "prof.data", *raw], processes=len(raw))
        folder = self.folder("gcc gcov")
        shutil.copytree(f"{folder}/src", f"{folder}/copy", dirs_exist_ok=True)
        self.tool("merge", "gcov-tool", "gcc gcov",
                  [self.gcc.replace("gcc", "gcov-tool"), "merge", "-o", "merged",
                   "src", "copy"], processes=2)
        shutil.rmtree(f"{folder}/copy")
        shutil.rmtree(f"{folder}/merged", ignore_errors=True)

    def report(self):
        show = f"{programs.BIN}/prof-show"
        for build_name in ("gcc edgeprof", "clang edgeprof"):
            for words in ("coverage", "lines", "coverage --format json",
                          "coverage --format lcov", "html -o html"):
                self.tool("report", f"prof-show {words}, {build_name}",
                          build_name, [show, *words.split(), "prof.out"],
                          "report")
        data = sorted(os.path.relpath(path, self.folder("gcc gcov")) for path in
                      glob.glob(self.folder("gcc gcov") + "/src/*.gcda"))
        for name, words in (
                ("gcov", [self.gcov, *data]), ("gcov -j", [self.gcov, "-j", *data]),
                ("gcovr", ["gcovr", "-r", "src", "--gcov-executable", self.gcov,
                           "src"]),
                ("lcov", ["lcov", "-q", "--capture", "-d", "src", "--gcov-tool",
                          self.gcov, "-o", "lcov.info"]),
                ("genhtml, of lcov's", ["genhtml", "-q", "-o", "html", "lcov.info"]),
                ("gcovr --html-details", [
                    "gcovr", "-r", "src", "--gcov-executable", self.gcov,
                    "--html-details", "gcovr.html", "src"])):
            self.tool("report", name, "gcc gcov", words)
        cov = f"llvm-cov{self.clang_version}"
        profile = ["prog", "-instr-profile=prof.data"]
        for words in (["report"], ["show"], ["export", "-format=lcov"],
                      ["show", "-format=html", "-output-dir=html"]):
            self.tool("report", f"llvm-cov {' '.join(words)}", "clang coverage",
                      [cov, *words, *profile], "report")


def measure(processes, compilers):
    """Rows: step (run, merge, report), tool, and what it took."""
    gcc = next((c for c in compilers if c.startswith("gcc")), "gcc-12")
    clang = next((c for c in compilers if c.startswith("clang")), "clang-14")
    bench = Bench(processes, gcc, clang)
    bench.run()
    bench.merge()
    bench.report()
    shutil.rmtree(bench.base)
    return bench.rows
