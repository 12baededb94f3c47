# Run by test/packages in a chroot that knows only the packages: somebody who has a project with
# CMake and GoogleTest, and never saw edgeprof, has right counts in two minutes, by at
# most four lines.
set -eu
say() { printf '== %s\n' "$*"; }
fail() { echo "error: $*" >&2; exit 1; }
install() { apt-get install -y -qq "$@" >/tmp/apt.log 2>&1 || { cat /tmp/apt.log; exit 1; }; }
# has FILE TEXT: TEXT is a line of FILE.
has() { grep -qxF -- "$2" "$1" || { cat "$1"; fail "$1 lacks: $2"; }; }

say "the project, and what it needs"
apt-get update -qq
install g++ make cmake libgtest-dev
cd /inside/gtest
sed -n '/^find_package(edgeprof/,$p' CMakeLists.txt >/tmp/lines
sed -i '/^find_package(edgeprof/,$d' CMakeLists.txt
cmake -B build >/tmp/log && cmake --build build >>/tmp/log && ctest --test-dir build >>/tmp/log || {
    cat /tmp/log
    fail "the project itself"
}
rm -r build

say "edgeprof"
start=$(date +%s)
gcc=$(gcc -dumpversion | sed 's/[.].*//')
cd /packages
install ./edgeprof_*.deb ./libedgeprof-rt1_*.deb ./libedgeprof-dev_*.deb \
    ./edgeprof-gcc-"$gcc"_*.deb
cd /inside/gtest
cat /tmp/lines >>CMakeLists.txt
cat /tmp/lines
cmake -B build
cmake --build build
ctest --test-dir build --output-on-failure
prof-show lines build/coverage/prof.out >lines
prof-show tests build/coverage/prof.out >tests
took=$(($(date +%s) - start))

has lines "           2:5:    if (width < 0 || height < 0)"
has lines "           1:6:        return 0;"
has lines "           1:7:    return width * height;"
has lines "           2:12:    switch (kind) {"
has lines "           0:14:        return 0;"
has lines "           1:16:        return 3;"
has lines "           1:18:        return 4;"
grep -q ' Area.OfNothing$' tests && grep -q '^4 of 4 tests run 10 of 11 lines' tests || {
    cat tests
    fail "these are not the tests"
}
[ "$(wc -l </tmp/lines)" -le 4 ] || fail "$(wc -l </tmp/lines) lines, not four"
[ "$took" -le 120 ] || fail "$took seconds, not 120"
say "$(wc -l </tmp/lines) lines, $took seconds"
