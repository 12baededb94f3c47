/* SPDX-License-Identifier: MIT
 *
 * loader.c - edgeprof.so: sees which compiler has loaded it, and opens the
 * adapter for it.
 *
 * WHY   users name one file whatever the compiler.  A plugin is bound to one
 *       release of its compiler, so the work is done in gcc-N.so or llvm-N.so,
 *       which lie beside this file.  That may be named by a link, such as the
 *       one in a GCC's folder of plugins, by which -fplugin=edgeprof finds it.
 * MODEL GCC calls plugin_init; clang calls llvmGetPassPluginInfo.  The few
 *       compiler types that cross here are declared below by hand: they have
 *       been the same in every supported release, and including the compilers'
 *       own headers would bind this file to one of them.
 *       A GCC for another machine has other types even where the release is
 *       the same, and cannot open the adapter; its configuration tells.
 *       LLVM tells its release by LLVMGetVersion (16 on), or by the name of its
 *       shared library.  Given to clang by -fplugin= too, this file is loaded
 *       before -mllvm options are read; so the constructor opens the LLVM
 *       adapter, that its option may be known by then.  By -fplugin= alone
 *       clang never asks for the passes: the destructor says so.
 */
#include <dirent.h>
#include <dlfcn.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))

/* gcc-plugin.h's struct plugin_gcc_version. */
struct gcc_version {
    const char *basever; /* "12.2.0" */
    const char *datestamp;
    const char *devphase;
    const char *revision;
    const char *configuration_arguments; /* "... --target=aarch64-linux-gnu" */
};
struct gcc_plugin_args; /* passed on, never looked into */
typedef int gcc_init_fn(struct gcc_plugin_args *, struct gcc_version *);

/* llvm/Passes/PassPlugin.h's PassPluginLibraryInfo. */
struct llvm_plugin_info {
    uint32_t api_version;
    const char *name;
    const char *version;
    void (*register_callbacks)(void *pass_builder);
};
typedef struct llvm_plugin_info llvm_info_fn(void);
typedef void llvm_version_fn(unsigned *, unsigned *, unsigned *);

/* A kind of compiler, and its releases that edgeprof can be built for. */
struct kind {
    const char *compiler;
    const char *adapter; /* before the release, in a file's name */
    const char *package; /* likewise, of a distribution */
    unsigned first, last;
};
static const struct kind gcc = {"GCC", "gcc-", "edgeprof-gcc-", GCC_FIRST,
                                GCC_LAST};
static const struct kind llvm = {"LLVM", "llvm-", "edgeprof-clang-", LLVM_FIRST,
                                 LLVM_LAST};

EXPORT int plugin_is_GPL_compatible;
EXPORT gcc_init_fn plugin_init;
EXPORT llvm_info_fn llvmGetPassPluginInfo;

static void *llvm_adapter;
static int asked_for_passes;

/* Directory of this file, with the slash, into OUT.  It is asked for by a name
 * that only this file has: plugin_init may be another plugin's. */
static int own_directory(char out[PATH_MAX])
{
    Dl_info info;

    /* NOLINTNEXTLINE(performance-no-int-to-ptr): ISO C has no other way */
    if (!dladdr((void *)(uintptr_t)own_directory, &info) || !info.dli_fname ||
        !realpath(info.dli_fname, out))
        return 0;
    strrchr(out, '/')[1] = '\0';
    return 1;
}

static int is_adapter(const struct dirent *entry)
{
    const char *name = entry->d_name;
    size_t length = strlen(name);

    return length > 3 && !strcmp(name + length - 3, ".so") &&
           (!strncmp(name, gcc.adapter, strlen(gcc.adapter)) ||
            !strncmp(name, llvm.adapter, strlen(llvm.adapter)));
}

static void list_adapters(const char *directory)
{
    struct dirent **entries = NULL;
    int n = scandir(directory, &entries, is_adapter, alphasort);

    (void)fprintf(stderr, "adapters in %s:", directory);
    for (int i = 0; i < n; i++) {
        (void)fprintf(stderr, " %.*s", (int)strlen(entries[i]->d_name) - 3,
                      entries[i]->d_name);
        free(entries[i]);
    }
    free(entries);
    (void)fprintf(stderr, "%s", n > 0 ? "" : " none");
}

/* Say what to do for the release MAJOR, which has no adapter. */
static void report_missing(const char *directory, const struct kind *kind,
                           unsigned major)
{
    if (major < kind->first || major > kind->last) {
        (void)fprintf(stderr, "edgeprof: error: %s %u is not supported; ",
                      kind->compiler, major);
        list_adapters(directory);
        (void)fputc('\n', stderr);
        return;
    }
    (void)fprintf(stderr, "edgeprof: error: no adapter for %s %u; ",
                  kind->compiler, major);
    list_adapters(directory);
    (void)fprintf(stderr,
                  "; install the package %s%u, or build edgeprof "
                  "where that compiler's plugin headers are installed\n",
                  kind->package, major);
}

/* Open KIND's adapter for MAJOR; NULL, with a message, if that cannot be. */
static void *open_adapter(const struct kind *kind, unsigned major)
{
    char directory[PATH_MAX];
    char path[PATH_MAX + 64];
    void *handle;

    if (!own_directory(directory)) {
        (void)fprintf(stderr, "edgeprof: error: cannot find edgeprof.so's own "
                              "directory\n");
        return NULL;
    }
    (void)snprintf(path, sizeof path, "%s%s%u.so", directory, kind->adapter,
                   major);
    if (access(path, R_OK)) {
        report_missing(directory, kind, major);
        return NULL;
    }
    handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!handle)
        (void)fprintf(stderr, "edgeprof: error: %s\n", dlerror());
    return handle;
}

/* Whether a GCC of this CONFIGURATION makes code for x86-64 Linux; if not, that
 * has been said.  One without a target is for the machine that it runs on. */
static int is_for_this_target(const char *configuration)
{
    static const char option[] = "--target=";
    const char *target = strstr(configuration, option);
    int length;

    if (!target)
        return 1;
    target += sizeof option - 1;
    length = (int)strcspn(target, " '");
    if (!strncmp(target, "x86_64-", 7) &&
        memmem(target, (size_t)length, "linux", 5))
        return 1;
    (void)fprintf(stderr,
                  "edgeprof: error: target %.*s is not supported, "
                  "expected x86_64 Linux\n",
                  length, target);
    return 0;
}

int plugin_init(struct gcc_plugin_args *args, struct gcc_version *version)
{
    unsigned major = (unsigned)strtoul(version->basever, NULL, 10);
    void *adapter = NULL;
    gcc_init_fn *init;

    if (is_for_this_target(version->configuration_arguments))
        adapter = open_adapter(&gcc, major);
    if (!adapter)
        return 1;
    *(void **)&init = dlsym(adapter, "plugin_init");
    return init ? init(args, version) : 1;
}

/* The release of the LLVM in this process; 0: there is none. */
static unsigned llvm_major(void)
{
    llvm_version_fn *get_version;
    unsigned major = 0;
    unsigned minor;
    unsigned patch;
    Dl_info info;
    void *context;
    const char *name;

    *(void **)&get_version = dlsym(RTLD_DEFAULT, "LLVMGetVersion");
    if (get_version) {
        get_version(&major, &minor, &patch);
        return major;
    }
    context = dlsym(RTLD_DEFAULT, "LLVMContextCreate");
    if (!context || !dladdr(context, &info) || !info.dli_fname)
        return 0;
    name = strstr(info.dli_fname, "libLLVM-");
    return name ? (unsigned)strtoul(name + strlen("libLLVM-"), NULL, 10) : 0;
}

__attribute__((constructor)) static void open_llvm_adapter(void)
{
    unsigned major = llvm_major();

    if (major)
        llvm_adapter = open_adapter(&llvm, major);
}

/* Without an adapter the answer has an API version that LLVM refuses, so that
 * the compilation fails and is not silently left uncounted. */
struct llvm_plugin_info llvmGetPassPluginInfo(void)
{
    struct llvm_plugin_info refused = {0, "edgeprof", "none", NULL};
    llvm_info_fn *get_info = NULL;

    asked_for_passes = 1;
    if (llvm_adapter)
        *(void **)&get_info = dlsym(llvm_adapter, "llvmGetPassPluginInfo");
    else if (!llvm_major())
        (void)fprintf(stderr,
                      "edgeprof: error: this LLVM does not tell its version; "
                      "supported: LLVM 14 to 19 and 21 to 23\n");
    return get_info ? get_info() : refused;
}

/* ---- clang with -fplugin= alone ------------------------------------------ */

/* Whether ARGUMENT of clang loads plugins, but not their passes: 1; whether it
 * loads their passes, or may: -1. */
static int judge(const char *argument)
{
    if (argument[0] == '@' || strstr(argument, "pass-plugin"))
        return -1;
    return !strncmp(argument, "-fplugin=", 9) || !strcmp(argument, "-cc1");
}

static int loaded_without_passes(void)
{
    FILE *file = fopen("/proc/self/cmdline", "rb");
    char *argument = NULL;
    size_t size = 0;
    int loaded = 0;

    while (file && loaded >= 0 && getdelim(&argument, &size, 0, file) > 0) {
        int verdict = judge(argument);

        loaded = verdict ? verdict : loaded;
    }
    free(argument);
    if (file)
        (void)fclose(file);
    return loaded > 0;
}

__attribute__((destructor)) static void say_if_not_asked(void)
{
    char directory[PATH_MAX];

    if (llvm_adapter && !asked_for_passes && loaded_without_passes() &&
        own_directory(directory))
        (void)fprintf(
            stderr,
            "edgeprof: warning: -fplugin= alone counts nothing; clang "
            "needs -fpass-plugin=%sedgeprof.so\n",
            directory);
}
