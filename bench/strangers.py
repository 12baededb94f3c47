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
]
