# Sourced by ./check --all: what takes longer than a commit should wait for.

sanitizers() {
    cmake --preset asan &&
        cmake --build --preset asan -j "$jobs" --target prof-show prof-merge prof-run prof-patch \
            $(basename -s .c -a test/unit/test_*.c) &&
        ctest --test-dir build/asan -R '^unit/' --output-on-failure &&
        lit -D tools="$PWD/build/asan/bin" build/test/tools \
            --filter-out 'flips|many-|install|emulate' && # they limit memory, or want QEMU's plugin
        # Some patch, which wants libraries, and two forbid what leaks are looked for with.
        lit -D tools="$PWD/build/asan/bin" build/test/prof-run \
            --filter-out 'patched|options-of-the|known-cost|paths-of|by-timers' &&
        ASAN_OPTIONS=detect_leaks=0 lit -D tools="$PWD/build/asan/bin" build/test/prof-run \
            --filter 'paths-of|by-timers'
}
# A file at a time: clang-tidy 14 mistakes va_lists in the second.
tidy() {
    cmake --preset dev -DCMAKE_EXPORT_COMPILE_COMMANDS=ON &&
        sed -i 's/-fno-tree-loop-distribute-patterns//' build/compile_commands.json &&
        git ls-files '*.c' ':!test' ':!bench' |
        xargs -P "$jobs" -n 1 clang-tidy-14 --quiet -p build
}

install_packages openmpi-bin bzip2 xz-utils mawk openssl $packages_bench
step "sanitizers" sanitizers
step "runtime, sanitized" test/rt/sanitized.sh build
if [ "$tools" = 14 ]; then
    install_packages clang-tidy-14
    step "clang-tidy" tidy
else
    echo "left out: clang-tidy (clang-tidy 14 is not in $system)"
fi
step "tools that fail, every failure" python3 test/faults/tools.py build
step "a runtime that fails, every failure" python3 test/faults/runtime.py build
step "a recovery that fails, every failure" python3 test/faults/recovery.py build
step "fuzzing, 30 s each" test/fuzz/run.sh build -max_total_time=30
step "fuzzing of machine code, 120 s" test/fuzz/run.sh build -t code -max_total_time=120
# What no run had before: a seed finds what it finds once.
generated 30 8 20 4 6 4 $(($(date +%s) / 86400 * 100))
step "test/run, spelled otherwise" python3 test/oracle/spelling.py build \
    --compilers "gcc-$gcc,clang-$clang,clang-${llvms##* }" --results $results/spelling.json
step "gcov, all of test/run" python3 test/oracle/gcov.py build --results $results/gcov.json
step "Clang's coverage, all of test/run, 20 programs" python3 test/oracle/coverage.py build \
    --seeds 20 --results $results/coverage.json
step "Clang's coverage, corpus" python3 test/oracle/coverage.py build \
    --corpus bzip2,zlib,lua --results $results/coverage-corpus.json
many=jq,png,json,lzip,clzip,zopfli,snappy,md4c,tidy,picosat,figlet,catch2,jimtcl
step "Clang's coverage, strangers" python3 test/oracle/coverage.py build --corpus \
    pugixml,tinyxml2,jsoncpp,muparser,ed,tinyscheme,mujs,expat,sparse,erofs,simdjson,$many \
    --compilers "gcc-$gcc,clang-${llvms##* }" \
    --results $results/coverage-strangers.json
step "Clang's coverage, in another style" python3 test/oracle/coverage.py build \
    --corpus bzip2,zlib,cjson,tinyxml2 --layout GNU:40 --levels=-O0 \
    --compilers "gcc-$gcc,clang-${llvms##* }"
step "Clang's coverage, one token a line" python3 test/oracle/coverage.py build \
    --corpus bzip2,zlib,cjson,ed,expat,md4c,mujs,picosat,figlet --layout tokens --levels=-O0 \
    --compilers "gcc-$gcc,clang-${llvms##* }"
step "Clang's coverage, gawk" python3 test/oracle/coverage.py build --corpus gawk \
    --compilers "clang-${llvms##* }" --levels=-O0 --results $results/coverage-gawk.json
step "gcov, corpus" python3 test/oracle/gcov.py build \
    --corpus bzip2,zlib,lua,ed,tinyscheme,mujs \
    --results $results/gcov-corpus.json
step "the compilers' own tests of gcov and profiles" python3 test/oracle/suites.py build --results $results/suites.json
step "gcov, programs with makefiles of their own" python3 test/oracle/gcov.py build \
    --corpus ninja,nginx,git,gawk,redis --results $results/gcov-projects.json
step "gcov, ninja below prof-run" python3 test/oracle/gcov.py build --corpus ninja \
    --compilers "gcc-$gcc" --prof-run
step "callgrind, all compilers" python3 test/oracle/callgrind.py build \
    --results $results/callgrind.json
step "callgrind, corpus" python3 test/oracle/callgrind.py build \
    --corpus bzip2,zlib,lua --results $results/callgrind-corpus.json
install_packages bash-static zsh-static sash busybox-static gawk lua5.4 sqlite3
step "callgrind, instructions of many programs" python3 test/oracle/instructions.py build
step "programs' own tests, counted" python3 test/oracle/own_tests.py build
install_packages perl
step "projects' own tests below prof-run" python3 test/oracle/one_word.py build --compiler "gcc-$gcc"
step "programs behave as before, 200" python3 test/oracle/behaviour.py build --most 200
# npm comes with some nodejs packages, and is one of its own beside others.
command -v npm >/dev/null || install_packages npm
if [ "$system" = debian-12 ]; then
    install_packages $(python3 test/oracle/workloads.py build --packages)
    step "programs in real work" python3 test/oracle/workloads.py build
    step "daemons looked at" python3 test/oracle/daemons.py build
else
    echo "left out: programs in real work (their paths are those of Debian 12)"
fi
if git rev-parse -q --verify HEAD~50 >/dev/null 2>&1; then
    rm -rf build/affected
    step "tests --affected, 50 steps of this history" bench/affected.py --gcc "gcc-$gcc" build \
        build/affected
    rm -rf build/affected
else
    echo "left out: tests --affected (there is no history here)"
fi
step "corpus" bench/corpus --compilers "$(compilers | paste -sd ,)"
scale() {
    rm -rf build/scale && bench/scale --limit --keep build/scale &&
        (cd build/scale && python3 -B ../../test/tools/Inputs/scale.py \
            ../../docs/scale.md "$PWD/../bin" 'GNU parallel' 'MPI and Slurm')
}
step "scale" scale
rm -rf build/scale
install_packages rsync
step "recipes and formats, by npm's packages" test/integrations/npm.sh build
case $(node --version) in
v20.*) step "the extension in VS Code" test/integrations/editor.sh build ;;
*) echo "left out: the extension in VS Code (the one that npm has wants node 20)" ;;
esac
if [ "$system" = debian-12 ]; then
    install_packages bazel-bootstrap bazel-platforms bazel-rules-java
    step "Bazel" test/integrations/bazel.sh build
else
    echo "left out: Bazel (only Debian 12's runs by itself)"
fi
step "autotools" test/integrations/autotools.sh build
step "packages, a newcomer, the action from nothing" test/packages bookworm trixie sid

# ./check with the compilers of other systems.
for name in trixie sid; do
    suite "./check in Debian's $name" test/suites --run ./check $name
done

# test/run and test/languages at the levels that ./check leaves out, and what docs/exactness.md
# says; all rows go to build/oracle/exactness.md.
levels() {
    cmake --preset dev "-DEDGEPROF_TESTED_LEVELS=$1" -S . -B build
}
lit_levels() {
    levels "-O0;-O1;-O2;-O3" && lit -o $results/lit-13.json \
        $(find build/test -name lit.site.cfg.py -path '*-O[13]/*' -printf '%h\n' |
            sort)
}
suite "lit, two levels more" lit_levels
step "exactness" python3 test/oracle/matrix.py --table $results/exactness.md \
    --compilers "$(all_compilers)" test $results/*.json
cat "$log"
levels "-O0;-O2" >/dev/null
