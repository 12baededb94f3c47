# RUN: %py %s
# Samples have their callers: chains whose shares are known are found, of code without frame
# pointers, through libraries without names, signal handlers, threads, children and what was
# inlined. What is exported is what other programs read.
import collections
import gzip
import html
import json
import os
import re
import subprocess

import jsonschema
from prefix import HERE, OWN, PROF_RUN, TOOLS, compiled, equal, folders, prof_run, report, wait_for

CC = os.environ["CC"]
BARE = ("-O2", "-fomit-frame-pointer")


def build(name, source, *more):
    subprocess.run([CC, *BARE, f"{HERE}/{source}", "-o", name, *more], check=True)


def show(*words, status=0):
    done = subprocess.run([f"{TOOLS}/prof-show", *words], capture_output=True, check=False)
    assert done.returncode == status, done
    return done


def folded(output="prof.out"):
    """Milliseconds by names of functions, the outermost first."""
    stacks = collections.Counter()
    for line in show("stacks", output).stdout.decode().splitlines():
        names, ns = line.rsplit(" ", 1)
        assert tuple(names.split(";")) not in stacks, line
        stacks[tuple(names.split(";"))] += int(ns) / 1e6
    return stacks


def spent(stacks, *chain):
    """Those that have CHAIN in them, one behind the other."""
    n = len(chain)
    return sum(ms for names, ms in stacks.items()
               if any(names[i:i + n] == chain for i in range(len(names))))


def about(got, want):
    assert abs(got - want) <= 15 + 0.1 * want, (got, want)


def check_chains(stacks, hidden="[back.so]"):
    about(spent(stacks, "main", "both", "inlined", "left", "spin"), 60)
    about(spent(stacks, "main", "both", "right", "spin"), 180)
    about(spent(stacks, "main", *["recursive"] * 101, "spin"), 120)
    about(spent(stacks, "main", "interrupted"), 120)
    about(sum(ms for names, ms in stacks.items() if "interrupted" in names and
              names[-2:] == ("handle", "spin") or "handle" in names), 120)
    about(spent(stacks, "in_thread", "left", "spin"), 200)
    about(sum(ms for names, ms in stacks.items() if "sorted" in names and "order" in names and
              ("order", "spin") == names[names.index("order"):][:2]), spent(stacks, "sorted"))
    about(spent(stacks, "through_library", "call_back", hidden, "right", "spin"), 120)
    about(spent(stacks, "main", "child", "left", "spin"), 100)
    about(spent(stacks, "main", "right", "spin"), 60)
    # Where the copy of the stack ends, the callers do.
    about(sum(ms for names, ms in stacks.items() if "deep" in names), 120)
    about(sum(ms for names, ms in stacks.items()
              if names[:2] == ("[cut off]", "deep")), 120)
    about(sum(ms for names, ms in stacks.items() if names[0] == "[cut off]"), 120)
    assert not any("[unknown]" in names for names in stacks), stacks
    for names in stacks:
        assert re.fullmatch(r"_start|_dl_start_user|\[cut off\]|(__GI_)?_*clone3?", names[0]), names


# Neither frame pointers, nor names in the library; then neither in the program.
build("back.so", "back.c", "-shared", "-fPIC", "-s")
build("chains", "chains.c", "-g", "-pthread")
done = prof_run("--stacks", "./chains", "./back.so")
stacks = folded()
check_chains(stacks)

# Inclusive time: of what calls itself once, and of all that has stacks.
found = report("prof.out", "functions", "--time")
equal(found["time"]["stacked"], found["time"]["samples"])
total = {row["name"]: row["total"]["ns"] / 1e6 for row in found["functions"]}
own = {row["name"]: row["time"]["ns"] / 1e6 for row in found["functions"]}
for name, wanted in (("recursive", 120), ("both", 240), ("right", 360), ("left", 360),
                     ("inlined", 60), ("handle", 120), ("child", 100)):
    about(total[name], wanted)
    assert own[name] < 10, (name, own[name])
about(total["spin"], own["spin"] + own["[kernel]"] if "[kernel]" in own else own["spin"])
for row in found["functions"]:
    assert row["total"]["low"] <= row["total"]["ns"] <= row["total"]["high"], row
text = show("functions", "--time").stdout.decode().splitlines()
equal(text[0].split(), ["total", "time", "share", "calls", "each", "function"])

# What others read says the same. pprof: Protocol Buffers, read by the few rules that they have.
by_name = {names: ms for names, ms in stacks.items()}


def lebs(data):
    at = 0
    while at < len(data):
        value = shift = 0
        while True:
            byte = data[at]
            at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                break
        size = yield value
        if size is not None:
            at += size
            yield data[at - size:at]


def message(data):
    """Field -> what it has, numbers or bytes."""
    fields, reader = collections.defaultdict(list), lebs(data)
    for key in reader:
        value = next(reader)
        assert key & 7 in (0, 2), key
        fields[key >> 3].append(value if key & 7 == 0 else reader.send(value))
    return fields


profile = message(gzip.decompress(show("stacks", "--format", "pprof").stdout))
strings = [text.decode() for text in profile[6]]
equal(strings[0], "")
equal([tuple(strings[message(kind)[i][0]] for i in (1, 2)) for kind in profile[1]],
      [("samples", "count"), ("cpu", "nanoseconds")])
functions = {message(f)[1][0]: strings[message(f)[2][0]] for f in profile[5]}
locations = {message(at)[1][0]: functions[message(message(at)[4][0])[1][0]] for at in profile[4]}
mappings = {message(m)[1][0]: strings[message(m)[5][0]] for m in profile[3]}
assert f"{OWN}/chains" in mappings.values() and f"{OWN}/back.so" in mappings.values(), mappings
assert all(message(at)[2][0] in mappings for at in profile[4])
period, read, samples = profile[12][0], collections.Counter(), 0
for sample in map(message, profile[2]):
    equal(sample[2][1], sample[2][0] * period)
    samples += sample[2][0]
    read[tuple(locations[i] for i in reversed(sample[1]))] += sample[2][1] / 1e6
equal({k: round(v, 3) for k, v in read.items()}, {k: round(v, 3) for k, v in stacks.items()})
equal(samples, found["time"]["samples"])

# speedscope
document = json.loads(show("stacks", "--format", "speedscope").stdout)
(profile,), frames = document["profiles"], document["shared"]["frames"]
read = collections.Counter()
for sample, weight in zip(profile["samples"], profile["weights"], strict=True):
    read[tuple(frames[i]["name"] for i in sample)] += weight / 1e6
equal({k: round(v, 3) for k, v in read.items()}, {k: round(v, 3) for k, v in stacks.items()})
equal((profile["type"], profile["unit"]), ("sampled", "nanoseconds"))
lines = {frame["line"] for frame in frames if frame["name"] == "both"}
equal(len(lines), 2)  # a frame for each call

# The Firefox Profiler
document = json.loads(show("stacks", "--format", "firefox").stdout)
(thread,) = document["threads"]
for table in thread.values():
    if isinstance(table, dict) and "length" in table:
        for column in table.values():
            assert not isinstance(column, list) or len(column) == table["length"], table
read = collections.Counter()
for stack, weight in zip(thread["samples"]["stack"], thread["samples"]["weight"], strict=True):
    names = []
    while stack is not None:
        function = thread["frameTable"]["func"][thread["stackTable"]["frame"][stack]]
        names.insert(0, thread["stringArray"][thread["funcTable"]["name"][function]])
        stack = thread["stackTable"]["prefix"][stack]
    read[tuple(names)] += weight * period / 1e6
equal({k: round(v, 3) for k, v in read.items()}, {k: round(v, 3) for k, v in stacks.items()})

# JSON, as the schema has it.
with open(f"{HERE}/../../../docs/reports.schema.json", encoding="utf-8") as file:
    schema = json.load(file)
document = report("prof.out", "stacks")
for one in document, found:
    equal([(error.json_path, error.message) for error in
           jsonschema.Draft202012Validator(schema).iter_errors(one)], [])
read = collections.Counter()
for stack in document["stacks"]:
    read[tuple(frame["name"] for frame in stack["frames"])] += stack["ns"] / 1e6
equal({k: round(v, 3) for k, v in read.items()}, {k: round(v, 3) for k, v in stacks.items()})

# Sums: twice as much, whatever the order; less what was added is what was there.
subprocess.run([CC, *BARE, "-s", "-pthread", f"{HERE}/chains.c", "-o", "stripped"], check=True)
prof_run("-q", "--stacks", "--time=500", "-o", "other", "./stripped", "-", "only")
subprocess.run([f"{TOOLS}/prof-merge", "-q", "-o", "ab", "prof.out", "other"], check=True)
subprocess.run([f"{TOOLS}/prof-merge", "-q", "-o", "ba", "other", "prof.out"], check=True)
with open("ab", "rb") as one, open("ba", "rb") as other:
    equal(one.read(), other.read())
both = folded() + folded("other")
equal(folded("ab"), collections.Counter({k: round(v, 6) for k, v in both.items()}))
subprocess.run([f"{TOOLS}/prof-merge", "-q", "-o", "twice", "prof.out", "prof.out"], check=True)
equal(folded("twice"), collections.Counter({k: round(2 * v, 6) for k, v in stacks.items()}))
subprocess.run([f"{TOOLS}/prof-merge", "-q", "-o", "less", "--subtract", "other", "ab"],
               check=True)
equal(folded("less"), stacks)
# Of a program without names its own is known, and the library's callers; the loader has none,
# and the kernel none while it makes the process or ends it.
about(sum(folded("other").values()), 60)
assert all("[stripped]" in names or any(name.startswith("_dl_") for name in names) or
           names in (("[cut off]", "[kernel]"), ("_start", "[kernel]"))
           for names in folded("other")), folded("other")

# Functions of two programs that have one name: a line for both, in JSON each has its object.
build("another", "chains.c", "-g", "-pthread", "-Wl,--build-id=0x1")
prof_run("-q", "--stacks", "-o", "two", "sh", "-c", "./chains - only; ./another - only")
about(spent(folded("two"), "main", "right", "spin"), 120)
equal({frame["object"] for stack in report("two", "stacks")["stacks"]
       for frame in stack["frames"] if frame["name"] == "right"},
      {f"{OWN}/chains", f"{OWN}/another"})

# Counted, its counts are those of a run without.
compiled("counted", source="chains.c", more=BARE)
prof_run("-q", "--stacks", "-o", "counted.out", "./counted", "./back.so")
check_chains(folded("counted.out"))
found = {row["name"]: row for row in report("counted.out", "functions", "--time")["functions"]}
equal((found["recursive"]["calls"], found["both"]["calls"], found["right"]["calls"]),
      (101, 1, 3))
about(found["recursive"]["total"]["ns"] / 1e6, 120)

# Pages have a box for each function below its caller, as wide as its share; those of one caller
# are beside each other, and what is less than a thousandth is left out.
show("html", "--time", "-o", "pages", "counted.out")
with open("pages/index.html", encoding="utf-8") as file:
    boxes = re.findall(r'<li role="treeitem" aria-level="(\d+)".*style="--x:(.*);--w:(.*);--d:(\d+)">'
                       r'(?:<a href="(.*?)">)?([^<]*)(?:</a>)? <small>(.*)</small>', file.read())
whole, path, begun, drawn = sum(folded("counted.out").values()), [], {}, collections.Counter()
for level, x, width, depth, link, name, figures in boxes:
    equal(int(depth), int(level) - 1)
    del path[int(depth):]
    equal(len(path), int(depth))
    start, room = begun.get(tuple(path), (0, 100))
    assert abs(start - float(x)) < 0.01 and float(width) <= room + 0.01, (path, name)
    begun[tuple(path)] = (start + float(width), room - float(width))
    path.append(html.unescape(name))
    begun[tuple(path)] = (float(x), float(width))
    drawn[tuple(path[1:])] += float(width)
    assert abs(float(figures.split(", ")[1].rstrip("%")) - float(width)) < 0.0501, figures
    assert not link or os.path.exists("pages/" + link.split("#")[0]), link
    equal(bool(link), name in found and found[name].get("calls", 0) > 0)
wanted = collections.Counter({(): 100.0})
for names, ms in folded("counted.out").items():
    for i in range(1, len(names) + 1):
        wanted[names[:i]] += 100 * ms / whole
equal({names for names, share in wanted.items() if share >= 0.1}, set(drawn))
# The loader has a _start as well, whose box may be one of those.
wrong = {names: share for names, share in drawn.items() if not
         -0.01 < wanted[names] - share < (0.1 if names == ("_start",) else 0.01)}
equal(wrong, {})
show("html", "--time", "--single-file", "-o", "page.html", "counted.out")
with open("page.html", encoding="utf-8") as file:
    equal(file.read().count('role="treeitem"'), len(boxes))
show("html", "-o", "without", "counted.out")
with open("without/index.html", encoding="utf-8") as file:
    equal("treeitem" in file.read(), False)

# C++
subprocess.run([CC.replace("gcc", "g++"), *BARE, "-std=c++17", f"{HERE}/chains.cc", "-g", "-o",
                "cc"], check=True)
prof_run("-q", "--stacks", "-o", "cc.out", "./cc")
stacks = folded("cc.out")
about(spent(stacks, "main", "chains::Square<int>::draw(int)", "spin"), 100)
about(spent(stacks, "catcher", "thrower", "chains::Destroyed::~Destroyed()", "spin"), 100)
about(spent(stacks, "main", "catcher", "spin"), 100)
about(sum(ms for names, ms in stacks.items()
          if names[3:6] == ("main", "by_lambda", "std::function<void ()>::operator()() const")),
      100)

# Code without tables, by frame pointers; without both it is said to be cut off.
build("back.so", "back.c", "-shared", "-fPIC", "-fno-asynchronous-unwind-tables", "-fno-exceptions",
      "-fno-unwind-tables", "-fno-omit-frame-pointer", "-O0")
prof_run("-q", "--stacks", "-o", "pointers", "./chains", "./back.so")
about(spent(folded("pointers"), "through_library", "call_back", "hidden", "right", "spin"), 120)

# --stacks takes the samples of --time; without them there is none.
prof_run("-q", "--time", "-o", "flat", "./chains", "-", "only")
equal(show("stacks", "flat", status=3).stderr.decode(),
      "prof-show: error: no stacks: run the command under prof-run --stacks\n")
assert "total" not in show("functions", "--time", "flat").stdout.decode()
subprocess.run([f"{TOOLS}/prof-merge", "-q", "-o", "some", "flat", "prof.out"], check=True)
assert b" samples have stacks" in show("stacks", "some").stderr
equal(folded("some"), folded())

# In the project's file; within another prof-run; and when prof-run is killed.
with open(".edgeprof.yml", "w", encoding="utf-8") as file:
    file.write("run:\n  stacks: yes\n  quiet: yes\n")
prof_run(PROF_RUN, "-o", "inner", "./chains", "-", "only")
os.unlink(".edgeprof.yml")
about(spent(folded(), "main", "right", "spin"), 60)
about(spent(folded("inner"), "main", "right", "spin"), 60)
run = subprocess.Popen([PROF_RUN, "-q", "--stacks", "-o", "killed", "sh", "-c",
                        "./chains - only; sleep 2; ./chains - only; sleep 2; echo > done"],
                       stderr=subprocess.DEVNULL)


def kept():
    try:
        return spent(folded(f"{folders()[0]}/samples.prof"), "[chains]")  # no names as yet
    except (AssertionError, IndexError):
        return 0


wait_for(lambda: kept() > 40)
run.kill()
run.wait()
wait_for(lambda: os.path.exists("done"))
prof_run("-q", "--recover", folders()[0])
assert 40 < spent(folded("killed"), "main", "right", "spin") < 130, folded("killed")
