"""Programs laid out otherwise: as clang-format does in a style, or with one token a line."""
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


def lay_out(clang_format, style, files):
    """Change FILES to STYLE: tokens, or one of clang-format's and the columns it has, GNU:40."""
    if style != "tokens":
        subprocess.run([clang_format, "-i", "-style=" + FORMAT.format(*style.split(":")), *files],
                       check=True)
        return
    for path in files:
        with open(path, encoding="latin-1", newline="") as source:
            text = source.read().replace("\r\n", "\n")
        with open(path, "w", encoding="latin-1") as out:
            out.write(one_token_a_line(without_comments(text)))
