# RUN: %py %s
# --at has gdb look at expressions wherever the command comes to a place: how often which value
# was there. All else is as without: output, input, status, signals, counts.
import os
import re
import signal
import subprocess

from prefix import compiled, equal, folders, line_of, prof_run, report

os.environ["SHELL"] = "/bin/no such"
compiled("values", source="values.c", more=["-O0"])
compiled("plain", source="values.c", counted=False, more=["-O0"])


def table(done):
    """The head, and values -> times."""
    lines = done.stderr.splitlines()
    while ": came there " not in lines[0]:
        del lines[0]  # gdb's, without a HOME
    head, names, *rows = [line for line in lines if not line.startswith("prof-run: ")]
    equal(names.split()[:2], ["times", "share"])
    found = {}
    for row in rows:
        times, share, values = re.fullmatch(r" *(\d+) +([\d.]+)%  (.*)", row).groups()
        found[values] = int(times)
    return head, found


def run(*words, status=6, **options):
    done = prof_run(*words, status=status, input="a line\n", **options)
    equal(done.stdout, "read a line\nunseen, /bin/no such\n")
    return done


# The values of a line and of a function's arguments, of all threads, at its first line.
done = run("--at", f"visit:{line_of('REST', 'values.c')}", "--print", "rest", "./values")
equal(table(done), (f"visit:{line_of('REST', 'values.c')}: came there 101 times",
                    {"0": 25, "1": 25, "2": 25, "3": 26}))
assert "prof-run: 1 run of 1 program or library: prof.out" in done.stderr, done
counts = {line["line"]: line["count"] for file in report()["files"] for line in file["lines"]}
equal(counts[line_of("REST", "values.c")], 101)
for program in "./values", "./plain":
    head, found = table(run("--at", "visit", "--print", "name", "--print", "at->x",
                            "--print", "at->y > 2", program))
    assert head == "visit: came there 101 times", head
    values = {re.sub("0x[0-9a-f]+", "PLACE", values): times for values, times in found.items()}
    equal(values, {'PLACE "most", 1, 1': 90, 'PLACE "few", 1, 1': 7, 'PLACE "few", 1, 0': 3,
                   'PLACE "thread", 7, 0': 1})

# What cannot be told is said; nothing is called, and nothing is changed by it.
for expression, said in (("no_such", '<No symbol "no_such" in current context.>'),
                         ("*(int *)8", "<Cannot access memory at address 0x8>"),
                         ("visit(1, name, at)", "<Cannot call functions in the program")):
    found = table(run("--at", "visit", "--print", expression, "./plain"))[1]
    equal(len(found), 1)
    assert list(found)[0].startswith(said), (found, said)

# Bounded: the first thousand values are told apart, twenty of them shown.
done = run("--at", "many", "--print", "i", "./plain")
head, found = table(done)
equal((head, len(found), found.pop("more than 980 other values"), set(found.values())),
      ("many: came there 1500 times", 21, 1480, {1}))

# By a signal; it is one of the debuggers' as well.
for number in signal.SIGTERM, signal.SIGSEGV, signal.SIGKILL, signal.SIGTRAP:
    done = run("--at", "visit", "--print", "i > 50", "./values", int(number), status=-number)
    equal(table(done)[1], {"0": 52, "1": 49})

# What does not work is said.
done = run("--at", "thread", "--print", "unused", "./plain")
equal(table(done)[1], {"0x0": 1})
for words, status, said in (
        (["--at", "nobody", "--print", "i", "./plain"], 125,
         "prof-run: error: --at: nobody: nothing of that name, or without debug information"),
        (["--at", "nobody:3", "--print", "i", "./plain"], 125, "prof-run: error: --at: nobody:3: "
         'Function "nobody" not defined.'),
        (["--at", "visit", "--print", "i", "./none"], 127, "prof-run: error: ./none: not found"),
        (["--at", "visit", "./plain"], 125, "prof-run: error: --at and --print go together"),
        (["--at", "visit", "--print", "i", "--time", "./plain"], 125,
         "prof-run: error: --at: not with --time, --stacks, --kills and --patch")):
    done = prof_run(*words, status=status, input="a line\n")
    assert said in done.stderr.splitlines(), done
with open("script", "w", encoding="utf-8") as file:
    file.write("#!/bin/sh\nexit 3\n")
os.chmod("script", 0o755)
done = prof_run("--at", "visit", "--print", "i", "./script", status=126)
assert "prof-run: error: --at: COMMAND is no program that gdb can run" in done.stderr, done
done = prof_run("--at", "visit", "--print", "i", "./plain", status=125,
                env=dict(os.environ, PATH="/nowhere"))
equal(done.stderr.splitlines()[0], "prof-run: error: --at: gdb is not installed")
equal(folders(), [])

# Optimised code, of C++ too.
with open("some.cc", "w", encoding="utf-8") as file:
    file.write("#include <string>\nnamespace n { struct S { int v; "
               "__attribute__((noipa)) int get(const std::string &s) "
               "{ return v + (int)s.size(); } }; }\n"
               "int main() { n::S s{5}; int t = 0; for (int i = 0; i < 7; i++) "
               "t += s.get(i < 2 ? \"a\" : \"bc\"); return t != 47; }\n")
subprocess.run([os.environ["CC"].replace("gcc", "g++"), "-g", "-O2", "-o", "some", "some.cc"],
               check=True)
done = prof_run("--at", "n::S::get", "--print", "s", "--print", "this->v", "./some", status=0)
equal(table(done)[1], {'"bc", 5': 5, '"a", 5': 2})

# A function that is inlined has its own variables, at its first line and at any other.
with open("inlined.c", "w", encoding="utf-8") as file:
    file.write("static volatile int sum;\n"
               "static inline __attribute__((always_inline)) void inner(int value)\n"
               "{\n"
               "    int half = value / 2;\n"
               "    sum += half;\n"
               "}\n"
               "int main(void)\n"
               "{\n"
               "    for (int i = 0; i < 6; i++)\n"
               "        inner(i);\n"
               "    return sum != 6;\n"
               "}\n")
subprocess.run([os.environ["CC"], "-g", "-O0", "-o", "inlined", "inlined.c"], check=True)
for place, expression, values in (("inner", "value", {str(i): 1 for i in range(6)}),
                                  ("inner:5", "half", {"0": 2, "1": 2, "2": 2})):
    equal(table(prof_run("--at", place, "--print", expression, "./inlined"))[1], values)
