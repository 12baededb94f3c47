# Sourced by quickstart and check: what this system ships, and installing it.

# One row a system.  gcc, clang: its default compilers; gccs, llvms: those of its
# compilers that ./check tests; rust: its rustc, if that is; tools: the LLVM whose lit,
# FileCheck, clang-format, libFuzzer and libomp the tests use; emulators: its qemu-user
# takes plugins (Debian's from 13 on is static, and does not); bolt: the LLVM whose BOLT
# bench/run measures.
row() {
    gcc= clang= gccs= llvms= tools= gold= runtimes= rust= emulators= bolt=
    case $1 in
    debian-12)
        gcc=12 clang=14 gccs="11 12" llvms="14 15 16 19" tools=14 rust=rustc
        runtimes="14 16 19" emulators=yes bolt=16 ;; # 15's is in a package that clang-15 needs
    debian-13)
        gcc=14 clang=19 gccs="13 14" llvms="17 18 19 22" tools=19 rust=rustc
        gold=binutils-gold ;;
    debian-[!0-9]*)
        gcc=16 clang=21 gccs="15 16" llvms="21 22 23" tools=21 rust=rustc
        gold=binutils-gold ;;
    ubuntu-24.04) gcc=13 clang=18 gccs="13 14" llvms="17 18" tools=18 emulators=yes ;;
    esac
}
# What rolls, as Debian's sid and Arch do, has no VERSION_ID, and maybe no other name.
system=$(. /etc/os-release 2>/dev/null && echo "$ID-${VERSION_ID-${VERSION_CODENAME-}}") || system=
row "$system"

# packages PREFIX... -- VERSION... - each PREFIX with each VERSION for its '@'.
packages() {
    prefixes=
    while [ "$1" != -- ]; do prefixes="$prefixes $1"; shift; done
    shift
    for version in "$@"; do
        for prefix in $prefixes; do
            echo "${prefix%%@*}$version${prefix#*@}"
        done
    done
}

# To build edgeprof for the system's default compilers.
packages_build="cmake ninja-build pkg-config binutils gcc g++ git libelf-dev
    libdw-dev libzydis-dev zlib1g-dev libjson-c-dev libexpat1-dev libcyaml-dev libyaml-dev
    libiberty-dev
    $(packages gcc-@ g++-@ gcc-@-plugin-dev -- $gcc) $(packages clang-@ llvm-@-dev -- $clang)"
# Every compiler that is tested, every linker, and what the tests use.
packages_test="$(packages gcc-@ g++-@ gcc-@-plugin-dev -- $gccs)
    $(packages clang-@ llvm-@-dev lld-@ -- $llvms)
    $(packages libclang-rt-@-dev -- ${runtimes:-$llvms})
    $(packages gfortran-@ gdc-@ gobjc-@ -- $gccs) gnat-$gcc
    gcc-$gcc-aarch64-linux-gnu
    ${emulators:+gcc-$gcc-riscv64-linux-gnu libc6-dev-arm64-cross libc6-dev-riscv64-cross qemu-user}
    $(packages llvm-@-tools libomp-@-dev clang-format-@ -- $tools) $gold lld mold zsh fish
    ${rust:+$rust cargo}
    dpkg-dev file musl-tools qemu-system-x86 python3 lcov gcovr libxml2-utils csmith libcsmith-dev gdb valgrind make meson
    chromium chromium-driver python3-selenium python3-jsonschema parallel
    libgtest-dev catch2 doctest-dev
    python3-sarif-python-om python3-junitparser diff-cover vim emacs-nox fonts-dejavu-core
    autoconf automake sudo pre-commit python3-yaml nodejs"
# What bench/run and bench/corpus use beside packages_build.
packages_bench="make tcl unicode-data python3 valgrind lcov gcovr curl libpcre2-dev
    $(packages llvm-@ lld-@ libclang-rt-@-dev -- $clang)
    ${emulators:+qemu-user} $(packages bolt-@ libbolt-@-dev -- $bolt)"

# The compilers that ./check tests, as CMake and the tests name them; here, and with
# test/suites on Debian 12 (in a shell of its own, as it goes through the rows).
compilers() { packages gcc-@ -- $gccs; packages clang-@ -- $llvms; }
all_compilers() (
    for system in debian-12 debian-13 debian-sid; do
        row $system
        compilers
    done
)

# What a system that has no row needs, by purpose.
list_needs() {
    cat <<'END'
error: this system is not one of Debian 12, Debian 13, Debian sid, Ubuntu 24.04;
       install these, under the names that they have here:
         to build:  CMake 3.25, ninja, pkg-config, git, GNU binutils; headers of
                    libelf and libdw (elfutils), zlib, Zydis 4, json-c, expat,
                    libyaml, libcyaml, libiberty (binutils)
         for GCC:   gcc and g++ 11 to 16, and that version's plugin headers
         for Clang: clang 14 to 23, and that version's LLVM headers and llvm-config
       then:  cmake --preset default && cmake --build build
END
}

# install_packages PACKAGE... - install those Debian packages that are missing.
install_packages() {
    if [ -z "$gcc" ]; then
        list_needs >&2
        exit 1
    fi
    missing=
    for package in "$@"; do
        status=$(dpkg-query -W -f '${Status}' "$package" 2>/dev/null) || status=
        [ "$status" = "install ok installed" ] || missing="$missing $package"
    done
    [ -n "$missing" ] || return 0
    as_root=
    if [ "$(id -u)" != 0 ]; then
        command -v sudo >/dev/null || {
            echo "error: run as root, or install sudo, to add:$missing" >&2
            exit 1
        }
        as_root=sudo
    fi
    echo "installing:$missing"
    log=$(mktemp)
    if ! { $as_root apt-get update -qq &&
           $as_root env DEBIAN_FRONTEND=noninteractive \
               apt-get install -y -qq --no-install-recommends $missing
         } >"$log" 2>&1; then
        cat "$log" >&2
        echo "error: could not install:$missing" >&2
        exit 1
    fi
    rm -f "$log"
}
