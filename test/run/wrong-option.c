// Unknown keys and values are errors that say what is known.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: not env EDGEPROF_OPTIONS=plaice=tree %cc -c %s -o x.o 2>&1 | FileCheck %s --check-prefix=KEY
// KEY: plaice
// KEY-SAME: place
// RUN: not env EDGEPROF_OPTIONS=place=tree,threads=many %cc -c %s -o x.o 2>&1 | FileCheck %s --check-prefix=VALUE
// VALUE: many
// VALUE-SAME: private
// RUN: %cc -c %s -o x.o %option:place=all
// RUN: not %cc -c %s -o x.o %option:place=most 2>&1 | FileCheck %s --check-prefix=FLAG
// FLAG: most
int main(void)
{
    return 0;
}
