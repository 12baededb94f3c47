"""Programs of the corpus for test/oracle/coverage.py: C++ and C in other people's styles, with
tests of their own where they have any.  The words are those of programs.Program; {source} is
the source tree.
"""
YAML = """cat > in.yaml <<'END'
- &anchor {a: 1, b: [x, "y\\tz", 'q''q'], ? complex : *anchor}
- |
  literal
    text
- >-
  folded
  text
- !!tag value   # comment
- ~
- key: {nested: [1, 2.5, 0x1f, .inf, true]}
  <<: *anchor
END
"""

SCHEME = """cat > t.scm <<'END'
(define (fib n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2)))))
(display (fib 15)) (newline)
(let loop ((i 0)) (cond ((= i 3) 'done) (else (write (list i "s" #\\a 1.5 `(a ,i ,@(list 1 2)))) (loop (+ i 1)))))
(define-macro (swap! a b) `(let ((t ,a)) (set! ,a ,b) (set! ,b t)))
(define x 1) (define y 2) (swap! x y) (write (list x y)) (newline)
(write (call/cc (lambda (k) (for-each (lambda (z) (if (> z 2) (k z))) '(1 2 3 4)) 0)))
(write (map (lambda (a b) (* a b)) '(1 2 3) '(4 5 6)))
(write (string-append "ab" "cd"))
(write (number->string 255 16)) (write (/ 1 3)) (write (expt 2 10)) (write (sqrt 16))
(define p (delay (begin (display "once") 5))) (write (force p)) (write (force p))
(write (assq 'b '((a 1) (b 2)))) (write (apply max '(3 1 4))) (write (quotient 17 5)) (write (modulo -7 2))
(write (let* ((a 1) (b (+ a 1))) (case b ((1) 'one) ((2 3) 'few) (else 'many))))
(write (do ((i 0 (+ i 1)) (acc '() (cons i acc))) ((= i 4) acc)))
(call-with-output-file "o.txt" (lambda (port) (write '(x . y) port)))
(write (call-with-input-file "o.txt" read))
(catch (display "caught") (error "bad" 1))
(write (string->symbol "q")) (write (list->string (list #\\x #\\y))) (write (equal? '(1 (2)) '(1 (2))))
(gc) (car 5)
END
{} t.scm 2>&1; echo $?"""
JS = """cat > t.js <<'END'
function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2) }
print(fib(15), [3, 1, 2].sort(), JSON.stringify({a: [1, null, "x\\n"], b: {c: 1.5}}, null, 2))
try { null.x } catch (e) { print(e) } finally { print("fin") }
outer: for (var i = 0; i < 3; ++i) for (var j in {p: 1, q: 2}) { if (j == "q") continue outer; print(i, j) }
print("a1b22".replace(/\\d+/g, function (m) { return "<" + m + ">" }), /(a|b)*?c{2,3}$/i.exec("xABcc"), "x,y".split(","))
switch (typeof print) { case "function": print("f"); break; default: print("d") }
var o = {get v() { return 7 }, set v(x) { print("set", x) }}; o.v = o.v + 1; delete o.v
do { i-- } while (i > 0); while (true) { if (i++ > 2) break }
print(parseInt("ff", 16), (255).toString(2), 1e21, 0.1 + 0.2, -5 % 3, 5 >>> 1, ~4, "b" > "a", 1 && 0 || 2, void 0, [1, 2].concat(3).map(function (x) { return x * x }))
print(new Date(0).toISOString(), Math.max(1, 2), isNaN(NaN), [].slice.call([1, 2, 3], 1), eval("1+1"), new Function("a", "return a*2")(4), encodeURIComponent("a b&c"), "abc".substring(1).toUpperCase())
print(JSON.parse('{"x":[true,false,{"y":-1.5e3}]}').x[2].y, [1,2,3].reduce(function (a, b) { return a + b }), Object.keys({a:1,b:2}), "abc".charCodeAt(1), [5,6].indexOf(6), (1.005).toFixed(2), (123.456).toPrecision(4), (0.00001).toExponential(2))
with ({w: 3}) print(w); if (1) ; else print("no"); throw new TypeError("end")
END
{} t.js 2>&1; {} -s t.js 2>&1 | head -1; echo '"use strict"; x = 1' | {} 2>&1; echo 'print(1+)' > bad.js; {} bad.js 2>&1"""

STRANGERS = [
    {"name": "pugixml", "package": "pugixml",
     "sources": ["src/pugixml.cpp", "tests/main.cpp", "tests/test*.cpp", "tests/[aw]*.cpp"],
     "load": ["ln -sfn {source}/tests .", "{} | tail -1"],
     # It hashes and orders nodes by their addresses, and looks how they are aligned.
     "latitude": r"pugixml\.cpp:(1[16]..|5[145]..|6467|7[567]..|8[123]..|8[79]..|90..|12[345]..)$"},
    {"name": "tinyxml2", "package": "tinyxml2", "sources": ["tinyxml2.cpp", "xmltest.cpp"],
     "load": ["mkdir -p resources/out; cp {source}/resources/*.xml resources",
              "{} | grep -c -w pass"]},
    {"name": "jsoncpp", "package": "libjsoncpp",
     "sources": ["src/lib_json/*.cpp", "src/test_lib_json/*.cpp"],
     "flags": "-Iinclude -Isrc/lib_json", "load": ["{} | tail -1"]},
    {"name": "double-conversion", "package": "double-conversion",
     "sources": ["double-conversion/*.cc", "test/cctest/*.cc"], "flags": "-I.",
     "load": [f"{{}} {name} | tail -1" for name in (
         "test-bignum", "test-bignum-dtoa", "test-diy-fp", "test-ieee", "test-strtod",
         "test-fixed-dtoa", "test-conversions")]},
    {"name": "muparser", "package": "muparser",
     "sources": ["src/*.cpp", "samples/example1/example1.cpp"], "flags": "-Iinclude",
     "load": ["printf 'a=2\\nsin(a)+3^2*(1<2?4:5)\\n1+\\nquit\\n' | {} | tail -30"]},
    {"name": "yaml-cpp", "package": "yaml-cpp",
     "sources": ["src/*.cpp", "src/contrib/*.cpp", "util/parse.cpp"], "flags": "-Iinclude",
     "load": [YAML + "{} in.yaml"]},
    {"name": "cli11", "package": "cli11", "sources": ["examples/subcommands.cpp"],
     "flags": "-Iinclude",
     "load": ["{} --help", "{} start -f x", "{} stop -c", "{} --wrong", "{} start --count 4"]},
    {"name": "catch2", "package": "catch2",
     "sources": ["projects/SelfTest/TestMain.cpp",
                 *(f"projects/SelfTest/UsageTests/{name}.tests.cpp" for name in (
                     "Condition Exception Generators Matchers Message Misc Tricky"
                     " ToStringGeneral").split())],
     "flags": "-Isingle_include/catch2 -Iinclude -std=c++17",
     "load": ["{} -r compact --order lex --rng-seed 1 2>&1 | cksum",
              "{} -s '~[approvals]' --rng-seed 1 | tail -1"],
     # A macro makes a lambda of what is written: two functions have the line.
     "latitude": r"Generators\.tests\.cpp:(63|77|121|137|142|147)$"},
    {"name": "cmark", "package": "cmark", "sources": ["src/*.c"],
     "flags": "-Isrc -DCMARK_STATIC_DEFINE",
     "prepare": "printf '#define HAVE_STDBOOL_H\\n#define HAVE___BUILTIN_EXPECT\\n"
                "#define HAVE___ATTRIBUTE__\\n' > src/config.h;"
                "printf '#include <stdbool.h>\\n#define CMARK_ATTRIBUTE(l) __attribute__(l)\\n"
                "#define CMARK_INLINE inline\\n' >> src/config.h;"
                "printf '#define CMARK_EXPORT\\n' > src/cmark_export.h;"
                "printf '#define CMARK_VERSION 7682\\n#define CMARK_VERSION_STRING \"0.30.2\"\\n'"
                " > src/cmark_version.h",
     "load": [f"{{}} --smart -t {form} {{source}}/test/spec.txt | sha256sum"
              for form in ("html", "xml", "man", "commonmark", "latex")]},
    {"name": "ed", "package": "ed", "sources": ["*.c"], "flags": "'-DPROGVERSION=\"1.19\"'",
     "load": ["cp prog ed; sh {source}/testsuite/check.sh {source}/testsuite 1.19 | tail -4"]},
    {"name": "tinyscheme", "package": "tinyscheme", "sources": ["scheme.c", "dynload.c"],
     "flags": "-DUSE_DL=1 -DSUN_DL=1 -DUSE_MATH=1 -DSTANDALONE=1", "libs": "-lm -ldl",
     "load": ["cp {source}/init.scm .", SCHEME],
     "latitude": r"scheme\.c:58[01]$"},  # It aligns what malloc returns.
    {"name": "jimtcl", "package": "jimtcl", "libs": "-lm -ldl -lz",
     "sources": ["_[a-t]*.c", *(f"{name}.c" for name in (
         "jim-aio jim-array jim-clock jim-eventloop jim-exec jim-file jim-format jim-history"
         " jim-interactive jim-interp jim-json jim-load jim-namespace jim-pack jim-package"
         " jim-posix jim-readdir jim-regexp jim-signal jim-subcmd jim-syslog jim-tclprefix jim-tty"
         " jim-zlib jim jimiocompat jimregexp jimsh jsmn/jsmn linenoise utf8").split())],
     "flags": "-I. -DUSE_UTF8",
     "prepare": "./configure --full --disable-ssl >/dev/null 2>&1; make -s >/dev/null;"
                " rm -f *.o */*.o",
     "load": ["cp {source}/tests/*.t* .; for test in expr expr-new expr-old for list lsort string"
              " regexp regexp2 scan switch dict proc proc-new array format utf8 uplevel tree"
              " pack json while if return error try eval foreach glob2 lsearch; do"
              " [ ! -f $test.test ] || {} $test.test; done 2>&1 | grep -c Total"]},
    {"name": "mujs", "package": "mujs", "sources": ["[jru]*.c", "main.c"], "libs": "-lm",
     "load": [JS]},
    {"name": "expat", "package": "expat",
     "sources": ["expat/lib/xml[prt]*[!ls].c", "expat/tests/[cms]*.c", "expat/tests/runtests.c"],
     # It hashes with what it takes from the clock.
     "flags": "-DXML_DTD -DXML_NS -DXML_CONTEXT_BYTES=1024 -DBYTEORDER=1234"
              " -DXML_POOR_ENTROPY -Iexpat/lib",
     "prepare": "sed -i 's,gather_time_entropy() ^ getpid(),42,' expat/lib/xmlparse.c;"
                " touch expat/lib/expat_config.h",
     "load": ["{} | tail -1"]},
    {"name": "lz4", "package": "lz4", "sources": ["lib/*.c", "programs/*.c"],
     "flags": "-DXXH_NAMESPACE=LZ4_ -Ilib",
     "load": ["{} -q -9 -c {data} > z", "{} -q -dc z | cmp - {data}",
              "{} -q -1 -BD -c {data} > z1", "{} -q -t z1",
              "{} -q -12 -B4 -c {data} | {} -q -dc | wc -c",
              "{} -q --fast=3 -l -c {data} | {} -q -dc | wc -c", "{} -q -t {data} 2>&1 | wc -l",
              "{} --list z z1 | wc -l", "{} -q -D {data} -c {source}/lib/lz4.c | wc -c",
              "cat z z1 | sha256sum"],
     "latitude": r"util\.h:28[1-6]$"},  # It takes the time.
    {"name": "lz4-frames", "package": "lz4", "sources": ["lib/*.c", "tests/frametest.c"],
     "flags": "-DXXH_NAMESPACE=LZ4_ -DLZ4_DEBUG=1 -Ilib -Iprograms",
     "load": ["{} -s1 -i20 -q 2>&1 | tail -1"]},
    {"name": "mawk", "package": "mawk", "sources": [f"{name}.c" for name in (
         "array bi_funct bi_vars cast code da error execute fcall field files fin hash init"
         " jmp kw main matherr memory parse print re_cmpl regexp scan scancode split version"
         " zmalloc").split()],
     "prepare": "(./configure && make scancode.c) >/dev/null 2>&1", "flags": "-I.", "libs": "-lm",
     "load": ["cp -r {source}/test {source}/examples {source}/scan.c .; cd test;"
              " MAWK=../prog TMPDIR=.. sh mawktest; sh fpe_test 2>&1 | tail -3"]},
    {"name": "sparse", "package": "sparse", "sources": [*(f"{name}.c" for name in (
         "allocate builtin char compat-linux cse dissect dominate evaluate expand expression flow"
         " flowgraph inline ir lib linearize liveness memops opcode optimize options parse"
         " pre-process predefine ptrlist ptrmap scope show-parse simplify sort sparse ssa stats"
         " storage symbol target* tokenize unssa utils version").split())],
     "prepare": "printf '#define SPARSE_VERSION \"0.6.4\"\\n' > version.h",
     "flags": "'-DGCC_BASE=\"\"' '-DMULTIARCH_TRIPLET=\"\"'",
     "load": ["prog=$PWD/prog; cd {source}/validation; for file in *.c [!e]*/*.c; do"
              " $prog -Wsparse-all -fdump-ir $file; done 2>&1 | cksum"],
     # It hashes and orders instructions by their addresses.
     "latitude": r"(allocate|cse|ptrlist|sort)\.c:|lib\.h:161$"},
    {"name": "erofs", "package": "erofs-utils", "sources": [
         "lib/[!c]*.c", "lib/c[!o]*.c", "lib/compress.c", "lib/compress_hints.c",
         "lib/compressor.c", "lib/config.c", "mkfs/main.c"],
     "prepare": "(for name in FALLOCATE MEMRCHR STRUCT_STAT_ST_ATIM SYS_SYSMACROS_H SYS_IOCTL_H"
                " LINUX_FALLOC_H LINUX_TYPES_H LINUX_FS_H PREAD64 PWRITE64 LLISTXATTR LGETXATTR; do"
                " echo \"#define HAVE_$name 1\"; done; echo"
                " '#define PACKAGE_VERSION \"1.5\"') > config.h",
     "flags": "-I. -Iinclude -include config.h -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64",
     "load": ["rm -rf tree; mkdir tree; cp -r {source}/lib {source}/man tree; ln -s lib tree/link;"
              " ln tree/lib/io.c tree/hard; mkfifo tree/fifo; : > tree/empty; cp {data} tree;"
              " find tree | xargs touch -h -d @1",
              *(f"{{}} -T0 -U6a3ef9fc-4f3c-4f5b-8f5c-9d1f0a2b3c4d {words} 2>&1 | wc -l" for words in (
                  "--all-root -d9 a.img tree", "-Eforce-inode-extended --chunksize=4096 -x1 b.img tree",
                  "--exclude-regex='i.*\\.c' -C65536 c.img tree", "-zno d.img tree", "--help",
                  "--wrong")), "sha256sum *.img"]},
    {"name": "simdjson", "package": "simdjson",
     "sources": ["src/simdjson.cpp", "tests/dom/basictests.cpp"],
     "flags": "-DSIMDJSON_DEVELOPMENT_CHECKS -Iinclude -Isrc -Itests"
              " '-DSIMDJSON_BENCHMARK_DATA_DIR=\"jsonexamples/\"'",
     "load": ["ln -sfn {source}/jsonexamples .; {} 2>&1 | tail -3",
              "{} -a fallback 2>&1 | tail -3; {} -a westmere 2>&1 | tail -3"],
     # Each processor has a file of that name; gcov's are known by their names.
     "latitude": r"stringparsing\.h:3[25]$"},
    {"name": "onig", "package": "libonig",
     "sources": ["src/reg*.c", "src/unicode_*_key.c", "src/utf*.c", "src/iso*.c", "src/euc*.c",
                 "src/sjis*.c", *(f"src/{name}.c" for name in (
                     "st onig_init unicode ascii big5 gb18030 koi8_r cp1251").split()),
                 "test/test_utf8.c"],
     "prepare": "printf '#define HAVE_ALLOCA_H 1\\n#define HAVE_STDINT_H 1\\n#define SIZEOF_INT 4\\n"
                "#define SIZEOF_LONG 8\\n#define SIZEOF_LONG_LONG 8\\n#define SIZEOF_VOIDP 8\\n"
                "#define PACKAGE \"onig\"\\n#define VERSION \"6.9.8\"\\n' > src/config.h",
     "flags": "-Isrc", "load": ["{} | tail -1"]},
    {"name": "tcc", "package": "tcc", "libs": "-lm -ldl -lpthread",
     "sources": [f"{name}.c" for name in (
         "tcc libtcc tccpp tccgen tccelf tccasm tccrun x86_64-gen x86_64-link i386-asm").split()],
     "flags": "-DONE_SOURCE=0 -DTCC_TARGET_X86_64 -I.",
     "prepare": "./configure >/dev/null",
     # What it writes has the name of the folder.
     "load": ["prog=$PWD/prog; (cd {source}; for file in tests/tests2/[0-9]*.c tests/tcctest.c; do"
              " $prog -B. -g -c $file -o x.o; done) 2>&1 | cksum",
              "prog=$PWD/prog; (cd {source}/tests/pp; for file in *.c *.S; do"
              " $prog -E -P $file; done) 2>&1 | cksum",
              "{} -B{source} -vv; {} --wrong 2>&1"]},
    {"name": "cjson", "package": "cjson", "sources": ["cJSON.c", "cJSON_Utils.c", "test.c"],
     "libs": "-lm", "load": ["{} | cksum"]},
    {"name": "libyaml", "package": "libyaml",
     "sources": ["src/*.c", "tests/run-parser-test-suite.c"],
     "flags": "-Iinclude -DYAML_VERSION_MAJOR=0 -DYAML_VERSION_MINOR=2 -DYAML_VERSION_PATCH=5"
              " '-DYAML_VERSION_STRING=\"0.2.5\"'",
     "load": [YAML + "{} in.yaml",
              "for file in {source}/examples/*.yaml {source}/regression-inputs/*; do"
              " {} $file; done 2>&1 | cksum"]},
    {"name": "png", "package": "libpng1.6", "libs": "-lz -lm",
     "sources": ["png.c", "png[egmprsw]*.c", "pngtrans.c", "contrib/libtests/pngvalid.c"],
     "prepare": "cp scripts/pnglibconf.h.prebuilt pnglibconf.h",
     "load": [f"{{}} --strict {words} | cksum" for words in (
         "--standard", "--transform", "--size", "--gamma-threshold", "--gamma-transform")]},
    {"name": "jq", "package": "jq", "libs": "-lm",
     "sources": [f"src/{name}.c" for name in (
         "main jq_test builtin bytecode compile execute jv jv_alloc jv_aux jv_dtoa jv_file jv_parse"
         " jv_print jv_unicode lexer linker locfile parser util").split()],
     "flags": "-D_GNU_SOURCE -I. -DIEEE_8087=1 -DHAVE_MEMMEM=1 -DHAVE_TIMEGM -DHAVE_TM_TM_GMT_OFF"
              " -DHAVE_GMTIME_R -DHAVE_LOCALTIME_R -DHAVE_STRPTIME -DHAVE_ALLOCA_H -DHAVE_SETLOCALE"
              " -DHAVE_ISATTY" + "".join(f" -DHAVE_{name}" for name in (
                  "SIN COS FLOOR SQRT POW LOG EXP LOG2 EXP2 EXP10 ATAN2 FREXP LDEXP MODF").split()),
     "prepare": r"""sed 's/["\\]/\\&/g;s/.*/"&\\n"/' src/builtin.jq > src/builtin.inc;"""
                " echo '#define JQ_VERSION \"1.6\"' > src/version.h",
     "load": ["for test in jq base64; do {} -L {source}/tests/modules --run-tests"
              " {source}/tests/$test.test; done 2>&1 | cksum"]},
]
