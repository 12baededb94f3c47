#!/bin/sh
# The runtime built with each sanitizer, under the runtime's tests.
# usage: sanitized.sh BUILD
# Left out is what a sanitizer does not allow to any program: another exit status
# after a crash, valgrind, a second copy of itself (dlmopen), threads in the child of
# a threaded process's fork (a program without our runtime hangs there as well, once
# in 25 runs under GCC 12's ASan), and for threads vfork, C11's threads, other layouts
# of memory, a limit of file sizes (TSan itself writes), and, as TSan crashes where the
# runtime is built with it, so many mirrors that some are where it has no shadow, and
# increments that are made atomic, as it never has code's to write; and
# the test that takes the place where a library would be without a sanitizer's
# libraries; what exec packs, since with a handler of signals, as ASan and TSan have,
# the raw file stays; and musl, for which there are no sanitizers.
set -eu
cd "$(dirname "$0")/../.."
build=$1
gcc=$(python3 -c 'import sys; sys.path.append("test"); import compilers
print(compilers.gcc(sys.argv[1]))' "$build")
lit=$(sed -n 's/^EDGEPROF_LIT:.*=//p' "$build/CMakeCache.txt")
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
cp "$build/lib/libedgeprof_rt.a" "$out"

# run FLAGS LEFT_OUT; TSan knows the layouts of memory without randomisation
under=
run() {
    $gcc -std=c11 -O1 -g -fPIC -shared $1 -Iinclude -Irt rt/*.c \
        "$($gcc -print-file-name=libz.a)" -Wl,--exclude-libs,ALL \
        -Wl,-Bsymbolic -Wl,-z,nodelete -o "$out/libedgeprof_rt.so" 2>"$out/log" ||
        { cat "$out/log"; return 1; }
    CC=$gcc SANITIZE=$1 python3 -B test/rt/Inputs/build.py "$out" "$out/programs"
    ASAN_OPTIONS=detect_leaks=0 $under python3 "$lit" -sv -j1 -D rt_lib="$out" \
        -D sanitize="$1" --filter-out ":: ($2)[.]py" "$build/test/rt"
}
run "-fsanitize=undefined -fno-sanitize-recover=all" "a-library-that-does-not-fit|musl"
more="every-end|a-library-that-finds-threads|valgrind|forks-in-threads"
more="$more|a-library-that-does-not-fit|log-at-the-limit|hundred-libraries"
more="$more|two-thousand-threads-sixty-libraries|exec-writes-the-run-file|musl"
run -fsanitize=address "$more"
under="setarch -R"
more="$more|every-layout-of-memory|vfork-counts-for-the-parent|threads-of-all-kinds"
more="$more|gs-that-is-set-otherwise"
run -fsanitize=thread "$more"
