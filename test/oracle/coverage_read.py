"""What Clang's source coverage says of a C or C++ program, token by token."""
import collections
import functools
import os
import re
import shutil

import variants
from regions import BELOW, CODE, EXPANSION, SKIPPED, Map, Region, export
from variants import Unmeasured

# Counts are kept whatever ends the process, and shared with the children of a fork.
FLAGS = ["-fprofile-instr-generate", "-fcoverage-mapping", "-fprofile-update=atomic",
         "-mllvm", "-runtime-counter-relocation"]
# Without it a statement that begins with a macro of the system's counts as what is around it.
SYSTEM_MACROS = "-mllvm -system-headers-coverage"  # from clang-17 on
RAW = "theirs-%c%m.profraw"

HIDDEN = re.compile(r"""//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(\\.|[^"\\\n])*"|(?<!\w)'(\\.|[^'\\\n])*'""",
                    re.DOTALL)
# What begins a statement or an operand is a word or a number; not what leads to one.
WORD = re.compile(r'\w+|["{]')
LABEL = re.compile(r"(\s|\}|\{)*((case\b[^:;?]*(::[^:;?]*)*|default\s*|\w+\s*):(?!:)(\s|\{|\})*)+")
LOOP = re.compile(r"\b(for|while)\b")
FIRST = re.compile(r'\b(?!co_await\b)\w+|"')  # of a condition
KNOWN = re.compile(r'["0-9]|(NULL|nullptr|true|false)\b')  # what a constant begins with
# What of a macro's definition is no code, but for names of macros that are nothing.
DEFINE = re.compile(r"\s*#\s*define\s+\w+(\([^)]*\))?")
NOTHING = re.compile(r"\s*#\s*define\s+(\w+)(\([^)]*\))?\s*$")
NO_CODE = re.compile(r"(case\b[^:]*|\w+(\s*##\s*\w+)*)\s*:|\(?\(void\)\s*0\)?|[{};\\\s]")
USE = re.compile(r"(\w+)(\([^()]*\))?")
NEGATION = re.compile(r"[(\s]*(!(?!=)|not\b)")
NO_WORDS = {"else", "do", "try", "while"}
# What comes to a block before it assigns anything, or ends.
HEAD = re.compile(r"[^;={]*(=[^;={]*\))?[^;={]*\{")
CONTROL = re.compile(r"\s*(if|for|while|switch|do|try|return|throw|else)\b")
# A declaration in a function, whose initialiser is evaluated once.
STATIC = re.compile(r"\bstatic\b[^;{}()=]*[={][^;]*;")


@functools.lru_cache(None)
def real(name):
    return os.path.realpath(name)


def hide(found):
    """Blanks for a comment; of what is quoted, its first quote."""
    text = re.sub(r"[^\n]", " ", found[0])
    return text if found[0][0] == "/" else '"' + text[1:]


@functools.lru_cache(None)
def lines_of(name):
    with open(name, encoding="latin-1") as text:
        return text.read().split("\n")


def definition(name, line):
    """The macro of which LINE of file NAME is a part."""
    lines = lines_of(name)
    first = last = line - 1
    while first > 0 and lines[first - 1].rstrip().endswith("\\"):
        first -= 1
    while lines[last].rstrip().endswith("\\"):
        last += 1
    return " ".join(lines[first:last + 1])


@functools.lru_cache(None)
def defined_as_nothing(name):
    """The macros that are so in file NAME."""
    return {found[1] for found in map(NOTHING.match, lines_of(name)) if found}


def is_nothing(name, text):
    """Whether TEXT, what a macro in file NAME is defined as, is labels and brackets alone."""
    left = NO_CODE.sub("", DEFINE.sub("", text, count=1))
    return all(found[1] in defined_as_nothing(name) for found in USE.finditer(left))


def is_negation(name, line, column):
    """Whether what begins there in file NAME does so by `!`, behind brackets."""
    return NEGATION.match(lines_of(name)[line - 1], column - 1) is not None


class Instance:
    """One function of llvm-cov's: its regions by the number of their text, which is a file's
    or, once more for each use, a macro's."""

    def __init__(self, function):
        self.files = [real(name) for name in function["filenames"]]
        self.branches = function["branches"]
        self.expanded = {}  # a macro's text -> (the text and the place of its use)
        self.regions = collections.defaultdict(list)
        self.code = collections.defaultdict(list)  # likewise, without uses of macros
        self.skipped = collections.defaultdict(list)  # likewise, what is not compiled
        for *ends, count, text, expanded, kind in function["regions"]:
            start, end = tuple(ends[:2]), tuple(ends[2:])
            if kind == EXPANSION:
                self.expanded[expanded] = (text, start)
                self.regions[text].append(Region(start, end, count))
            elif kind in (CODE, SKIPPED):
                known = kind == CODE and count < BELOW
                self.code[text].append(Region(start, end, count if known else None))
                self.regions[text].append(self.code[text][-1])
            if kind == SKIPPED:
                self.skipped[text].append((start[0], end[0]))

    def outside(self, text, place=None):
        """The text that is no macro's, and the place there, of PLACE in TEXT."""
        while text in self.expanded:
            text, place = self.expanded[text]
        return text, place

    def uses(self, name):
        """(place in file NAME, text) of the macros that are used there."""
        for text in self.expanded:
            outside, place = self.outside(text)
            if self.files[outside] == name:
                yield place, text

    def is_nothing(self, text):
        """Whether the macro's TEXT, which is no part of another macro's, is no code."""
        return self.expanded[text][0] not in self.expanded and any(
            is_nothing(self.files[text], definition(self.files[text], region.start[0]))
            for region in self.regions[text][:1])

    def has_choice(self, text):
        """Whether a ?: is in the macro's TEXT."""
        return any("?" in definition(self.files[text], region.start[0])
                   for region in self.regions[text])

    def maps(self, name):
        """The counts of each place in file NAME; a macro's are where it is used."""
        inside, first = collections.defaultdict(list), {}
        for place, text in sorted(self.uses(name)):
            known = [region for region in self.code[text] or self.regions[text]
                     if region.count is not None]
            if known and place not in first:
                first[place] = min(known, key=lambda r: (r.start, (-r.end[0], -r.end[1]))).count
            inside[place] += [
                region.count for region in known
                if LOOP.search(definition(self.files[text], region.start[0]))]
        return [Map(regions, inside, first) for text, regions in self.regions.items()
                if text not in self.expanded and self.files[text] == name]

    def outcomes(self, name):
        """(place, what tells it from others there, true, false) of each branch in NAME."""
        for line, column, *end, true, false, text, _, _ in self.branches:
            outside, place = self.outside(text, (line, column))
            if self.files[outside] == name:
                yield place, (self.files[text], line, column, *end), true, false


class Theirs:
    """Of one file: the counts of its tokens, and the outcomes of its branches."""

    def __init__(self, name, instances):
        self.text = HIDDEN.sub(hide, "\n".join(lines_of(name))).split("\n")
        self.is_code = self.directives()
        self.has_line_directives = any(re.match(r"\s*#\s*line\b", line) for line in self.text)
        self.once = self.find_once()
        self.macros = {place for instance in instances for place, _ in instance.uses(name)}
        self.choosing = {place[0] for instance in instances for place, text in instance.uses(name)
                         if instance.has_choice(text)}  # lines with such a macro
        self.idle = {place for instance in instances for place, text in instance.uses(name)
                     if instance.is_nothing(text)}  # macros that are no code
        self.tokens = self.find_tokens()
        self.skipped = {number for instance in instances
                        for text, parts in instance.skipped.items() if instance.files[text] == name
                        for first, last in parts for number in range(first + 1, last)}
        maps = collections.defaultdict(list)  # by the place where they begin
        counted = collections.defaultdict(lambda: [0, 0])
        self.negated = set()  # the places of macros with a condition that is a negation
        for instance in instances:
            for found in instance.maps(name):
                maps[found.start].append(found)
            for place, which, *pair in instance.outcomes(name):
                if place in self.macros and (NEGATION.match(self.given(place), 1)
                                             or is_negation(*which[:3])):
                    self.negated.add(place)
                known = counted[self.first_word(place), which]
                known[:] = map(sum, zip(known, pair))
        self.branches = collections.defaultdict(list)
        for (place, _), pair in counted.items():
            self.branches[place].append(tuple(pair))
        self.of_line = collections.defaultdict(list)
        for group in maps.values():
            for number in range(group[0].start[0], max(m.end[0] for m in group) + 1):
                self.of_line[number].append(group)

    def directives(self):
        held, is_code = False, []
        for line in self.text:
            directive = held or line.lstrip().startswith("#")
            held = directive and line.rstrip().endswith("\\")
            is_code.append(not directive)
        return is_code

    def find_once(self):
        """The lines behind the first one of each static variable's declaration."""
        text, found = "\n".join(self.text), set()
        for one in STATIC.finditer(text):
            first = text.count("\n", 0, one.start()) + 1
            found.update(range(first + 1, first + 1 + one[0].count("\n")))
        return found

    def begins_statement(self, number):
        """Whether what stands first on line NUMBER begins a statement, and is no head of a
        function or class."""
        behind = "\n".join(self.text[number - 1:number + 9])
        if self.text[number - 1].rstrip().endswith("("):
            return False
        if HEAD.match(behind) and not CONTROL.match(behind):
            return False
        for before in range(number - 2, -1, -1):
            text = self.text[before].rstrip()
            if text and self.is_code[before]:
                return text[-1] in ";{}"
        return False

    def first_word(self, place):
        """PLACE, or the first word behind brackets and signs."""
        line, column = place
        while line <= len(self.text):
            found = FIRST.search(self.text[line - 1], column - 1)
            if found:
                return line, found.start() + 1
            line, column = line + 1, 1
        return place

    def find_tokens(self):
        """Line -> the places on it where a statement or an operand may begin.  A handler
        stands at its catch, and is counted where its block begins."""
        tokens = collections.defaultdict(list)
        handlers = []  # the line of a catch whose block has not begun
        ends = (0, 0)  # of what a macro is given
        before = ""  # the line of code before
        for number, line in enumerate(self.text, 1):
            if not self.is_code[number - 1]:
                continue
            label = None if before.endswith("?") else LABEL.match(line)
            before = line.rstrip() or before
            for found in WORD.finditer(line, label.end() if label else 0):
                place, word = (number, found.start() + 1), found[0]
                if place < ends:
                    continue
                if place in self.macros:
                    ends = self.end_of_arguments(number, found.end())
                if word == "{":
                    for at in handlers:
                        tokens[at].append(place)
                    handlers = []
                elif word == "catch":
                    handlers.append(number)
                elif not handlers and word not in NO_WORDS:
                    tokens[number].append(place)
        return tokens

    def end_of_arguments(self, number, column):
        """Where the brackets close that may follow a macro's name at COLUMN."""
        depth = 0
        for line in range(number, len(self.text) + 1):
            for at, sign in enumerate(self.text[line - 1][column:], column):
                if sign == "(":
                    depth += 1
                elif sign == ")":
                    depth -= 1
                if depth < 0 or depth == 0 and not sign.isspace():
                    return line, at + 1
            column = 0
        return number, column

    def given(self, place):
        """What a macro is given whose name is at PLACE, in its brackets; "": nothing."""
        number, column = place
        begin = column - 1 + len(re.match(r"\w*", self.text[number - 1][column - 1:])[0])
        end, last = self.end_of_arguments(number, begin)
        text = self.text[number - 1:end]
        text[-1] = text[-1][:last - 1]
        return text[0][begin:] + "\n".join(text[1:])

    def depths(self, number, tokens, counts_of=Map.at):
        """For each function instance in how many functions of the line it stands, and the
        counts of the line's TOKENS, if it has any: those of a function in a function are the
        inner one's."""
        owned = collections.defaultdict(list)
        groups = self.of_line.get(number, ())
        for place in tokens:
            around = [group for group in groups if any(m.encloses(place) for m in group)]
            if around:
                inner = max(around, key=lambda group: group[0].start)
                owned[inner[0].start].append((place, inner))
        for start, found in owned.items():
            depth = sum(group[0].start < start and any(m.encloses(start) for m in group)
                        for group in groups)
            for m in found[0][1]:
                counts = [count for place, _ in found for count in counts_of(m, place)]
                if counts:
                    yield depth, counts

    def each(self, number, tokens):
        """The counts alone."""
        return (counts for _, counts in self.depths(number, tokens))

    def total(self, number, tokens, of_instance=max, counts_of=Map.at, nothing=0):
        """What the line has of all functions, whose instances add up; NOTHING if none has any
        of TOKENS."""
        sums = collections.Counter()
        for depth, counts in self.depths(number, tokens, counts_of):
            sums[depth] += of_instance(counts)
        return max(sums.values(), default=nothing)

    def count(self, number):
        """By the rule of docs/counting.md; None: nothing begins there."""
        return self.total(number, self.tokens[number], nothing=None)

    def partial(self, number):
        """What the count may be where only some of several instances have code."""
        found = {0}
        for counts in list(self.each(number, self.tokens[number]))[:16]:
            found |= {one + max(counts) for one in found}
        return found - {0}

    def count_once(self, number):
        """Of each instance that came there, 1."""
        return self.total(number, self.tokens[number], lambda counts: min(max(counts), 1))

    def count_of_macros(self, number):
        """Where a macro alone is a statement, coverage has its count in the macro."""
        return self.total(number, self.tokens[number], counts_of=Map.begun_at)

    def count_without_constants(self, number):
        """A number, a string or NULL, an operand on its own, may be no code."""
        words = [place for place in self.tokens[number]
                 if not KNOWN.match(self.text[number - 1], place[1] - 1)]
        return self.total(number, words)

    def searched(self, form, number):
        """Whether FORM is in the text of a function up to line NUMBER, which it has."""
        begin = max((maps[0].start[0] for maps in self.of_line.get(number, ())),
                    default=number)
        return any(form.search(line) for line in self.text[begin - 1:number])

    def outcomes(self, number):
        """(true, false) of the branches on a line."""
        return [pair for (line, _), pairs in self.branches.items() if line == number
                for pair in pairs]

    def count_of_branches(self, number):
        """Where a line begins with a condition, the most that a condition there was asked,
        by the counts of outcomes, which coverage has right where several macros meet."""
        first = (number, min((place[1] for place in self.tokens[number]), default=0))
        return max(map(sum, self.outcomes(number))) if first in self.branches else None

    def begins_with_macro(self, number):
        """Coverage may have no count of one that is a statement."""
        return min(self.tokens[number], default=None) in self.macros

    def asked_in_macros(self, number):
        """How often each condition was that is in a macro on a line."""
        return {sum(pair) for (line, column), pairs in self.branches.items()
                if line == number and (line, column) in self.macros for pair in pairs}

    def empty(self, number):
        """How often functions of no word began on a line."""
        return [m.counts[0] for maps in self.of_line.get(number, ()) for m in maps
                if m.start[0] == number == m.end[0] and m.counts[0] and not
                any(m.encloses(place) for place in self.tokens[number])]


def read_files(functions, root):
    """Name -> Theirs, of the files below ROOT that FUNCTIONS of llvm-cov's are in."""
    instances = collections.defaultdict(list)
    for function in functions:
        instance = Instance(function)
        for name in set(instance.files):
            instances[name].append(instance)
    return {name: Theirs(name, found) for name, found in instances.items()
            if name.startswith(root)}


def tools_of(compiler):
    """The folder of llvm-cov of that clang."""
    return os.path.dirname(os.path.realpath(shutil.which(compiler)))


def measure(folder, source, compiler, flags, arguments):
    """(status and output, Theirs) of FOLDER/SOURCE."""
    made = variants.compile_plain(folder, source, compiler, "-O0", [*FLAGS, *flags])
    if made[0]:
        raise Unmeasured("coverage does not compile: " + made[1][:300])
    ran = variants.execute(["./prog", *arguments], folder, LLVM_PROFILE_FILE=RAW)
    functions = export(folder, tools_of(compiler), ["./prog"], "theirs-*.profraw")
    name = real(os.path.join(folder, source))
    return ran, read_files(functions, name)[name]
