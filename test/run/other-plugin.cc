// Beside other GCC plugins, as annobin is in every build of Fedora: edgeprof finds its own
// files, whichever is loaded first (GCC goes by a hash of their names), and all do their
// work.
// REQUIRES: gcc
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %plain_cxx -DPLUGIN -O2 -w -fno-rtti -shared -fPIC -I$(%plain_cxx -print-file-name=plugin)/include %s -o other.so
// RUN: cp other.so zz.so
// RUN: %plain_cxx -fplugin=./other.so -fplugin=%plugin -fplugin=./zz.so %s -o prog 2> err && FileCheck %s < err
// RUN: ./prog && %counts --all %s
// CHECK: the other plugin was here
// CHECK: the other plugin was here
#ifdef PLUGIN
#include "gcc-plugin.h"

int plugin_is_GPL_compatible;

static void say(void *, void *)
{
    fputs("the other plugin was here\n", stderr);
}

int plugin_init(plugin_name_args *info, plugin_gcc_version *)
{
    register_callback(info->base_name, PLUGIN_FINISH_UNIT, say, nullptr);
    return 0;
}
#else
int main()
{
    volatile int sum = 0;       //= 1
    for (int i = 0; i < 3; i++) //= 4
        sum = sum + i;          //= 3
    return sum != 3;            //= 1
}
#endif
