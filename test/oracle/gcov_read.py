"""What GCC's gcov says of a program: its printed counts, and its own graph.

The arcs of a .gcno are read with gcov-dump, and solved here.
"""
import collections
import concurrent.futures
import json
import os
import re
import subprocess

TREE, FAKE = 1, 2  # flags of arcs
EXIT = 1  # the number of that block
# Of which gcov has no count at times, alone on their line.
JUMP = re.compile(r"((else|case [^:]*:|}) *)*(break|continue|goto \w+|return);+")


class Function:
    """One function of a .gcno: its arcs, and the lines of its blocks."""

    def __init__(self, text, name_of):
        found = re.search(r"ident=(\d+).*`(.*)' (.*):(\d+):\d+-(\d+):\d+", text)
        self.ident = int(found.group(1))
        self.name = found.group(2)
        self.file = name_of(found.group(3))
        self.first, self.last = int(found.group(4)), int(found.group(5))
        # By the compiler, as a destructor may be, and that which deletes is.
        self.is_made = "artificial" in text or "D0Ev" in self.name
        self.blocks = 0
        self.arcs = []  # [source, target, flags, count or None]
        self.lines = []  # (block, file, line)

    def ends(self):
        """The lines of its name and of its closing brace."""
        return (self.file, self.first), (self.file, self.last)

    def owns(self, key):
        """Whether what gcov has there is the source's."""
        return key not in self.ends() or (self.first == self.last and
                                          not self.is_made)

    def depth(self, key):
        """In how many functions it stands there: a lambda, or a member of a local class."""
        inside = key[0] == self.file and key[1] >= self.first
        return len(re.match("(?:_Z)?(Z*)", self.name)[1]) if inside else 0

    def has(self, key):
        return key in {line[1:] for line in self.lines}

    def encloses(self, key):
        """Whether KEY is between its lines."""
        lines = [line for _, name, line in self.lines if name == key[0]]
        if key[0] == self.file:
            lines += [self.first, self.last]
        return min(lines, default=key[1]) < key[1] <= max(lines, default=0)

    def ways_on(self, key):
        """Counts of the arcs, and of those to one block together, of one line or all, that
        lead on from the last ten of its lines before KEY, and from what is of no line of that
        file."""
        mine = {(line, block) for block, name, line in self.lines if name == key[0]}
        before = sorted({line for line, _ in mine if line < key[1]})[-10:]
        blocks = {block for line, block in mine if line in before}
        if len(before) < 10:
            blocks.add(0)
        following = blocks
        while following:
            following = {arc[1] for arc in self.arcs if arc[0] in blocks
                         and not arc[2] & FAKE} - blocks - {block for _, block in mine}
            blocks |= following
        arcs = [arc for arc in self.arcs if arc[0] in blocks and not arc[2] & FAKE]
        together = collections.Counter()
        for source, target, _, count in arcs:
            together[target] += count
            for line, block in mine:
                if block == source:
                    together[target, line] += count
        return {arc[3] for arc in arcs} | set(together.values())

    def asked_last(self, key):
        """How often each of its blocks asked that is of the last line before KEY."""
        mine = {(line, block) for block, name, line in self.lines
                if name == key[0] and line < key[1]}
        last = max(mine, default=(0, 0))[0]
        out = {block: [arc[3] for arc in self.arcs if arc[0] == block and not arc[2] & FAKE]
               for line, block in mine if line == last}
        return {sum(counts) for counts in out.values() if len(counts) > 1}

    def shared(self, key):
        """Of its blocks on KEY's line the largest count without those to which control comes
        from lines behind it alone, as to a jump that has been joined with one behind."""
        lines = collections.defaultdict(set)
        for block, name, line in self.lines:
            lines[block].add(line if name == key[0] else 0)
        counts = [0]
        for block in {block for block, *at in self.lines if tuple(at) == key}:
            into = [arc for arc in self.arcs if arc[1] == block and arc[3]]
            if all(arc[0] in lines and max(lines[arc[0]]) <= key[1] for arc in into):
                counts.append(sum(arc[3] for arc in into))
        return max(counts)

    def unreturned(self, line, in_loop):
        """How often its calls did not return that stand up to LINE; all, IN_LOOP."""
        blocks = {block for block, name, number in self.lines
                  if name == self.file and (in_loop or number <= line)}
        return sum(arc[3] for arc in self.arcs
                   if arc[0] in blocks and arc[1] == EXIT and arc[2] & FAKE)

    def solve(self, counters):
        """Counts of the arcs, by in = out at each block but entry and exit."""
        counters = iter(counters)
        for arc in self.arcs:
            arc[3] = None if arc[2] & TREE else next(counters, 0)
        ends = [[[], []] for _ in range(self.blocks)]
        for arc in self.arcs:
            ends[arc[0]][1].append(arc)
            ends[arc[1]][0].append(arc)
        todo = list(range(2, self.blocks))
        while todo:
            block = todo.pop()
            into, out = ends[block]
            unknown = [arc for arc in into + out if arc[3] is None]
            if len(unknown) != 1:
                continue
            arc = unknown[0]
            total = [sum(a[3] or 0 for a in side) for side in (into, out)]
            arc[3] = abs(total[0] - total[1])
            todo += [end for end in arc[:2] if end > 1]
        return [sum(arc[3] or 0 for arc in into) for into, _ in ends]


def read_notes(text, namer):
    """The functions of a .gcno, from gcov-dump's text."""
    functions = []
    name_of = None
    for line in text.splitlines():
        line = line.split(":", 1)[1]
        if line.startswith("cwd: "):
            name_of = namer(line[len("cwd: "):])
        elif "FUNCTION ident" in line:
            functions.append(Function(line, name_of))
        elif re.search(r"BLOCKS \d+", line):
            functions[-1].blocks = int(re.search(r"BLOCKS (\d+)", line)[1])
        elif re.search(r"block \d+: *\d+:[0-9a-f]{4}", line):
            source = int(re.search(r"block (\d+)", line)[1])
            functions[-1].arcs += [
                [source, int(target), int(flags, 16), None] for target, flags
                in re.findall(r" (\d+):([0-9a-f]{4})", line)]
        elif re.search(r"block \d+:`", line):
            read_lines(line, functions[-1], name_of)
    return functions


def read_lines(line, function, name_of):
    block = int(re.search(r"block (\d+)", line)[1])
    for name, numbers in re.findall(r"`([^']*)':([\d, ]*)", line):
        function.lines += [(block, name_of(name), int(n))
                           for n in re.findall(r"\d+", numbers)]


def read_counters(text):
    """ident -> counters, from gcov-dump's text of a .gcda."""
    counters = collections.defaultdict(list)
    ident = arcs = None
    for line in text.splitlines():
        line = line.split(":", 1)[1]
        if "FUNCTION ident" in line:
            ident = int(re.search(r"ident=(\d+)", line)[1])
        elif "COUNTERS" in line:
            arcs = "COUNTERS arcs" in line
        elif arcs and re.match(r" *\d+: +\d+:", line):
            counters[ident] += map(int, line.split(":", 2)[2].split())
    return counters


Gcov = collections.namedtuple(
    "Gcov", "printed largest sums inner owned ends uncalled functions")


def next_line(gcov, key, text=()):
    """The next line of its file behind KEY that gcov prints, or KEY; no brace of TEXT, its
    lines, where the way back of a loop may be."""
    return next(((key[0], line) for line in range(key[1] + 1, key[1] + 100)
                 if (key[0], line) in gcov.printed and
                 (line > len(text) or text[line - 1] not in ("{", "}"))), key)


def data_files(folder):
    """All .gcda files in and below FOLDER, hidden folders included."""
    return sorted(os.path.join(path, name) for path, _, names in os.walk(folder)
                  for name in names if name.endswith(".gcda"))


def by_last(_):
    """Files are known by the last part of their names."""
    return os.path.basename


def by_path(root):
    """Files are known by their paths below ROOT."""
    def namer(cwd):
        return lambda name: os.path.relpath(
            os.path.realpath(os.path.join(cwd, name)), os.path.realpath(root))
    return namer


def words_of(data, gcov, dump):
    """The texts of gcov-dump on the .gcno and the .gcda, and gcov's report."""
    base = data[:-len(".gcda")]
    commands = [[dump, "-l", "-p", base + ending] for ending in (".gcno", ".gcda")]
    commands.append([gcov, "--json-format", "--stdout", os.path.basename(data)])
    return [subprocess.run(command, text=True, check=True, cwd=os.path.dirname(data),
                           stdout=subprocess.PIPE).stdout for command in commands]


def largest_of(counts):
    """(key, depth) -> count, as key -> the largest of its depths."""
    largest = collections.Counter()
    for (key, _), count in counts.items():
        largest[key] = max(largest[key], count)
    return largest


def read_gcov(folder, compiler, namer=by_last):
    """What gcov says of FOLDER: (file, line) -> count, as printed; as the largest
    block, and as that without functions whose name or closing brace is there, and of
    functions which are the source's; as the sums of any block of each function, the same
    block in all units of a header's function; where functions have their names and closing
    braces; those not called, and all.  But for what is printed, functions of one depth add
    up."""
    gcov = compiler.replace("gcc", "gcov")
    dump = compiler.replace("gcc", "gcov-dump")
    printed, largest, inner, owned = (collections.Counter() for _ in range(4))
    instances = collections.defaultdict(lambda: collections.defaultdict(list))
    functions, uncalled = [], []
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        texts = list(pool.map(lambda data: words_of(data, gcov, dump),
                              data_files(os.path.abspath(folder))))
    for notes, data, report in texts:
        counters = read_counters(data)
        for function in read_notes(notes, namer):
            functions.append(function)
            blocks = function.solve(counters[function.ident])
            if not any(blocks):
                uncalled.append(function)
            lines = collections.defaultdict(list)
            for block, name, line in function.lines:
                lines[name, line].append(blocks[block])
            for key, counts in lines.items():
                count = max(counts)
                at = key, function.depth(key)
                largest[at] += count
                same = instances[at][function.name, function.first, len(counts)]
                same[:] = map(sum, zip(same, counts)) if same else counts
                if key not in function.ends():
                    inner[at] += count
                if function.owns(key):
                    owned[at] += count
        report = json.loads(report)
        name_of = namer(report["current_working_directory"])
        for entry in report["files"]:
            for line in entry["lines"]:
                printed[name_of(entry["file"]), line["line_number"]] += \
                    line["count"]
    ends = [{function.ends()[end] for function in functions} for end in (0, 1)]
    sums = collections.defaultdict(lambda: {0})
    for (key, _), groups in instances.items():
        of_depth = {0}
        for counts in groups.values():
            of_depth = {a + b for a in of_depth for b in set(counts)}
        sums[key] = sums.get(key, set()) | of_depth
    return Gcov(printed, largest_of(largest), sums, largest_of(inner), largest_of(owned), ends,
                uncalled, functions)
