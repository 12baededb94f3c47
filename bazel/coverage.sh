#!/bin/sh
# What `bazel coverage` calls: after a test, to make one file of what its processes
# left; after all, to make one of those.  Both are profiles, which prof-show reads.
set -eu
PATH=$(dirname "$(realpath "$0")")/../../../bin:/usr/local/bin:/usr/bin:/bin:${PATH-}

runs= reports= output=
for argument; do
    case $argument in
    --coverage_dir=*) runs=${argument#*=} ;;
    --reports_file=*) reports=${argument#*=} ;;
    --output_file=*) output=${argument#*=} ;;
    esac
done

if [ -n "$reports" ]; then
    # Bazel's own, for what no test may have run, say nothing; a test without counted
    # code leaves an empty one.
    set --
    while read -r file; do
        case $file in
        *baseline_coverage.dat) ;;
        *) [ ! -s "$file" ] || set -- "$@" "$file" ;;
        esac
    done <"$reports"
else
    set -- "$runs"/*.prof
    [ -e "$1" ] || set --
fi
if [ $# = 0 ]; then
    : >"$output"
else
    exec prof-merge -o "$output" "$@"
fi
