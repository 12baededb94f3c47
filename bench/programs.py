"""The programs of the corpus: where they come from, how they are built and run.

zlib, bzip2, Lua, SQLite and zstd, as Debian source packages, unpacked below
build/corpus.  Shared by bench/corpus (are the counts exact?) and bench/run (what
do they cost?).
"""
import glob
import os
import shutil
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
WORK = os.path.join(ROOT, "build", "corpus")
LIB = os.path.join(ROOT, "build", "lib")
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


class Program:
    """One program of the corpus: its sources, flags and load."""

    def __init__(self, name, package, sources, flags="", libs="", prepare="",
                 load=()):
        self.name = name
        self.package = package
        self.sources = sources
        self.flags = flags
        self.libs = libs
        self.prepare = prepare  # a shell command in the source tree, once
        self.load = load        # shell commands; {} is the program, {data} a file

    def source_dir(self):
        return os.path.join(WORK, "src", self.name)

    def source_files(self):
        return sorted(path for pattern in self.sources
                      for path in glob.glob(pattern, root_dir=self.source_dir()))


PROGRAMS = [
    Program("bzip2", "bzip2",
            ["blocksort.c", "huffman.c", "crctable.c", "randtable.c",
             "compress.c", "decompress.c", "bzlib.c", "bzip2.c"],
            flags="-D_FILE_OFFSET_BITS=64",
            load=["{} -9 -c {data} > b", "{} -dc b | cmp - {data}",
                  "{} -1 -c {data} | {} -t", "{} -t {data} 2>/dev/null || true",
                  "sha256sum < b"]),
    Program("zlib", "zlib", ["[!t]*.c", "trees.c", "test/minigzip.c"],
            flags="-DHAVE_UNISTD_H -DHAVE_STDARG_H -D_LARGEFILE64_SOURCE=1 -I.",
            load=["{} -9 < {data} > g", "{} -d < g | cmp - {data}",
                  "{} -1 < {data} | {} -d | cmp - {data}", "{} -h < {data} | wc -c",
                  "sha256sum < g"]),
    Program("lua", "lua5.4", ["src/l[!u]*.c", "src/lu[!a]*.c", "src/lua.c"],
            # What Lua does depends on addresses in its seed and string cache.
            flags="-DLUA_USE_LINUX '-Dluai_makeseed(L)=42u' -DSTRCACHE_N=1"
                  " -DSTRCACHE_M=2",
            libs="-lm -ldl",
            load=["{} load.lua", "{} -e 'error(1)' 2>/dev/null || true",
                  "{} -v | head -c 3"]),
    Program("sqlite", "sqlite3", ["sqlite3.c", "test/speedtest1.c"],
            flags="-DSQLITE_THREADSAFE=0 -DSQLITE_OMIT_LOAD_EXTENSION -I.",
            libs="-lm", prepare="./configure -q >/dev/null && make -s sqlite3.c",
            load=["{} --size 5 --memdb | grep -v s$ | head -1 | cut -c1-20"]),
    Program("zstd", "libzstd",
            ["lib/common/*.c", "lib/compress/*.c", "lib/decompress/*.c",
             "lib/dictBuilder/*.c", "programs/*.c"],
            flags="-DZSTD_DISABLE_ASM -DXXH_NAMESPACE=ZSTD_ -Ilib -Ilib/common"
                  " -DZSTD_MULTITHREAD -pthread",
            # How often its I/O threads wait for each other is not repeatable.
            load=["{} -q -19 --single-thread --no-asyncio -c {data} > z",
                  "{} -q -d --no-asyncio -c z | cmp - {data}",
                  "{} -q -3 --single-thread --no-asyncio -c {data} >z3",
                  "{} -q -t --no-asyncio z3", "cat z z3 | sha256sum"]),
]


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
    chosen = [p for p in PROGRAMS if not names or p.name in names]
    fetch(chosen)
    return chosen


def fetch(programs):
    """Source trees under build/corpus/src, once."""
    os.makedirs(os.path.join(WORK, "packages"), exist_ok=True)
    missing = [p for p in programs if not os.path.exists(p.source_dir())]
    if not missing:
        return
    apt("update")
    apt("source", "--download-only", *[p.package for p in missing])
    for program in missing:
        tar = [path for path in glob.glob(os.path.join(
            WORK, "packages", program.package + "_*.orig.tar.*"))
            if not path.endswith(".asc")][0]
        folder = program.source_dir() + ".new"
        os.makedirs(folder)
        shell(f"tar -C {folder} --strip-components=1 -xf {tar}")
        if program.name == "sqlite" and not shutil.which("tclsh"):
            subprocess.run(["apt-get", "install", "-y", "-qq", "tcl"],
                           check=True, stdout=subprocess.DEVNULL)
        if program.prepare:
            shell(program.prepare, cwd=folder)
        os.rename(folder, program.source_dir())


def make_data():
    """The input of the compressors: two megabytes of source text."""
    path = os.path.join(WORK, "data")
    if not os.path.exists(path):
        text = b"".join(open(name, "rb").read() for name in sorted(
            glob.glob(os.path.join(WORK, "src", "*", "**", "*.c"),
                      recursive=True))[:400])
        with open(path, "wb") as out:
            out.write(text[:2 << 20])
    return path


def build(program, folder, compiler, flags, **environment):
    """Compile PROGRAM with COMPILER and FLAGS to FOLDER/prog, from scratch."""
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    sources = program.source_files()
    objects = " ".join(f"{folder}/{i}.o" for i in range(len(sources)))
    with open(os.path.join(folder, "build.mk"), "w", encoding="utf-8") as out:
        out.write(f"{folder}/prog: {objects}\n\t{compiler} {flags} "
                  f"{program.flags} $^ -o $@ {program.libs}\n")
        for i, source in enumerate(sources):
            out.write(f"{folder}/{i}.o: {source}\n\t{compiler} -g -w {flags} "
                      f"{program.flags} -c $< -o $@\n")
    subprocess.run(["make", "-s", "-j2", "-f", f"{folder}/build.mk"],
                   cwd=program.source_dir(), check=True,
                   env={**os.environ, **environment})
    with open(os.path.join(folder, "load.lua"), "w", encoding="utf-8") as out:
        out.write(LUA_LOAD)


def plugin_flag(compiler):
    """What loads edgeprof into COMPILER."""
    flag = "-fplugin=" if compiler.startswith("gcc") else "-fpass-plugin="
    return flag + PLUGIN


def run(program, folder, data, prefix="", **environment):
    """The output of PROGRAM's load; PREFIX goes before each command of it."""
    script = "; ".join(program.load).replace("{data}", data).replace(
        "{}", prefix + "./prog")
    return subprocess.run(script, shell=True, cwd=folder, check=False, text=True,
                          env={**os.environ, **environment},
                          stdout=subprocess.PIPE).stdout
