"""Programs that nobody tuned edgeprof for: one load each, at -O2.

The words are those of programs.Program; {source} is the source tree, {inputs} has
what make_inputs makes.  What strangers.py has is among them as far as it has a load to be timed.
"""
import os
import random

import programs
import speed

NAMES = ("plain", "edgeprof", "gcov", "gcov atomic", "coverage", "ir pgo")


def often(command):
    return f"for i in $(seq {{n}}); do {command}; done"


JS = """cat > t.js <<'END'
function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2) }
function sieve(n) { var c = [], k = 0
  for (var i = 2; i < n; i++) if (!c[i]) { k++; for (var j = i * 2; j < n; j += i) c[j] = 1 }
  return k }
function words(n) { var s = Object(), t = ""
  for (var i = 0; i < n; i++) t += "w" + (i * 7919) % 101 + " "
  t.split(" ").forEach(function (w) { s[w] = (s[w] || 0) + w.length })
  return JSON.stringify(s).length + t.replace(/w1(\\d)/g, "<$1>").length }
function sorted(n) { var a = [], x = 42
  for (var i = 0; i < n; i++) { x = (x * 16807) % 2147483647; a.push({key: x}) }
  return a.sort(function (a, b) { return a.key - b.key })[n >> 1].key }
for (var i = 0; i < N; i++) print(i, fib(15), sieve(2000), words(400), sorted(300))
END
sed -i 's/N;/{n};/' t.js; {} t.js"""
SCHEME = """cat > t.scm <<'END'
(define (fib n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2)))))
(define (queens board-size)
  (define (ok? row rest d) (or (null? rest) (and (not (= (car rest) (+ row d)))
    (not (= (car rest) (- row d))) (not (= (car rest) row)) (ok? row (cdr rest) (+ d 1)))))
  (define (place k rest) (if (= k 0) 1 (let try ((row 1) (sum 0)) (if (> row board-size) sum
    (try (+ row 1) (if (ok? row rest 1) (+ sum (place (- k 1) (cons row rest))) sum))))))
  (place board-size '()))
(write (list (fib 16) (queens 6)))
END
"""

PROGRAMS = [
    {"name": "lz4", "package": "lz4", "sources": ["lib/*.c", "programs/*.c"],
     "flags": "-Ilib -DXXH_NAMESPACE=LZ4_",
     "timed": ["cat {files} | {} -9 -c > l", "{} -dc < l", "cat l"], "times": 12},
    {"name": "lzip", "package": "lzip", "sources": ["*.cc"], "flags": "'-DPROGVERSION=\"1\"'",
     "timed": ["cat {files} | {} -3 > z", "{} -dc < z", "cat z"]},
    {"name": "clzip", "package": "clzip", "sources": ["*.c"], "flags": "'-DPROGVERSION=\"1\"'",
     "timed": ["cat {files} | {} -3 > z", "{} -dc < z", "cat z"]},
    {"name": "zopfli", "package": "zopfli", "sources": ["src/zopfli/*.c"], "libs": "-lm",
     "timed": ["head -c 300000 {data} > d", "{} -c --i{n} d"], "times": 2},
    {"name": "libdeflate", "package": "libdeflate",
     "sources": ["lib/*.c", "lib/x86/*.c", "programs/gzip.c", "programs/prog_util.c",
                 "programs/tgetopt.c"],
     "flags": "-D_FILE_OFFSET_BITS=64 -D_POSIX_C_SOURCE=200809L -D_GNU_SOURCE -I. -Iprograms",
     "prepare": "sh scripts/detect.sh > programs/config.h",
     "timed": ["{} -9 -c {files} > g.gz", "{} -dc g.gz", "cat g.gz"], "times": 10},
    {"name": "snappy", "package": "snappy", "driver": "snappy.cc",
     "sources": ["snappy.cc", "snappy-sinksource.cc", "snappy-stubs-internal.cc"],
     "flags": "-I.", "timed": ["{} {n} {data}"], "times": 60,
     "prepare": "sed 's/[$]{HAVE_[A-Z_]*_01}/1/; s/[$]{PROJECT_VERSION_[A-Z]*}/1/'"
                " snappy-stubs-public.h.in > snappy-stubs-public.h"},
    {"name": "md4c", "package": "md4c", "sources": ["src/*.c", "md2html/*.c"],
     "flags": "-Isrc -DMD_VERSION_MAJOR=0 -DMD_VERSION_MINOR=4 -DMD_VERSION_RELEASE=8",
     "timed": [often("cat {source}/test/spec.txt") + " > t.md", "{} --github t.md"],
     "times": 150},
    {"name": "tidy", "package": "tidy-html5", "sources": ["src/*.c", "console/tidy.c"],
     "flags": "-Iinclude -Isrc '-DLIBTIDY_VERSION=\"5\"' '-DRELEASE_DATE=\"today\"'",
     "timed": [often("{} -q -i --show-warnings no {inputs}/page.html || [ $? = 1 ]")],
     "times": 14},
    {"name": "expat", "package": "expat",
     "sources": ["expat/lib/*.c", "expat/xmlwf/codepage.c", "expat/xmlwf/unixfilemap.c",
                 "expat/xmlwf/xmlfile.c", "expat/xmlwf/xmlwf.c"],
     "flags": "-Iexpat -Iexpat/lib",
     "prepare": "printf '#define %s\\n' 'XML_CONTEXT_BYTES 1024' XML_DTD XML_NS HAVE_GETRANDOM"
                " 'BYTEORDER 1234' HAVE_UNISTD_H > expat/expat_config.h",
     "timed": [often("{} -d . {inputs}/tree.xml"), "cat tree.xml"], "times": 45},
    {"name": "libyaml", "package": "libyaml", "sources": ["src/*.c", "tests/run-parser.c"],
     "flags": "-Iinclude -Isrc -DYAML_VERSION_MAJOR=0 -DYAML_VERSION_MINOR=2"
              " -DYAML_VERSION_PATCH=5 '-DYAML_VERSION_STRING=\"0.2.5\"'",
     "timed": [often("{} {inputs}/tree.yaml")], "times": 50},
    {"name": "duktape", "package": "duktape",
     "sources": ["src/duktape.c", "examples/cmdline/duk_cmdline.c",
                 "extras/print-alert/duk_print_alert.c"],
     "flags": "-Isrc -Iexamples/cmdline -Iextras/print-alert -DDUK_CMDLINE_PRINTALERT_SUPPORT",
     "libs": "-lm", "timed": [JS], "times": 100},
    {"name": "tcc", "package": "tcc", "sources": ["tcc.c"], "flags": "-DONE_SOURCE=1",
     "libs": "-lm -ldl -pthread", "prepare": "./configure >/dev/null",
     "timed": [often("{} -B{source} -I{source} -I/usr/include/x86_64-linux-gnu -DONE_SOURCE=1"
                     " -c {source}/tcc.c -o t.o"),
               "sha256sum < t.o"], "times": 25},
    {"name": "minisat", "package": "minisat2",
     "sources": ["minisat/core/*.cc", "minisat/utils/*.cc"],
     "flags": "-I. -D__STDC_LIMIT_MACROS -D__STDC_FORMAT_MACROS -Wno-literal-suffix"
              " -Wno-reserved-user-defined-literal", "libs": "-lz",
     "prepare": "sed -i 's/bool sign = false);/bool sign);/;"  # of a friend that is no definition
                " s/mkLit  *(Var var, bool sign)/mkLit(Var var, bool sign = false)/'"
                " minisat/core/SolverTypes.h",
     "timed": [often("{} -verb=0 {inputs}/random.cnf || [ $? -ge 10 ]")], "times": 100},
    {"name": "picosat", "package": "picosat",
     "sources": ["picosat.c", "main.c", "app.c", "version.c"], "flags": "-DNDEBUG",
     "prepare": "./configure.sh >/dev/null && make -s config.h",
     "timed": [often("{} {inputs}/random.cnf || [ $? -ge 10 ]")], "times": 80},
    {"name": "cadical", "package": "cadical",
     "sources": ["src/[!m]*.cpp", "src/m[!o]*.cpp"], "flags": "-DNBUILD -DNDEBUG",
     "timed": [often("{} -q {inputs}/random.cnf || [ $? -ge 10 ]")], "times": 50},
    {"name": "fasttree", "package": "fasttree", "sources": ["fasttree.c"], "libs": "-lm",
     "timed": [often("{} -nt -quiet -nopr {inputs}/aligned.fasta")], "times": 2},
    {"name": "gperf", "package": "gperf",
     "sources": ["src/*.cc", "lib/getline.cc", "lib/hash.cc"], "flags": "-Isrc -Ilib -Dregister=",
     "prepare": "touch src/config.h",
     "timed": [often("{} -m 10 {inputs}/words")], "times": 7},
    {"name": "figlet", "package": "figlet",
     "sources": ["figlet.c", "zipio.c", "crc.c", "inflate.c", "utf8.c"],
     "flags": "'-DDEFAULTFONTDIR=\".\"' '-DDEFAULTFONTFILE=\"standard\"'",
     "timed": [often("{} -d {source}/fonts -w 150 < {inputs}/words")], "times": 80},
    {"name": "fmt", "package": "fmtlib", "sources": ["src/format.cc"], "driver": "fmt.cc",
     "flags": "-Iinclude", "timed": ["{} {n}"], "times": 90},
    {"name": "rapidjson", "package": "rapidjson", "sources": [], "driver": "rapidjson.cc",
     "flags": "-Iinclude", "timed": ["{} {n}"], "times": 110},
]
# Loads to be timed, of programs that strangers.py tells of.
STRANGERS = {
    "pugixml": {"timed": ["ln -sfn {source}/tests .", often("{} | tail -1")], "times": 2},
    "tinyxml2": {"timed": ["mkdir -p resources/out; cp {source}/resources/*.xml resources",
                           often("{} | grep -c -w pass")], "times": 25},
    "jsoncpp": {"timed": [often("{} | tail -1")], "times": 60},
    "double-conversion": {"timed": [often("{} test-strtod; {} test-bignum-dtoa")], "times": 2},
    "yaml-cpp": {"timed": [often("{} {inputs}/tree.yaml")], "times": 5},
    "cmark": {"timed": [often("cat {source}/test/spec.txt") + " > t.md", "{} -t html t.md"],
              "times": 100},
    "tinyscheme": {"timed": ["cp {source}/init.scm .", SCHEME + often("{} t.scm")],
                   "times": 10},
    "mujs": {"timed": [JS], "times": 20},
}


def random_cnf(random_of, variables=170):
    """Clauses of three, as many as it takes for about half of such formulas to have a model."""
    clauses = int(4.26 * variables)
    yield f"p cnf {variables} {clauses}"
    for _ in range(clauses):
        yield " ".join(str(v * random_of.choice((-1, 1))) for v in random_of.sample(
            range(1, variables + 1), 3)) + " 0"


def tree_xml(random_of):
    yield '<?xml version="1.0"?>\n<!DOCTYPE list [<!ENTITY mark "&#169;">]>\n<list>'
    for i in range(3000):
        yield (f'<item id="i{i}" size=\'{random_of.randrange(10 ** 6)}\'><!-- {i} -->'
               f"<name>n &amp; {random_of.random()}&mark;</name>"
               f"<![CDATA[<{i}>]]><empty a='1' b='2'/></item>")
    yield "</list>"


def tree_yaml(random_of):
    for i in range(1500):
        yield (f"- id: {i}\n  name: \"n\\t{random_of.random()}\"\n  sizes: [1, {i}, 0x1f, ~]\n"
               f"  text: |\n    one\n    two {i}\n  map: {{a: 'it''s', b: *x{i}}}\n"
               if i % 5 else f"- &x{i + 1} {{id: {i}, next: [a, b]}}\n"
               f"- &x{i + 2} plain text\n- &x{i + 3} k: v\n- &x{i + 4} 'q'")


def page_html(random_of):
    yield "<html><head><title>t</title><body>"
    for i in range(800):
        yield (f"<p>text {i} <b>bold <i>both</b> italic</i> &amp; &copy <a href=x?{i}&y>link"
               f"<ul><li>one<li>{random_of.random()}</ul><table><tr><td>a<td align=left>b"
               f"</table><img src='p{i}.png'><font color=red>r</font><br>")


def words(random_of):
    made = {"".join(random_of.choices("abcdefghijklmnoprstuvw", k=random_of.randint(3, 9)))
            for _ in range(400)}
    yield from sorted(made)


def aligned_fasta(random_of):
    """Sequences that came from each other by changes."""
    known = ["".join(random_of.choices("ACGT", k=300))]
    for _ in range(80):
        text = list(random_of.choice(known))
        for _ in range(15):
            text[random_of.randrange(len(text))] = random_of.choice("ACGT")
        known.append("".join(text))
    for i, text in enumerate(known):
        yield f">s{i}\n{text}"


def make_inputs():
    """The inputs, the same each time."""
    os.makedirs(programs.INPUTS, exist_ok=True)
    for name, lines in (("random.cnf", random_cnf), ("tree.xml", tree_xml),
                        ("tree.yaml", tree_yaml), ("page.html", page_html),
                        ("words", words), ("aligned.fasta", aligned_fasta)):
        with open(os.path.join(programs.INPUTS, name), "w", encoding="utf-8") as out:
            out.writelines(line + "\n" for line in lines(random.Random(1)))


def measure(program, compiler, rounds):
    """The rows of PROGRAM under COMPILER: fewer rounds do, as there are many programs."""
    rows = speed.rows_of(program, compiler, ("-O2",), NAMES)
    data = programs.make_data()
    speed.interleave(rows, (rounds + 1) // 2,
                     lambda row: speed.load(program, program.times, data))
    speed.all_instructions(program, rows)
    return rows


def choose(names):
    """Those named; none named: all."""
    known = {words["name"]: words for words in programs.strangers.STRANGERS}
    every = [programs.Program(**words) for words in PROGRAMS] + [
        programs.Program(**{**known[name], **words}) for name, words in STRANGERS.items()]
    chosen = [program for program in every if not names or program.name in names]
    programs.fetch(chosen + programs.PROGRAMS[1:2])  # zlib's sources are the data
    make_inputs()
    return chosen


def find(names):
    """The programs of those names, of here or of programs.py, which come first."""
    known = {p.name for p in programs.PROGRAMS + programs.STRANGERS}
    mine = {words["name"] for words in PROGRAMS}.difference(known).intersection(names)
    others = [name for name in names if name not in mine]
    return (programs.choose(others) if others else []) + (choose(mine) if mine else [])
