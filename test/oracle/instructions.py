#!/usr/bin/env python3
"""Programs that prof-patch counts: each instruction's count against callgrind's.

usage: instructions.py BUILD [-- PROGRAM ARG...]...

With --breakpoints, which count what has no room for jumps.  Runs each PROGRAM (default: some of this system's, below) once under callgrind
--dump-instr=yes and once counted, and its libraries with it; standard input is
empty, output must be equal.  What differs must be one of these:
  - `rep`: callgrind counts each turn of a repeated instruction
  - a function left alone is not counted; callgrind executes it all the same; nor
    is what neither a symbol nor .eh_frame tells of, as crt1.o's code in a stripped
    program
  - what two counted runs do not agree on either: find sorts a table of functions by
    the bytes of their addresses, which the system chooses
  - grep reads /proc/self/maps, and so its stack's guard, in code of its own, with a
    buffer that it doubles where the text has more than a page; --once's segments are others
  - a static program reads its own program headers: for it all is compared with a file
    that has the counted one's, and the old code
  - the child of gdb's vfork, which runs iconv, counts in gdb's memory until it executes that:
    one function has some instructions once more; to valgrind vfork is fork
  - what breakpoints in the plain program, on the real processor, decide for us:
    valgrind's has fewer instructions, and its memory lies lower, which Python keeps
    its pools by
  - what does not differ when all is done a second or third time: a program may have a child,
    and do more or less when that ends sooner
Once more it runs with --once, which must find the same instructions executed.
Prints a line per program and library: instructions executed, those that differ and
that nothing explains, those that breakpoints decided, functions left alone.
"""
import collections
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

PROGRAMS = [
    ["bzip2", "-k", "-c", "DATA"],
    ["gzip", "-c", "-9", "DATA"],
    ["xz", "-c", "-1", "DATA"],
    ["grep", "-n", "-E", "(main|int).*[a-f]+$", "TEXT"],
    ["sed", "-e", "s/[a-c]/<&>/g;y/xyz/zyx/;$!N;P;D", "TEXT"],
    ["sort", "-k", "2", "-r", "TEXT"],
    ["perl", "-e", "my %h; $h{$_ % 7} .= chr(65 + $_ % 26) for 1..3000; "
     "print qq($_ $h{$_}\n) for sort keys %h; eval { die 3 }; print $@"],
    ["bash", "-c", "for i in 1 2 3; do echo $i; done; echo ${x:-7}"],
    ["tar", "cf", "-", "--mtime=@0", "TEXT"],
    ["git", "--no-pager", "-C", "HERE", "log", "--oneline", "-20"],
    ["cmake", "-P", "CMAKE"],
    ["ninja", "-C", "NINJA", "-t", "targets", "all"],
    ["file", "-b", "TEXT"],
    ["openssl", "dgst", "-sha256", "TEXT"],
    ["openssl", "enc", "-aes-128-cbc", "-K", "00112233445566778899aabbccddeeff", "-iv",
     "00112233445566778899aabbccddeeff", "-in", "TEXT"],
    ["readelf", "-S", "-s", "/usr/bin/sed"],
    ["objdump", "-d", "--start-address=0x4000", "--stop-address=0x5000", "/usr/bin/sed"],
    ["ls", "-l", "/usr/lib"],
    ["find", "/usr/share/doc/bash", "-name", "*.gz"],
    # Not position-independent.
    ["/usr/bin/python3", "-S", "-c", "print(sum(i * i for i in range(300)))"],
    ["gcc-12", "--help"],
    ["gcov-12", "--help"],
    ["gawk", "BEGIN { for (i = 0; i < 300; i++) n[i % 7] = n[i % 7] substr(\"abc\", i % 3, 1) } "
     "{ gsub(/[aeiou]+/, \"<&>\"); s += length } END { print s, n[3] }", "TEXT"],
    ["lua5.4", "-e", "local t = {} for i = 1, 500 do t[i] = i * 7919 % 501 end table.sort(t) "
     "print(t[7], ('one two'):gsub('%a+', string.upper), pcall(error, 'x'))"],
    ["sqlite3", ":memory:", "create table t(a integer primary key, b text); with recursive n(i) "
     "as (select 1 union all select i + 1 from n where i < 300) insert into t select i, "
     "'x' || (i % 17) from n; create index i on t(b); select b, count(*), sum(a) from t group by b "
     "order by 3 desc; delete from t where a % 3 = 0; select max(a) from t where b like '%1%';"],
    ["perl", "-MCompress::Raw::Zlib", "-e", "open F, $ARGV[0]; read F, $x, 99999; "
     "($d) = new Compress::Raw::Zlib::Deflate; $d->deflate($x, $y); $d->flush($z); print $y, $z; "
     "$y .= $z; ($i) = new Compress::Raw::Zlib::Inflate; $i->inflate($y, $w); "
     "print $w eq $x", "TEXT"],
    ["mawk", "BEGIN { for (i = 0; i < 1000; i++) s += sin(i); print s }"],
    # Static: the C library is counted, too.
    ["bash-static", "-c", "for i in 1 2 3; do echo $i; done; echo ${x:-7} $(echo a b)"],
    ["zsh-static", "-f", "-c", "a=(3 1 2); print ${(o)a} ${#a}; for i ({1..50}) : $i"],
    ["sash", "-c", "-pwd"],
    ["ldconfig", "-p"],
    ["busybox", "awk", "{ n[length % 9]++ } END { for (i in n) print i, n[i] }", "TEXT"],
    ["busybox", "sh", "-c", "for i in 1 2 3; do echo $i; done; echo $(echo a)"],
    ["gdb", "-nx", "-q", "-batch", "-ex", "print 6*7"],
]
READ_MAPS = ["grep"]
VFORKS = ["gdb"]
SEEDED = ["lua5.4"]  # by the time, strings' hashes: no two runs meet the same collisions
LIBRARIES = ["libbz2*", "liblzma*", "libz.*", "libpcre2*", "libmagic*", "libstdc++*",
             "libarchive*", "libexpat*", "libjsoncpp*", "librhash*", "libuv*", "libacl*",
             "libselinux*", "libtinfo*", "libperl*", "libcrypto*", "libssl*", "libbfd*",
             "libopcodes*", "libsqlite3*"]
RUNS = 3
ROUNDS = 10  # of breakpoints, until all is decided: the system chooses addresses
BREAKPOINTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "breakpoints.py")
PLAIN = {"PATH": os.environ["PATH"], "HOME": "/", "LC_ALL": "C",
         "PERL_HASH_SEED": "0", "PYTHONHASHSEED": "0"}
# The counted file under the program's own name: what the process asks of
# /proc/self/exe, and its stack, are as without.
IN_ITS_PLACE = ["unshare", "-m" if os.getuid() == 0 else "-rm", "sh", "-c",
                'mount --bind "$0" "$1" && shift && exec "$@"']


def callgrind_counts(path):
    """Executions by address of each object's instructions, from a callgrind file."""
    counts = collections.defaultdict(collections.Counter)
    names, here, address, skip = {}, None, 0, False
    with open(path, encoding="utf-8") as text:
        for line in text:
            found = re.match(r"(ob|cob)=\((\d+)\)(?: (.*))?", line)
            if found:
                if found[3]:
                    names[found[2]] = found[3].strip()
                if found[1] == "ob":
                    here = names[found[2]]
                continue
            if line.startswith("calls="):
                skip = True  # the next line's cost is the callee's
                continue
            found = re.match(r"(0x[0-9a-f]+|[+-]\d+|\*) \S+ (\d+)$", line)
            if not found:
                continue
            if found[1].startswith("0x"):
                address = int(found[1], 16)
            elif found[1] != "*":
                address += int(found[1])
            if not skip:
                counts[here][address] += int(found[2])
            skip = False
    return counts


def own_counts(build, binary, run):
    """(count, text) by address, of each object."""
    text = subprocess.run(
        [f"{build}/bin/prof-show", "instructions", "--format", "json",
         "--binary", binary, run],
        check=True, capture_output=True).stdout
    found = collections.defaultdict(dict)
    for item in json.loads(text)["objects"]:
        for function in item["functions"]:
            for insn in function["instructions"]:
                found[item["object"]][insn["address"]] = (insn["count"], insn["text"])
    return found


def variables(folder):
    """Those of every run, be it counted or not."""
    return {**PLAIN, "EDGEPROF_FILE": f"{folder}/run",
            "XDG_CACHE_HOME": f"{folder}/cache"}


def environment(folder):
    """What a program sees under valgrind, which adds the last four."""
    found = subprocess.run(
        ["valgrind", "-q", "--tool=none", "env"], check=True, env=variables(folder),
        capture_output=True, text=True).stdout
    return dict(line.split("=", 1) for line in found.splitlines())


def execute(command, folder, env):
    done = subprocess.run(command, env=env, cwd=folder, check=False,
                          stdin=subprocess.DEVNULL, capture_output=True)
    return done.returncode, done.stdout


def compare(theirs, ours):
    """Addresses whose counts differ, and those that nobody counted."""
    known = sorted(ours)
    different, uncounted = [], []
    for address, count in sorted(theirs.items()):
        if address not in ours:
            uncounted.append(address)
        elif ours[address][0] != count and not ours[address][1].startswith("rep"):
            different.append((address, count, *ours[address]))
    for address in known:
        if ours[address][0] and address not in theirs:
            different.append((address, 0, *ours[address]))
    return different, uncounted


def left_alone(build, program, new, *options):
    """What prof-patch says of functions that it does not count."""
    done = subprocess.run([f"{build}/bin/prof-patch", "-v", *options, "-o", new, program],
                          check=True, capture_output=True, text=True)
    return [line for line in done.stderr.splitlines() if "left alone" in line]


def functions_of(program):
    """From where to where .eh_frame says that functions are."""
    frames = subprocess.run(["readelf", "-wF", program], check=True,
                            capture_output=True, text=True).stdout
    return [(int(low, 16), int(high, 16)) for low, high in
            re.findall(r"FDE .*pc=([0-9a-f]+)\.\.([0-9a-f]+)", frames)]


def is_of_child(program, different):
    """Whether all of DIFFERENT are of one function, and one too many each."""
    return all(own == count + 1 for _, count, own, _ in different) and any(
        all(low <= address < high for address, *_ in different)
        for low, high in functions_of(program))


def unknown_to_it(program, addresses):
    """Those of ADDRESSES that .eh_frame says are some function's, of none that the
    linker made."""
    known = functions_of(program)
    sections = subprocess.run(["readelf", "-SW", program], check=True,
                              capture_output=True, text=True).stdout
    made = [(int(at, 16), int(at, 16) + int(size, 16)) for at, size in
            re.findall(r"\] (?:\.plt\S*|\.init|\.fini) +PROGBITS +([0-9a-f]+) "
                       r"[0-9a-f]+ ([0-9a-f]+)", sections)]

    def within(address, ranges):
        return any(low <= address < high for low, high in ranges)
    return [a for a in addresses if within(a, known) and not within(a, made)]


def audited(build, libraries):
    """The variables of a program of which LIBRARIES are counted."""
    asks = [f"{build}/bin/prof-patch", "--path"]
    for name in libraries:
        asks += ["--objects", name]
    return [f"LD_AUDIT={build}/lib/edgeprof/audit.so",
            "EDGEPROF_OBJECTS=" + "\n".join(asks)]


def is_static(program):
    segments = subprocess.run(["readelf", "-lW", program], check=True,
                              capture_output=True, text=True).stdout
    return " INTERP " not in segments


def run_counted(build, words, folder):
    """The command that runs a program, counted, with its libraries."""
    # In the program alone: who starts it would have these removed.
    libraries = [] if is_static(words[0]) else audited(build, LIBRARIES)
    return [*IN_ITS_PLACE, f"{folder}/new", words[0], "env", *libraries, *words]


def put_back(program, new, old):
    """Make OLD: PROGRAM, with as many program headers and as much memory as NEW has.  A
    static program reads these: what is old is as it was, where it begins, too."""
    with open(program, "rb") as file:
        plain = bytearray(file.read())
    with open(new, "rb") as file:
        counted = bytearray(file.read())
    # e_phoff and e_phnum are the new file's, e_entry is not.
    plain[32:40], plain[56:58] = counted[32:40], counted[56:58]
    counted[:len(plain)] = plain
    with open(old, "wb") as file:
        file.write(counted)
    os.chmod(old, 0o755)


def runs_of(different):
    """Lists of neighbours in DIFFERENT that have the same counts, as a block's have."""
    found = []
    for item in different:
        if not found or found[-1][-1][1:3] != item[1:3]:
            found.append([])
        found[-1].append(item)
    return found


def decide(build, different, words, folder, env):
    """Those of DIFFERENT, lists by path, whose counts the plain program has neither."""
    # As many bytes on the stack; and with the runtime, which moves the thread's block, if
    # any library is counted.
    ways = [["-" * len(name) for name in LIBRARIES], LIBRARIES]
    left = different
    with open(f"{folder}/asked", "w", encoding="utf-8") as asked:
        json.dump({path: [run[0][0] for run in runs_of(items)]
                   for path, items in different.items() if items}, asked)
    hits = collections.defaultdict(set)
    for libraries in ways * ROUNDS:
        if not any(left.values()):
            break
        alone = is_static(words[0])
        execute([*([*IN_ITS_PLACE, f"{folder}/old", words[0]] if alone else []),
                 "gdb", "-nx", "-q", "-batch", "-x", BREAKPOINTS, "--args", "env",
                 *([] if alone else audited(build, libraries)), *words], folder,
                {**env, "ASKED": f"{folder}/asked", "HITS": f"{folder}/hits",
                 "SHELL": "/bin/sh", "EDGEPROF_FILE": f"{folder}/gdb"})
        with open(f"{folder}/hits", encoding="utf-8") as text:
            for path, address, count in json.load(text):
                hits[path, address].add(count)
        os.remove(f"{folder}/hits")
        left = {path: [item for run in runs_of(items)
                       if run[0][2] not in hits[path, run[0][0]] for item in run]
                for path, items in different.items()}
    return left


def report(name, theirs, different, uncounted, left, decided, unsteady):
    """Print a line of one object; whether all is well."""
    uncounted = unknown_to_it(name, uncounted)
    short = os.path.basename(name)
    print(f"{short}: {len(theirs)} instructions executed, "
          f"{len(different)} differ, {decided} by breakpoints do not, "
          f"{len(unsteady)} are not steady, "
          f"{len(uncounted)} not counted, {len(left)} functions left alone")
    for address, count, own, text in different[:10]:
        print(f"    {address:x}: callgrind {count}, ours {own}: {text}")
    for line in left[:10]:
        print(f"    {line}")
    if uncounted and not left:
        print(f"    not counted: {', '.join(f'{a:x}' for a in uncounted[:10])}")
    explained = short in READ_MAPS or not different or (
        short in VFORKS and is_of_child(name, different))
    return bool(theirs) and explained and (not uncounted or bool(left))


def unsteady_of(first, other):
    """Addresses whose counts two runs do not agree on."""
    return {a for a in first if first[a] != other.get(a)}


def executed(runs, address):
    """What RUNS say of whether the instruction at ADDRESS was executed."""
    return {bool(run.get(address, (0,))[0]) for run in runs}


def check_once(build, words, folder, env, full):
    """The same of runs with --once; whether they found executed what one of the FULL
    runs has counted."""
    left_alone(build, words[0], f"{folder}/new", "--once")
    once = []
    for _ in full:
        execute(run_counted(build, words, folder), folder, env)
        once.append(own_counts(build, f"{folder}/new", f"{folder}/run")[words[0]])
        os.remove(f"{folder}/run")
    different = [address for address in sorted({*full[0], *once[0]})
                 if not executed(full, address) & executed(once, address)]
    print(f"{os.path.basename(words[0])}, --once: "
          f"{sum(bool(count) for count, _ in once[0].values())} instructions executed, "
          f"{len(different)} differ")
    for address in different[:10]:
        print(f"    {address:x}: {full[0].get(address)}, --once {once[0].get(address)}")
    return not different


def check(build, words, inputs, folder):
    """Print a line for a program and each of its libraries; whether all is well."""
    words = [inputs.get(word, word) for word in words]
    name = words[0]
    if not shutil.which(name):
        print(f"{name}: is not here")
        return False
    words[0] = program = os.path.realpath(shutil.which(name))
    left = left_alone(build, program, f"{folder}/new", "--breakpoints")
    env = environment(folder)
    plain = execute(words, folder, env)
    runs = []
    for _ in range(RUNS):
        counted = execute(run_counted(build, words, folder), folder, env)
        if counted != plain:
            print(f"{name}: output or status differs: {plain[0]}, {counted[0]}")
            return False
        runs.append(own_counts(build, f"{folder}/new", f"{folder}/run"))
        os.remove(f"{folder}/run")
    # With the same mounts, of names as long: ninja reads them.
    if is_static(program):
        put_back(program, f"{folder}/new", f"{folder}/old")
    else:
        shutil.copy(program, f"{folder}/old")
    execute([*IN_ITS_PLACE, f"{folder}/old", program, "valgrind", "--tool=callgrind",
             "--dump-instr=yes", "--skip-plt=no", f"--callgrind-out-file={folder}/grind",
             *words], folder, variables(folder))
    theirs = callgrind_counts(f"{folder}/grind")
    different, uncounted, unsteady = {}, {}, collections.defaultdict(set)
    for path, ours in runs[0].items():
        for run in runs[1:]:
            unsteady[path] |= unsteady_of(ours, run[path])
        items, uncounted[path] = compare(theirs[path], ours)
        different[path] = [item for item in items if item[0] not in unsteady[path]]
    good = program in runs[0]
    for path, items in decide(build, different, words, folder, env).items():
        if path != program:
            left = left_alone(build, path, f"{folder}/library")
        good = report(path, theirs[path], items, uncounted[path], left,
                      len(different[path]) - len(items), unsteady[path]) and good
    once = name in SEEDED or check_once(build, words, folder, env,
                                        [run[program] for run in runs])
    return good and (once or name in READ_MAPS)


def make_inputs(folder):
    """Files that programs read: some code, some text."""
    with open(f"{folder}/text", "wb") as text, open(__file__, "rb") as own:
        text.write(own.read() * 4)
    with open(f"{folder}/data", "wb") as data, open(sys.executable, "rb") as some:
        data.write(some.read(1 << 20))
    with open(f"{folder}/script.cmake", "w", encoding="utf-8") as script:
        script.write("foreach(i RANGE 40)\n  string(REGEX REPLACE \"(1+)\" \"<\\\\1>\" x "
                     "\"a11b1${i}\")\n  string(SHA256 y \"${x}\")\n  message(\"${x} ${y}\")\n"
                     "endforeach()\n")
    os.mkdir(f"{folder}/ninja")
    with open(f"{folder}/ninja/build.ninja", "w", encoding="utf-8") as rules:
        rules.write("rule touch\n  command = touch $out\n")
        for i in range(200):
            rules.write(f"build out{i}: touch {f'out{i - 1}' if i else ''}\n")
    return {"TEXT": f"{folder}/text", "DATA": f"{folder}/data",
            "CMAKE": f"{folder}/script.cmake", "NINJA": f"{folder}/ninja",
            "HERE": os.path.dirname(os.path.abspath(__file__))}


def programs_of(words):
    """The commands among WORDS, each behind "--"."""
    found = []
    for word in words:
        if word == "--":
            found.append([])
        elif found:
            found[-1].append(word)
    return found or PROGRAMS


def main():
    build = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        inputs = make_inputs(folder)
        good = True
        for words in programs_of(sys.argv[2:]):
            good = any(check(build, words, inputs, folder) for _ in range(3)) and good
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
