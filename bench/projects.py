"""Programs of the corpus that are configured, built and tested as their own makefiles
have it, with a compiler of our own: a script that adds -fplugin=..., and the level.

The load is (a part of) the program's own tests, whose results, as printed, must be
those of the plain build.
"""
import os
import re
import shutil
import subprocess


LOADS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "loads")


class Failed(Exception):
    """A program that does not build."""


def write_wrapper(folder, name, compiler, flags):
    """A script that calls COMPILER, with FLAGS behind those of the makefile."""
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as out:
        out.write(f'#!/bin/sh\nexec {compiler} "$@" -g -w {flags}\n')
    os.chmod(path, 0o755)
    return path


class Project:
    """One program, with the interface of programs.Program.

    CONFIGURE, MAKE and TEST are shell commands, in the unpacked sources; CC and CXX
    are in the environment of the first two.  TEST prints its results, and
    nothing that depends on time or place. 
    LOG prints "function calls" for what the program's own log or statistics say of the
    runs that had the label "log", if any had.
    """
    prepare = ""

    def __init__(self, name, package="", configure="true",
                 make="make -s -j2", test="", log="", latitude="", by_level="",
                 macros=()):
        self.name = name
        self.package = package or name
        self.configure = configure
        self.make = make
        self.test = test
        self.log = log
        self.macros = macros  # patterns of jumps and of nothing, and what they are
        self.latitude = latitude
        self.by_level = by_level

    def build(self, source, folder, compiler, flags, environment):
        """Build the sources in SOURCE in FOLDER/tree."""
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        shutil.copytree(source, os.path.join(folder, "tree"), symlinks=True)
        driver = compiler.replace("gcc", "g++").replace("clang", "clang++")
        paths = [write_wrapper(folder, *words, flags) for words in (
            ("cc", compiler), ("c++", driver))]
        status = self.shell(f"({self.configure}) && {self.make}", folder, "build.log", {
            "CC": paths[0], "CXX": paths[1], "EDGEPROF": "off", **environment})
        if status:
            raise Failed(f"{self.name}: does not build: {folder}/build.log")

    def run(self, folder, environment):
        """What the tests printed."""
        status = self.shell(self.test, folder, "test.log", environment)
        with open(os.path.join(folder, "test.log"), encoding="utf-8",
                  errors="replace") as text:
            return text.read() + f"exit status {status}\n"

    def expanded(self, line):
        """LINE as it is without its macros that jump, or are nothing."""
        for pattern, text in self.macros:
            line = re.sub(pattern, text, line)
        return line

    def said(self, folder):
        """Function -> calls, as the program says."""
        self.shell(self.log, folder, "said.log", {})
        with open(os.path.join(folder, "said.log"), encoding="utf-8") as text:
            return {name: int(calls) for name, calls in map(str.split, text)}

    def shell(self, command, folder, log, environment):
        """The exit status of COMMAND in the tree; its output goes to LOG."""
        with open(os.path.join(folder, log), "w", encoding="utf-8") as out:
            done = subprocess.run(["bash", "-o", "pipefail", "-c", command],
                                  cwd=os.path.join(folder, "tree"),
                                  env={**os.environ, **environment}, check=False,
                                  stdin=subprocess.DEVNULL, stdout=out,
                                  stderr=subprocess.STDOUT)
        return done.returncode


NGINX_LOG = r"""
    log=run/logs/access.log
    echo "ngx_http_log_request $(wc -l <$log)"
    echo "ngx_http_upstream_init $(grep -c 'GET /proxy/' $log)"
    echo "ngx_http_range_parse $(grep -c '" 206 ' $log)"
    echo "ngx_http_auth_basic_crypt_handler $(grep -c -- ' - u ' $log)"
"""

EVERYTHING = "."  # what they do depends on time

PROJECTS = [
    Project("ninja", "ninja-build", configure="python3 configure.py",
            make="ninja -j2 ninja_test",
            # How often it waits for its children is not repeatable, and what it
            # logs has the time.
            latitude="src/build_log.cc|src/hash_map|src/string_piece|BuildLog|"
                     "LineReader|Murmur|StringPiece",
            test="EDGEPROF=off GCOV_PREFIX=$PWD/../off ./ninja_test | tail -1;"
                 " ./ninja_test --gtest_filter=-Subprocess* | tail -1"),
    Project("git",
            make='make -s -j2 CC="$CC" CFLAGS= NO_CURL=1 NO_EXPAT=1 NO_GETTEXT=1'
                 " NO_OPENSSL=1 NO_TCLTK=1 NO_PYTHON=1",
            test=f"bash {LOADS}/git.sh", latitude=EVERYTHING),
    Project("gawk", configure="./configure -q --disable-nls --disable-extensions"
                              " --disable-mpfr --without-readline",
            make='make -s -j2 SUBDIRS="support ."',
            # Three are for a locale that Debian has to be told to make.
            test="make -s -C test check;"
                 " ! ls test/_* 2>&1 | grep -vE '_(\\*.*|commas|mbstr[12])$'",
            macros=[(r"^JUMPTO\(.*\);$", "goto top;"), (r"^assert\(.*\);$", "")],
            latitude=EVERYTHING),
    Project("redis", make='make -s -j2 -C src MALLOC=libc'
                          " redis-server redis-cli redis-benchmark",
            test=f"bash {LOADS}/redis.sh", log="cat log", latitude=EVERYTHING),
    Project("nginx", configure='./configure --with-cc="$CC"'
            " --with-http_stub_status_module >/dev/null",
            test=f"bash {LOADS}/nginx.sh", log=NGINX_LOG,
            latitude=EVERYTHING),
    Project("postgresql", "postgresql-15",
            configure="./configure -q --without-readline --without-zlib",
            # Without that its libpq may have nothing that calls exit, as gcov's own code does.
            make="make -s -j2 enable_coverage=yes",
            test=f"bash {LOADS}/postgresql.sh", latitude=EVERYTHING,
            macros=[(r"^EEO_CASE\(\w+\)$", "case 1:"), (r"^YY_BREAK$", "break;"),
                    (r"^Assert\(.*\);$", "")]),
]
