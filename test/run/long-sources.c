// What counting adds to the compilation of a source grows as the source does: its text is read
// once, though the compiler tells of its lines one by one.
// REQUIRES: own, O0
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %py %S/Inputs/grown.py "%plain_cc -c" "%cc -c"
