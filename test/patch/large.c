// Arrays of zeros, behind which the new file goes on, take no room on the disk.
// RUN: rm -rf %t && mkdir %t && cd %t && %plain_cc %s -o prog && %prof_patch -o counted prog
// RUN: EDGEPROF_FILE=run ./counted && %prof_show instructions --function touch run | FileCheck %s
// CHECK: {{^}}           3  {{ *[0-9a-f]+}}:  ret
// RUN: %py -c 'import os; it = os.stat("counted"); assert it.st_size > 64 << 20 and it.st_blocks * 512 < 1 << 20, it'
// RUN: %plain_cc -static %s -o static && %prof_patch -o static.counted static
// RUN: EDGEPROF_FILE=static.run ./static.counted && %prof_show instructions --function touch static.run | FileCheck %s
static char array[64 << 20];

#ifdef __clang__
__attribute__((noinline))
#else
__attribute__((noinline, noclone))
#endif
int touch(long at)
{
    return array[at]++;
}

int main(void)
{
    return touch(5) + touch(sizeof array - 1) + touch(5) - 1;
}
