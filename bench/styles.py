"""Programs laid out otherwise: as clang-format does in a style, with one token a line, or
torn anywhere."""
import random
import re
import subprocess

# What clang-format may not change: the order of files, texts that are read.
FORMAT = ("{{BasedOnStyle: {0}, ColumnLimit: {1}, Standard: Latest, SortIncludes: false,"
          " ReflowComments: false, FixNamespaceComments: false, BreakStringLiterals: false}}")
COMMENT = re.compile(r"""//(?:\\\n|[^\n])*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\[\s\S]|[^"\\\n])*"|"""
                     r"""(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])*'""", re.DOTALL)
# A directive, which its line ends (1), or a token.
PIECE = re.compile(
    r'^([ \t]*#(?:.*\\\n)*.*)|\b(?:u8|[uUL])?R"(\w*)\((?:.|\n)*?\)\2"|'
    r'(?:\b(?:u8|[uUL]))?"(?:\\[\s\S]|[^"\\\n])*"|(?:\b(?:u8|[uUL]))?\'(?:\\.|[^\'\\\n])*\'|'
    r"\.?\d(?:[eEpP][-+]|'\w|[\w.])*|\w+|\.\.\.|->\*?|\.\*|<<=|>>=|"
    r"<=>|\+\+|--|<<|>>|[-+*/%&|^!=<>]=|&&|\|\||::|##|\S", re.MULTILINE)


def without_comments(text):
    """TEXT with blanks for comments, on as many lines; in a directive, which ends with its
    line, on none."""
    def blank(found):
        if found[0][0] != "/":
            return found[0]
        before = text[text.rfind("\n", 0, found.start()) + 1:found.start()]
        return " " + "\n" * (0 if before.lstrip().startswith("#") else found[0].count("\n"))
    return COMMENT.sub(blank, text)


def pieces(text):
    """(line, piece) of all tokens, and of directives, with None."""
    line, at = 1, 0
    for found in PIECE.finditer(text):
        line += text.count("\n", at, found.start())
        at = found.start()
        yield None if found[1] else line, found[0]


def one_token_a_line(text):
    """TEXT, which has no comments."""
    return "\n".join(token for _, token in pieces(text)) + "\n"


def torn(text):
    """TEXT, which has no comments, with a line's end behind one token in three, by chance: what
    ends above and what begins there are on one line."""
    choice = random.Random(text)
    out = []
    for line, piece in pieces(text):
        if line is None and out and out[-1] != "\n":
            out.append("\n")
        out += [piece, "\n" if line is None or choice.randrange(3) == 0 else " "]
    return "".join(out) + "\n"


def lay_out(clang_format, style, files):
    """Change FILES to STYLE: tokens, torn, or one of clang-format's and the columns it has,
    GNU:40."""
    change = {"tokens": one_token_a_line, "torn": torn}.get(style)
    if not change:
        subprocess.run([clang_format, "-i", "-style=" + FORMAT.format(*style.split(":")), *files],
                       check=True)
        return
    for path in files:
        with open(path, encoding="latin-1", newline="") as source:
            text = source.read().replace("\r\n", "\n")
        with open(path, "w", encoding="latin-1") as out:
            out.write(change(without_comments(text)))
