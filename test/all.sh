# Sourced by ./check --all: what takes longer than a commit should wait for.

sanitizers() {
    cmake --preset asan &&
        cmake --build --preset asan -j "$jobs" --target prof-show prof-merge \
            $(basename -s .c -a test/unit/test_*.c) &&
        ctest --test-dir build/asan -R '^unit/' --output-on-failure &&
        $lit -v -D tools="$PWD/build/asan/bin" build/test/tools \
            --filter-out 'flips|many-runs|install' # they limit memory
}
# A file at a time: clang-tidy 14 mistakes va_lists in the second.
tidy() {
    cmake --preset dev -DCMAKE_EXPORT_COMPILE_COMMANDS=ON &&
        git ls-files '*.c' ':!test' |
        xargs -P "$jobs" -n 1 clang-tidy-14 --quiet -p build
}

install_packages clang-tidy-14
step "sanitizers" sanitizers
step "runtime, sanitized" test/rt/sanitized.sh build
step "clang-tidy" tidy
step "csmith, 200 programs" python3 test/oracle/csmith.py build --seeds 200 \
    --first 1000
step "corpus" bench/corpus
