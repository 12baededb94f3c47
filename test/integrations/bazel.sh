#!/bin/sh
# The recipe for Bazel, by Debian's, which is 4.  That brings its rules along but for a repository,
# rules_cc, which names them again and would be fetched: here it is those few lines.
#
# usage: bazel.sh BUILD
set -eu
name=bazel
. "$(dirname "$0")/common.sh"
rm -rf project rules_cc
mkdir -p project rules_cc/cc
for file in prog.c WORKSPACE .bazelrc; do
    sed "s,/opt/edgeprof,$stage," "recipes/bazel/$file" >"project/$file"
done
cat >project/BUILD <<'END'
cc_test(name = "small", srcs = ["prog.c"], args = ["1"])
cc_test(name = "large", srcs = ["prog.c"], args = ["1000"])
sh_test(name = "uncounted", srcs = ["uncounted.sh"])
END
printf '#!/bin/sh\n' >project/uncounted.sh
chmod +x project/uncounted.sh
touch rules_cc/WORKSPACE rules_cc/BUILD rules_cc/cc/BUILD
for rule in cc_binary cc_import cc_library cc_test cc_toolchain cc_toolchain_suite; do
    echo "$rule = native.$rule"
done >rules_cc/cc/defs.bzl

cd project
CC=$(compiler gcc)
export CC
bazel --batch "--output_user_root=$work/root" coverage --config=edgeprof --noshow_progress \
    --override_repository=rules_cc="$work/rules_cc" \
    --override_repository=rules_java=/usr/share/bazel/rules/java \
    --override_repository=platforms=/usr/share/bazel/tools/platforms //...
sum=bazel-out/_coverage/_coverage_report.dat
"$stage/bin/prof-show" tests "$sum" >tests.txt
cat tests.txt
grep -q ' 3  *6  *1  //:large$' tests.txt
grep -q ' 0  *3  *1  //:small$' tests.txt
[ ! -s bazel-testlogs/uncounted/coverage.dat ]
"$stage/bin/prof-show" check --fail-under-lines 80 "$sum" | grep 'lines: 85.7 % (6 of 7)'
"$stage/bin/prof-show" lines "$sum" | grep '^ *2:79:'
