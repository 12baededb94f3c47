#!/bin/sh
# The runtime built with each sanitizer, under the runtime's tests.
# usage: sanitized.sh BUILD
# Left out is what a sanitizer does not allow to any program: another exit status
# after a crash, valgrind, a second copy of itself (dlmopen), threads in the child of
# a threaded process's fork (a program without our runtime hangs there as well, once
# in 25 runs under GCC 12's ASan), and for threads vfork, C11's threads, other layouts
# of memory, a limit of file sizes (TSan itself writes), and so many mirrors that some
# are where TSan has no shadow (it crashes only if the runtime is built with it); and the test that takes the place where a library would be without a
# sanitizer's libraries.
set -eu
cd "$(dirname "$0")/../.."
build=$1
gcc=$(python3 -c 'import sys; sys.path.append("test"); import compilers
print(compilers.gcc(sys.argv[1]))' "$build")
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
cp "$build/lib/libedgeprof_rt.a" "$out"

# run FLAGS -TEST...; TSan knows the layouts of memory without randomisation
under=
run() {
    flags=$1
    shift
    $gcc -std=c11 -O1 -g -fPIC -shared $flags -Iinclude -Irt rt/*.c \
        "$($gcc -print-file-name=libz.a)" -Wl,--exclude-libs,ALL \
        -Wl,-Bsymbolic -Wl,-z,nodelete -o "$out/libedgeprof_rt.so" 2>"$out/log" ||
        { cat "$out/log"; return 1; }
    env CC=$gcc SANITIZE="$flags" ASAN_OPTIONS=detect_leaks=0 \
        $under python3 -B test/rt/run.py "$out" include "$@"
}
run "-fsanitize=undefined -fno-sanitize-recover=all" -a_library_that_does_not_fit
run -fsanitize=address -every_end -a_library_that_finds_threads -valgrind \
    -forks_in_threads -a_library_that_does_not_fit -log_at_the_limit \
    -hundred_libraries
under="setarch -R"
run -fsanitize=thread -every_end -a_library_that_finds_threads -valgrind \
    -every_layout_of_memory -vfork_counts_for_the_parent -threads_of_all_kinds \
    -forks_in_threads -a_library_that_does_not_fit -log_at_the_limit \
    -hundred_libraries
