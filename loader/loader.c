/* SPDX-License-Identifier: MIT
 *
 * loader.c - edgeprof.so: sees which compiler has loaded it, and opens the
 * adapter for it.
 *
 * WHY   users name one file whatever the compiler.  A plugin is bound to one
 *       release of its compiler, so the work is done in gcc-N.so or llvm-N.so,
 *       which lie beside this file.
 * MODEL GCC calls plugin_init; clang calls llvmGetPassPluginInfo.  The few
 *       compiler types that cross here are declared below by hand: they have
 *       been the same in every supported release, and including the compilers'
 *       own headers would bind this file to one of them.
 *       LLVM tells its release by LLVMGetVersion (16 on), or by the name of its
 *       shared library.  Given to clang by -fplugin= too, this file is loaded
 *       before -mllvm options are read; so the constructor opens the LLVM
 *       adapter, that its option may be known by then.
 */
#include <dirent.h>
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

/* The head of gcc-plugin.h's struct plugin_gcc_version. */
struct gcc_version {
    const char *basever; /* "12.2.0" */
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

EXPORT int plugin_is_GPL_compatible;
EXPORT gcc_init_fn plugin_init;
EXPORT llvm_info_fn llvmGetPassPluginInfo;

static void *llvm_adapter;

/* Directory of this file, with the slash, into OUT of SIZE bytes.  It is asked
 * for by a name that only this file has: plugin_init may be another plugin's. */
static int own_directory(char *out, size_t size)
{
    Dl_info info;
    const char *slash;

    /* NOLINTNEXTLINE(performance-no-int-to-ptr): ISO C has no other way */
    if (!dladdr((void *)(uintptr_t)own_directory, &info) || !info.dli_fname)
        return 0;
    slash = strrchr(info.dli_fname, '/');
    if (!slash)
        return snprintf(out, size, "./") > 0;
    if ((size_t)(slash - info.dli_fname) + 2 > size)
        return 0;
    (void)snprintf(out, size, "%.*s/", (int)(slash - info.dli_fname),
                   info.dli_fname);
    return 1;
}

static int is_adapter(const struct dirent *entry)
{
    size_t length = strlen(entry->d_name);

    return length > 3 && !strcmp(entry->d_name + length - 3, ".so") &&
           (!strncmp(entry->d_name, "gcc-", 4) ||
            !strncmp(entry->d_name, "llvm-", 5));
}

/* Say which compiler has no adapter and which have. */
static void report_missing(const char *directory, const char *compiler,
                           unsigned major)
{
    struct dirent **entries = NULL;
    int n = scandir(directory, &entries, is_adapter, alphasort);

    (void)fprintf(stderr,
                  "edgeprof: error: %s %u is not supported; adapters in %s:",
                  compiler, major, directory);
    for (int i = 0; i < n; i++) {
        (void)fprintf(stderr, " %.*s", (int)strlen(entries[i]->d_name) - 3,
                      entries[i]->d_name);
        free(entries[i]);
    }
    free(entries);
    (void)fprintf(stderr, "%s\n", n > 0 ? "" : " none");
}

/* Open the adapter KIND-MAJOR.so; NULL, with a message, if that cannot be. */
static void *open_adapter(const char *kind, const char *compiler,
                          unsigned major)
{
    char directory[4000];
    char path[4096];
    void *handle;
    FILE *file;

    if (!own_directory(directory, sizeof directory))
        return NULL;
    (void)snprintf(path, sizeof path, "%s%s-%u.so", directory, kind, major);
    file = fopen(path, "rb");
    if (!file) {
        report_missing(directory, compiler, major);
        return NULL;
    }
    (void)fclose(file);
    handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!handle)
        (void)fprintf(stderr, "edgeprof: error: %s\n", dlerror());
    return handle;
}

int plugin_init(struct gcc_plugin_args *args, struct gcc_version *version)
{
    unsigned major = (unsigned)strtoul(version->basever, NULL, 10);
    void *adapter = open_adapter("gcc", "GCC", major);
    gcc_init_fn *init;

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
        llvm_adapter = open_adapter("llvm", "LLVM", major);
}

/* Without an adapter the answer has an API version that LLVM refuses, so that
 * the compilation fails and is not silently left uncounted. */
struct llvm_plugin_info llvmGetPassPluginInfo(void)
{
    struct llvm_plugin_info refused = {0, "edgeprof", "none", NULL};
    llvm_info_fn *get_info = NULL;

    if (llvm_adapter)
        *(void **)&get_info = dlsym(llvm_adapter, "llvmGetPassPluginInfo");
    else if (!llvm_major())
        (void)fprintf(stderr,
                      "edgeprof: error: this LLVM does not tell its version; "
                      "supported: LLVM 14 to 19 and 21 to 23\n");
    return get_info ? get_info() : refused;
}
