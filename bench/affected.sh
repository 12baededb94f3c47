# How affected.py builds and tests edgeprof: its unit tests.  A recipe is a shell file that has
# these four; they run in the tree.
sources='core test/unit' # what a step must change to be one

# Builds it with $CC, $CXX and $FLAGS, from whatever was built there before.
build() {
    cmake --preset dev -DEDGEPROF_GCC= -DEDGEPROF_LLVM_CONFIG= "-DCMAKE_C_COMPILER=$CC" \
        "-DCMAKE_CXX_COMPILER=$CXX" "-DCMAKE_C_FLAGS=$FLAGS" -DEDGEPROF_WERROR=OFF &&
        cmake --build --preset dev -j 2 --target \
            $(basename -s .c -a test/unit/test_*.c)
}
# The names of the tests; test_binary tells how many counters it has itself.
tests() {
    basename -s .c -a test/unit/test_*.c | grep -v test_binary
}
# Runs one of them: its status and output are its result.
run() {
    build/bin/"$1"
}
