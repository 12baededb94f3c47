// What is not counted is optimised as in the plain build: of the C++ library's
// functions the same are called, and the same are inlined.
// REQUIRES: gcc
// RUN: %plain_cxx -O2 -S %s -o %t.plain.s && %cxx -O2 -S %s -o %t.s
// RUN: grep -oE 'call\s+_ZN[[:alnum:]_]+' %t.plain.s | sort > %t.plain.calls
// RUN: grep -oE 'call\s+_ZN[[:alnum:]_]+' %t.s | sort > %t.calls
// RUN: diff %t.plain.calls %t.calls
// RUN: FileCheck %s < %t.calls
// CHECK: basic_filebuf
// CHECK-NOT: sgetc
#include <fstream>
#include <iterator>
#include <string>

std::string slurp(const char *name)
{
    std::ifstream in(name, std::ios::binary);
    std::string data((std::istreambuf_iterator<char>(in)), {});
    return data;
}
