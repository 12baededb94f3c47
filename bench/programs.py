"""The programs of the corpus: where they come from, how they are built and run.

Debian source packages, unpacked below build/corpus.  Shared by bench/corpus (are
the counts exact?), bench/run (what do they cost?) and the oracles.
"""
import copy
import glob
import os
import re
import shutil
import subprocess

import projects
import strangers
import styles

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
WORK = os.path.join(ROOT, "build", "corpus")
LIB = os.path.join(ROOT, "build", "lib")
LOADS = os.path.join(ROOT, "bench", "loads")
INPUTS = os.path.join(WORK, "inputs")  # what others.py makes
BIN = os.path.join(ROOT, "build", "bin")
PLUGIN = os.path.join(LIB, "edgeprof", "edgeprof.so")
MIRROR = ("deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg]"
          " http://deb.debian.org/debian bookworm main\n")

LUA_LOAD = """
local t, s = {}, 0
for i = 1, 60000 do t[i] = (i * 7919) % 10007 end
table.sort(t)
for i, v in ipairs(t) do s = s + v * (i % 3) end
local words = {}
for w in (("the quick brown fox jumps "):rep(400)):gmatch("%a+") do
  words[w] = (words[w] or 0) + 1 end
local function fib(n) if n < 2 then return n end return fib(n-1) + fib(n-2) end
local co = coroutine.wrap(function() for i = 1, 500 do coroutine.yield(i) end end)
for i = 1, 500 do s = s + co() end
for i = 1, 200 do pcall(error, "x" .. i) end
print(s, words.fox, fib(20), string.format("%.3f", math.sin(1)), #tostring(t[1]))
"""


LUA_BENCH = """
local function fib(n) if n < 2 then return n end return fib(n-1) + fib(n-2) end
local function sieve(n)
  local composite, count = {}, 0
  for i = 2, n do
    if not composite[i] then
      count = count + 1
      for j = i * i, n, i do composite[j] = true end
    end
  end
  return count
end
local function words(n)
  local seen, sum = {}, 0
  for w in (("pack my box with five dozen jugs "):rep(n)):gmatch("%a+") do
    seen[w] = (seen[w] or 0) + #w end
  for _, v in pairs(seen) do sum = sum + v end
  return sum
end
local function sorted(n)
  local t, x = {}, 42
  for i = 1, n do x = (x * 16807) % 2147483647; t[i] = {key = x, name = "n" .. i} end
  table.sort(t, function(a, b) return a.key < b.key end)
  return t[n // 2].name
end
for i = 1, tonumber(arg[1]) do
  print(i, fib(20), sieve(20000), words(300), sorted(2000),
        select(2, pcall(error, "x" .. i, 0)))
end
"""


class Program:
    """One program of the corpus: its sources, flags and loads.

    A load is a list of shell commands.  {} is the program, {data} a file of source
    text; in `timed` {n} is how often to do the work, {files} that file n times.
    """
    log = ""  # it says nothing of itself

    def __init__(self, name, package, sources, flags="", libs="", prepare="",
                 driver="", load=(), timed=(), times=1, latitude="",
                 by_level=""):
        self.name = name
        self.package = package
        self.sources = sources
        self.flags = flags
        self.libs = libs
        self.prepare = prepare  # a shell command in the source tree, once
        self.driver = driver    # the file with main(), in bench/loads
        self.load = load        # what bench/corpus and the oracles run
        self.timed = timed      # what bench/run runs
        self.times = times      # the n that takes some seconds at -O0, one at -O2
        self.latitude = latitude  # functions and lines that may run more or less
        self.by_level = by_level  # why it does otherwise at -O0

    def source_files(self):
        own = [os.path.join(LOADS, self.driver)] if self.driver else []
        return own + sorted(
            path for pattern in self.sources
            for path in glob.glob(pattern, root_dir=source_dir(self)))


ZLIB = {"package": "zlib", "flags": "-DHAVE_UNISTD_H -DHAVE_STDARG_H"
                                    " -D_LARGEFILE64_SOURCE=1 -I."}
ZSTD = {"package": "libzstd",
        "flags": "-DZSTD_DISABLE_ASM -DXXH_NAMESPACE=ZSTD_ -Ilib -Ilib/common"
                 " -DZSTD_MULTITHREAD -pthread"}
BZIP2_LIBRARY = ["blocksort.c", "huffman.c", "crctable.c", "randtable.c",
                 "compress.c", "decompress.c", "bzlib.c"]
ZSTD_LIBRARY = ["lib/common/*.c", "lib/compress/*.c", "lib/decompress/*.c",
                "lib/dictBuilder/*.c"]

PROGRAMS = [
    Program("bzip2", "bzip2", [*BZIP2_LIBRARY, "bzip2.c"],
            flags="-D_FILE_OFFSET_BITS=64",
            load=["{} -9 -c {data} > b", "{} -dc b | cmp - {data}",
                  "{} -1 -c {data} | {} -t", "{} -t {data} 2>/dev/null || true",
                  "sha256sum < b"],
            timed=["{} -9 -c {files} > b", "{} -dc b", "cat b"], times=5),
    Program("zlib", sources=["[!t]*.c", "trees.c", "test/minigzip.c"], **ZLIB,
            load=["{} -9 < {data} > g", "{} -d < g | cmp - {data}",
                  "{} -1 < {data} | {} -d | cmp - {data}", "{} -h < {data} | wc -c",
                  "sha256sum < g"],
            timed=["cat {files} | {} -9 > g", "{} -d < g", "cat g"], times=4),
    Program("lua", "lua5.4", ["src/l[!u]*.c", "src/lu[!a]*.c", "src/lua.c"],
            # What Lua does depends on addresses in its seed and string cache.
            flags="-DLUA_USE_LINUX '-Dluai_makeseed(L)=42u' -DSTRCACHE_N=1"
                  " -DSTRCACHE_M=2",
            libs="-lm -ldl",
            load=["{} load.lua", "{} -e 'error(1)' 2>/dev/null || true",
                  "{} -v | head -c 3"],
            timed=["{} bench.lua {n}"], times=220),
    Program("sqlite", "sqlite3", ["sqlite3.c", "test/speedtest1.c"],
            flags="-DSQLITE_THREADSAFE=0 -DSQLITE_OMIT_LOAD_EXTENSION -I.",
            libs="-lm", prepare="./configure -q >/dev/null && make -s sqlite3.c",
            load=["{} --size 5 --memdb | grep -v s$ | head -1 | cut -c1-20"],
            timed=["{} --size {n} --memdb --verify | tail -1"], times=40),
    Program("brotli", "brotli", ["c/*/*.c"], flags="-Ic/include", libs="-lm",
            load=["{} -q 11 -c {data} > b", "{} -dc < b | cmp - {data}",
                  "{} -q 1 -c {data} | {} -dc | cmp - {data}",
                  "{} -q 5 -c {data} > b5", "{} -t < b5",
                  "{} -t < {data} 2>/dev/null || true", "cat b b5 | sha256sum"],
            # A window too small for the next copy of the same text.
            timed=["cat {files} | {} -q 9 -w 18 > b", "{} -dc < b",
                   "cat {files} | {} -q 5 -w 18 > b", "{} -dc < b", "cat b"],
            times=5, by_level="it asks what is constant (__builtin_constant_p)"),
    Program("zstd", sources=[*ZSTD_LIBRARY, "programs/*.c"], **ZSTD,
            # How often its I/O threads wait for each other is not repeatable.
            load=["{} -q -19 --single-thread --no-asyncio -c {data} > z",
                  "{} -q -d --no-asyncio -c z | cmp - {data}",
                  "{} -q -3 --single-thread --no-asyncio -c {data} >z3",
                  "{} -q -t --no-asyncio z3", "cat z z3 | sha256sum"],
            timed=["{} -q -12 --single-thread --no-asyncio -c {files} > z",
                   "{} -q -d --no-asyncio -c z", "cat z"], times=11),
    Program("json", "nlohmann-json3", [], driver="json.cc",
            flags="-Isingle_include", load=["{} 3"], timed=["{} {n}"], times=140,
            # What a delegating constructor is given is moved once more by Clang
            # (CWG 2403).
            latitude=r"::(~?basic_json|assert_invariant|set_parents|destroy)\("),
    Program("re2", "re2", ["re2/*.cc", "util/rune.cc", "util/strutil.cc"],
            driver="re2.cc", flags="-I. -pthread",
            prepare="sed -i '/^_UNICODE_DIR/s,https.*,file:///usr/share/unicode\",'"
                    " re2/unicode.py && sed -i s,https:,file:, re2/unicode.py &&"
                    " make -s REBUILD_TABLES=1 re2/perl_groups.cc"
                    " re2/unicode_casefold.cc re2/unicode_groups.cc",
            load=["{} 1 {data}"], timed=["{} {n} {data}"], times=50,
            # Its sparse sets look at memory before they have written it.
            latitude=r"re2::PODArray<.*>::operator\[\]|re2/pod_array\.h:"),
]

STRANGERS = [Program(**words) for words in strangers.STRANGERS]


def source_dir(program):
    return os.path.join(WORK, "src", program.package)


def shell(command, **options):
    return subprocess.run(command, shell=True, check=True, text=True,
                          stdout=subprocess.PIPE, **options).stdout


def apt(*words):
    """apt-get with lists and caches of our own, for source packages."""
    state = os.path.join(WORK, "apt")
    for folder in ("lists/partial", "cache/archives/partial"):
        os.makedirs(os.path.join(state, folder), exist_ok=True)
    with open(os.path.join(state, "sources.list"), "w",
              encoding="utf-8") as out:
        out.write(MIRROR)
    subprocess.run(
        ["apt-get", "-qq", "-o", f"Dir::Etc::SourceList={state}/sources.list",
         "-o", "Dir::Etc::SourceParts=/dev/null",
         "-o", f"Dir::State::Lists={state}/lists",
         "-o", f"Dir::Cache={state}/cache", "-o", "APT::Sandbox::User=root",
         *words], check=True, stdout=subprocess.DEVNULL,
        cwd=os.path.join(WORK, "packages"))


def choose(names):
    """The programs of those names (none: all), their sources in place."""
    unknown = set(names) - {p.name for p in PROGRAMS + STRANGERS + projects.PROJECTS}
    if unknown:
        raise SystemExit("error: no such program: " + " ".join(sorted(unknown)))
    chosen = [p for p in PROGRAMS if not names or p.name in names]
    chosen += [p for p in STRANGERS + projects.PROJECTS if p.name in names]
    fetch(chosen + PROGRAMS[1:2])  # zlib's sources are the data
    return chosen


def fetch(programs):
    """Source trees under build/corpus/src, once."""
    os.makedirs(os.path.join(WORK, "packages"), exist_ok=True)
    missing = {p.package: p for p in programs
               if not os.path.exists(source_dir(p))}
    if not missing:
        return
    apt("update")
    apt("source", "--download-only", "--tar-only", *missing)
    for package, program in missing.items():
        tar = [path for path in glob.glob(os.path.join(
            WORK, "packages", package + "_*.orig.tar.*"))
            if not path.endswith(".asc")][0]
        folder = source_dir(program) + ".new"
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        shell(f"tar -C {folder} -xf {tar}")
        inner = os.listdir(folder)
        tree = os.path.join(folder, inner[0]) if len(inner) == 1 else folder
        if program.prepare:
            shell(program.prepare, cwd=tree)
        os.rename(tree, source_dir(program))
        shutil.rmtree(folder, ignore_errors=True)


def laid_out(program, clang_format, style):
    """PROGRAM with all its sources laid out in STYLE, as styles.lay_out() has it."""
    other = copy.copy(program)
    other.name = f"{program.name}-{style.replace(':', '-')}"
    other.package = f"{program.package}-{style.replace(':', '-')}"
    new = source_dir(other) + ".new"
    shutil.rmtree(source_dir(other), ignore_errors=True)
    shutil.rmtree(new, ignore_errors=True)
    shutil.copytree(source_dir(program), new, symlinks=True)
    styles.lay_out(clang_format, style, [
        path for path in glob.glob(new + "/**/*.*", recursive=True)
        if re.fullmatch(r".*\.(c|h|cc|cpp|hpp|inc|inl)", path) and os.path.isfile(path)])
    os.rename(new, source_dir(other))
    return other


def make_data(size=2 << 20):
    """A file of up to SIZE bytes of source text, the input of the compressors."""
    path = os.path.join(WORK, f"data-{size}")
    if not os.path.exists(path):
        text = b"".join(open(name, "rb").read() for name in sorted(
            glob.glob(os.path.join(WORK, "src", "zlib", "**", "*.[ch]"),
                      recursive=True)))
        with open(path, "wb") as out:
            out.write(text[:size])
    return path


def compiler_for(source, compiler):
    """The driver for SOURCE: gcc-12 and g++-12, clang-14 and clang++-14.

    What a program calls depends on its C++ library (how a hash table grows), so
    all take that of GCC 12, as clang does by itself.
    """
    if source.endswith(".c"):
        return compiler
    driver = compiler.replace("gcc", "g++").replace("clang", "clang++")
    if compiler == "gcc-11":
        driver += " -nostdinc++ -isystem /usr/include/c++/12" \
            " -isystem /usr/include/x86_64-linux-gnu/c++/12"
    return driver + " -std=c++17"


def make_rules(program, folder, compiler, flags):
    """The text of a makefile that builds FOLDER/prog."""
    sources = program.source_files()
    objects = " ".join(f"{folder}/{i}.o" for i in range(len(sources)))
    link = compiler_for(min(sources, key=lambda name: name.endswith(".c")),
                        compiler)
    rules = (f"{folder}/prog: {objects}\n\t{link} {flags} {program.flags} $^"
             f" -o $@ {program.libs}\n")
    for i, source in enumerate(sources):
        rules += (f"{folder}/{i}.o: {source}\n"
                  f"\t{compiler_for(source, compiler)} -g -w {flags}"
                  f" {program.flags} -c $< -o $@\n")
    return rules


def build(program, folder, compiler, flags, keep=False, **environment):
    """Compile PROGRAM with COMPILER and FLAGS to FOLDER/prog, from scratch; KEEP
    what else is in FOLDER.

    Returns the processor seconds that it took.
    """
    if isinstance(program, projects.Project):
        program.build(source_dir(program), folder, compiler, flags, environment)
        return 0
    if not keep:
        shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "build.mk"), "w", encoding="utf-8") as out:
        out.write(make_rules(program, folder, compiler, flags))
    make = subprocess.Popen(["make", "-r", "-B", "-s", "-j2", "-f", f"{folder}/build.mk"],
                            cwd=source_dir(program),
                            env={**os.environ, **environment})
    _, make.returncode, usage = os.wait4(make.pid, 0)
    if make.returncode:
        raise subprocess.CalledProcessError(make.returncode, make.args)
    for name, text in (("load.lua", LUA_LOAD), ("bench.lua", LUA_BENCH)):
        with open(os.path.join(folder, name), "w", encoding="utf-8") as out:
            out.write(text)
    return usage.ru_utime + usage.ru_stime


def plugin_flag(compiler):
    """What loads edgeprof into COMPILER."""
    flag = "-fplugin=" if compiler.startswith("gcc") else "-fpass-plugin="
    return flag + PLUGIN


def filled(script, program, work, data, command):
    """SCRIPT, of commands of PROGRAM's, that does its work WORK times by COMMAND."""
    for key, value in (("{n}", str(work)), ("{data}", data),
                       ("{files}", " ".join([data] * work)),
                       ("{source}", source_dir(program)),
                       ("{inputs}", INPUTS),
                       ("{}", command)):
        script = script.replace(key, value)
    return script


def run(program, folder, data, prefix="", **environment):
    """The output of PROGRAM's load, or of what is timed, once; PREFIX goes before each command
    of it."""
    if isinstance(program, projects.Project):
        return program.run(folder, environment)
    script = filled("; ".join(program.load or program.timed), program, 1, data,
                    prefix + "./prog")
    return subprocess.run(script, shell=True, cwd=folder, check=False, text=True,
                          errors="replace", env={**os.environ, **environment},
                          stdout=subprocess.PIPE).stdout
