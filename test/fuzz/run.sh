#!/bin/sh
# The readers of core and prof-merge under libFuzzer, with AddressSanitizer and UBSan.
# usage: run.sh BUILD [-t TARGET] LIBFUZZER-OPTION...
# What a target finds stays in BUILD/fuzz/found; its corpus grows in
# BUILD/fuzz/TARGET.
set -eu
cd "$(dirname "$0")/../.."
build=$1
shift
targets="notes counts merge profile binary imports sent words" # and code, which is slow
[ "${1-}" != -t ] || { targets=$2; shift 2; }
out=$build/fuzz
clang=$(python3 -c 'import sys; sys.path.append("test"); import compilers
print(compilers.clang(sys.argv[1]))' "$build")
mkdir -p "$out/found"
rm -f "$out"/*.o # of files that are no more

flags="-std=c11 -O1 -g -Icore -I. -Iinclude -Iprof-merge -fsanitize=address,undefined
    -fno-sanitize-recover=all"
ls core/*/*.c prof-merge/imports/*.c "$build"/core/*.c | xargs -P "$(nproc)" -I{} sh -c '
    '"$clang $(echo $flags)"' -D_XOPEN_SOURCE=700 -fsanitize=fuzzer-no-link \
        -c {} -o "'"$out"'/$(basename {} .c).o"'
python3 test/fuzz/seeds.py "$build" "$out"
for target in $targets; do
    "$clang" $flags -D_GNU_SOURCE -fsanitize=fuzzer \
        "test/fuzz/fuzz_$target.c" "$out"/*.o -lelf -ldw -lz -lZydis -ljson-c -lexpat \
        -o "$out/fuzz_$target"
    if ! "$out/fuzz_$target" -artifact_prefix="$out/found/$target-" -timeout=10 \
        -rss_limit_mb=1024 -max_len=65536 "$@" "$out/$target" >"$out/log" 2>&1
    then
        cat "$out/log"
        echo "$target: failed"
        exit 1
    fi
    echo "$target: $(sed -n 's/^\(Done .* runs\).*/\1/p' "$out/log"), $(
        sed -n 's/.*DONE *\(cov: [0-9]*\).*/\1/p' "$out/log")"
done
