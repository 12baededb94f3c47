# Sourced by quickstart and check: installs what they need, and says so.

# install_packages PACKAGE... - install those Debian packages that are missing.
install_packages() {
    missing=
    for package in "$@"; do
        status=$(dpkg-query -W -f '${Status}' "$package" 2>/dev/null) || status=
        [ "$status" = "install ok installed" ] || missing="$missing $package"
    done
    [ -n "$missing" ] || return 0
    if ! command -v apt-get >/dev/null; then
        echo "error: these Debian packages are needed:$missing" >&2
        echo "       install their counterparts and run this again" >&2
        exit 1
    fi
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

# To build edgeprof with Debian's default compilers.
packages_build="cmake ninja-build pkg-config g++ gcc-12 g++-12 gcc-12-plugin-dev
    clang-14 llvm-14-dev libelf-dev zlib1g-dev libjson-c-dev libcyaml-dev libyaml-dev
    binutils git"
# Every supported compiler, every linker, and what the tests use.
packages_test="gcc-11 g++-11 gcc-11-plugin-dev clang-16 llvm-16-dev clang-19
    llvm-19-dev lld lld-14 lld-16 lld-19 mold llvm-14-tools clang-format-14 python3
    lcov gcovr libxml2-utils csmith libcsmith-dev gdb valgrind make meson libomp-14-dev libclang-rt-14-dev
    libclang-rt-16-dev libclang-rt-19-dev
    gfortran-12 gnat-12 gdc-12 gobjc-12 chromium chromium-driver python3-selenium python3-jsonschema parallel
    python3-sarif-python-om fonts-dejavu-core"
# What bench/run and bench/corpus use beside packages_build.
packages_bench="make tcl unicode-data python3 valgrind lcov gcovr llvm-14 libclang-rt-14-dev"
