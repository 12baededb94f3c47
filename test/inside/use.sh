# Run by test/packages in the chroot that has the packages, and nothing of the source.
set -eu
say() { printf '== %s\n' "$*"; }
fail() { echo "error: $*" >&2; exit 1; }
install() { apt-get install -y -qq "$@" >/tmp/apt.log 2>&1 || { cat /tmp/apt.log; exit 1; }; }
# has FILE TEXT: TEXT is in FILE.
has() { grep -qF -- "$2" "$1" || { cat "$1"; fail "$1 lacks: $2"; }; }

mkdir /work
cd /work
cat >prog.c <<'END'
#include <stdio.h>
int main(void)
{
    int sum = 0;
    for (int i = 0; i < 10; i++)
        sum += i;
    printf("%d\n", sum);
    return 0;
}
END
# counted COMMAND...: the program that it makes counts.
counted() {
    rm -rf prog prof.out.*
    "$@"
    [ "$(./prog)" = 45 ] || fail "$*: another output"
    prof-show lines >lines
    has lines "          10:6:        sum += i;"
}

say "install, with the system's compilers"
apt-get update -qq
install gcc clang libc6-dev
cd /packages
gcc=$(basename "$(readlink -f /usr/bin/gcc)" | sed 's/.*-//')
clang=$(clang --version | sed -n '1s/.*version \([0-9]*\).*/\1/p')
install ./edgeprof_*.deb ./libedgeprof-rt1_*.deb ./edgeprof-gcc-"$gcc"_*.deb \
    ./edgeprof-clang-"$clang"_*.deb
cd /work

say "README's first commands"
sed -n '/^    /p; /^    prof-show lines/q' /inside/README.md >commands
cat commands
sh -eu commands >shown
has shown "          10:6:        sum += i;"

say "README's five minutes"
# The block behind the line <!-- NAME -->.
block() { sed -n "/^<!-- $1 -->/,/^\`\`\`\$/p" /inside/README.md | sed '1,2d; $d'; }
mkdir five
cd five
block count >commands
sh -eu commands >shown
block shown >wanted
[ -s wanted ] && [ "$(grep -cxFf wanted shown)" = "$(grep -c . wanted)" ] || { cat shown; fail "other counts"; }
block test >commands
sh -eu commands >shown 2>&1
has shown "lines: 87.5 % (7 of 8), wanted 95 %: failed"
has shown "1  one"
cd ..

say "by name"
for level in -O0 -O2; do
    counted gcc $level -g -fplugin=edgeprof prog.c -o prog
    counted gcc $level -g -fplugin=edgeprof.so prog.c -o prog
    counted gcc $level -g -flto -fplugin=edgeprof prog.c -o prog
    counted clang $level -g -fpass-plugin=edgeprof.so prog.c -o prog
done
counted gcc -g -fplugin=edgeprof -fplugin-arg-edgeprof-place=all prog.c -o prog
counted clang -g -fplugin=edgeprof.so -fpass-plugin=edgeprof.so \
    -mllvm -edgeprof=place=all prog.c -o prog

say "a GCC that comes later"
for package in /packages/edgeprof-gcc-*.deb; do
    other=$(basename "$package" | sed 's/edgeprof-gcc-\([0-9]*\)_.*/\1/')
    [ "$other" != "$gcc" ] || continue
    install "gcc-$other"
    ! "gcc-$other" -g -fplugin=edgeprof.so prog.c -o prog 2>message ||
        fail "gcc-$other needs no adapter"
    has message "install the package edgeprof-gcc-$other"
    install "$package"
    counted "gcc-$other" -O2 -g -fplugin=edgeprof prog.c -o prog
    counted "gcc-$other" -O2 -g -fplugin=edgeprof.so prog.c -o prog
done

say "for builds"
install /packages/libedgeprof-dev_*.deb pkg-config
counted gcc $(pkg-config --variable=gcc edgeprof) prog.c -o prog
counted clang $(pkg-config --variable=clang edgeprof) prog.c -o prog
counted gcc -g -static -fplugin=edgeprof prog.c \
    "$(pkg-config --variable=libdir edgeprof)/libedgeprof_rt.a" -o prog
counted gcc -g -fplugin=edgeprof prog.c $(pkg-config --cflags --libs edgeprof) -o prog

say "the runtime alone"
apt-get remove -y -qq edgeprof >/tmp/apt.log 2>&1
rm -f prof.out.*
[ "$(./prog)" = 45 ] || fail "it does not run without edgeprof"
[ -s prof.out.* ] || fail "it does not count without edgeprof"

say "purge"
dpkg-query -W -f '${Package}\n' '*edgeprof*' | xargs apt-get purge -y -qq >/tmp/apt.log 2>&1
find / -xdev \( -path /inside -o -path /packages -o -path /work -o -path /tmp \
    -o -path /var/cache -o -path /var/log \) -prune -o -name '*edgeprof*' -print >left
! grep . left || fail "these are left"
! grep -rl edgeprof /etc /var/lib/dpkg >left || { cat left; fail "these know it"; }
! gcc -g -fplugin=edgeprof prog.c -o prog 2>message || fail "gcc still finds it"
gcc prog.c -o prog && clang prog.c -o prog
say "nothing is left"
