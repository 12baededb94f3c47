"""What the plugin adds to compiling a source grows as the source does.

usage: grown.py PLAIN COUNTED

Both are commands that compile a file, which is put behind them; instructions are counted,
of all processes.
"""
import re
import subprocess
import sys

MORE = 4       # times as many functions
LIMIT = 6      # times as many instructions; if all were read again for each, MORE squared
FUNCTIONS = 100

FUNCTION = """
#ifdef NEVER
static int never{0}(int n) {{ return n && !n; }}
#endif
int function{0}(int n)
{{
    const char *text = n > {0} && n < 9
        ? "this text is the first word on its line, and a long one " /* as are many */
          "as is this one, which goes on with what the first has said"
        : n || MACRO(n)
        ? 0
        : "the last";
    for (int i = 0; i < n; i++)
        if (i % 3 == 1 || !text)
            n -= text ? *text : i;
    return n;
}}
"""


def instructions(command, functions):
    with open("grown.c", "w", encoding="utf-8") as out:
        out.write("#define MACRO(n) ((n) > 2 && (n) != 4)\n")
        out.writelines(FUNCTION.format(i) for i in range(functions))
    done = subprocess.run(
        ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--trace-children=yes",
         "--cachegrind-out-file=/dev/null", *command.split(), "grown.c"],
        check=True, text=True, stderr=subprocess.PIPE)
    return sum(int(n.replace(",", "")) for n in
               re.findall(r"I +refs: +([\d,]+)", done.stderr))


def main(plain, counted):
    few, many = (instructions(counted, n) - instructions(plain, n)
                 for n in (FUNCTIONS, MORE * FUNCTIONS))
    print(f"{few:,} more instructions, and {many:,} of {MORE} times as many functions")
    return 0 if 0 < few and many < LIMIT * few else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
