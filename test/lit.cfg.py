# One configuration for every lit suite; the sites (test/CMakeLists.txt) say
# which compiler and level.
#
#   %cc %cxx            the site's compiler with the plugin, its level and -g
#   %plain_cc %plain_cxx  the same without the plugin
#   %counts FILE        check the counts that FILE's own comments promise
#                       against `prof-show lines` of the inputs (counts.py)
#   %counts --all FILE  likewise, and no line without a promise may have a count
#   %option:KEY=VALUE  a plugin option, in the compiler's way
#   %loops              where tight loops count: registers, or memory at -O0
#   %openmp %coroutines  what this compiler needs beside -fopenmp, -std=c++20
#   %noaliases          all variants of constructors have code of their own
#   %lto_thin           the other kind of LTO, beside -flto; %lto_ld its linker
#   %{cc:gcc} %{cc:clang}  with the plugin, whatever the site; likewise %{cxx:...}
#   %gcc %gxx %clang %clangxx  their drivers alone; other front ends of the site's:
#   %gfortran %gdc %gnatbind %gnatlink
#   %afdo               the format of profiles of samples that %gcc reads
#   %rustc              Rust: with the plugin, its level and -g; %plain_rustc without
#   %rust_flags         what %rustc has beside rustc itself; %cargo
#   %source %scripts %build  the project, its test/, the build tree
#   %prof_merge %prof_patch %prof_run %prof_show %plugin %rt_a %rt_so %py
#
# `REQUIRES: own` is for what differs between systems, not compilers: where some of these
# are tested less than others (./check without --levels), it runs with the system's own.
#
# `lit -D tools=DIR` takes prof-merge and prof-show from there.
import os
import shutil
import subprocess
import sys
import lit.formats

sys.path.append(os.path.join(config.source_dir, "test"))
import compilers  # noqa: E402

config.name = "edgeprof :: " + config.site
config.test_format = lit.formats.ShTest(True)
config.suffixes = [".c", ".cc", ".test", ".f90", ".adb", ".d", ".m", ".rs"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.join(config.source_dir, "test", config.suite)
config.test_exec_root = os.path.join(config.build_dir, "test", config.site)
config.available_features.add(config.compiler)
config.available_features.add(config.compiler.split("-")[0])
qemu = shutil.which("qemu-aarch64")
if qemu and "-plugin" in subprocess.run([qemu, "-h"], capture_output=True,
                                        text=True).stdout:
    config.available_features.add("emulators")
if shutil.which("qemu-system-x86_64"):
    config.available_features.add("machines")
is_rust = config.suite == "rust"
if config.level == "-O0":
    config.available_features.add("O0")

lib = os.path.join(config.build_dir, "lib")
plugin = os.path.join(lib, "edgeprof", "edgeprof.so")
scripts = os.path.join(config.source_dir, "test")
tools = lit_config.params.get("tools", os.path.join(config.build_dir, "bin"))


def drivers(compiler):
    """The C and C++ drivers of a compiler, and the flag that loads us."""
    kind, version = compiler.split("-")
    if kind == "gcc":
        return "gcc-" + version, "g++-" + version, "-fplugin=" + plugin
    return "clang-" + version, "clang++-" + version, "-fpass-plugin=" + plugin


def substitute(name, value):
    config.substitutions.append((name, value))


known = compilers.read(config.build_dir)
if not config.last or config.compiler in (known["gcc"], known["clang"]):
    config.available_features.add("own")
for kind, short in (("gcc", "g"), ("clang", "clang")):
    cc, cxx, flag = drivers(known[kind])
    substitute("%{cc:" + kind + "}", cc + " -g " + flag)
    substitute("%{cxx:" + kind + "}", cxx + " -g " + flag)
    substitute("%" + short + "xx", cxx)
    substitute("%" + kind + r"\b", cc)
substitute("%afdo", "afdo3" if int(known["gcc"].split("-")[1]) >= 16 else "afdo")
cc, cxx, flag = drivers(known["gcc"] if is_rust else config.compiler)
base = " -g " + config.level + " -I" + os.path.join(config.source_dir, "include")
substitute("%plain_cc", cc + base)
substitute("%plain_cxx", cxx + base)
substitute("%cc", cc + base + " " + flag)
substitute("%cxx", cxx + base + " " + flag)
substitute("%level", config.level)
substitute("%loops", "memory" if config.level == "-O0" else "registers")
if config.compiler.startswith("gcc"):
    substitute("%coroutines", "-fcoroutines")
    substitute("%openmp", "")
    substitute("%module_made", "-fmodules-ts")
    substitute("%module_used", "-fmodules-ts")
    substitute("%noaliases", "")
    substitute("%lto_thin", "-flto -ffat-lto-objects")
    substitute("%lto_ld", "")
    substitute("%option:", "-fplugin-arg-edgeprof-")
else:
    substitute("%coroutines", "-stdlib=libstdc++")
    substitute("%openmp", "-L{0}/lib -Wl,-rpath,{0}/lib".format(known["tools"]))
    substitute("%module_made", "-x c++-module -fmodule-output=counted.pcm")
    substitute("%module_used", "-fmodule-file=counted=counted.pcm")
    substitute("%noaliases", "-Xclang -mno-constructor-aliases")
    substitute("%lto_thin", "-flto=thin")
    substitute("%lto_ld", "--ld-path=/usr/lib/llvm-"
               + config.compiler.split("-")[1] + "/bin/ld.lld")
    substitute("%option:", "-fplugin=" + plugin + " -mllvm -edgeprof=")
for name in ("gfortran", "gdc", "gnatbind", "gnatlink"):
    substitute("%" + name, config.compiler.replace("gcc", name))
# Debian's gnats conflict, so that only the default one need be there.
if config.compiler != known["gcc"] and not shutil.which(
        config.compiler.replace("gcc", "gnatbind")):
    config.excludes += [name for name in os.listdir(config.test_source_root)
                        if name.endswith(".adb")]
if is_rust:
    release = tuple(map(int, config.compiler.split("-")[1].split(".")))
    plain = " -g --edition 2021 -C opt-level=" + config.level[2:]
    flags = "-Z llvm-plugins=" + plugin + " -Z mir-opt-level=0"
    if release >= (1, 79):
        flags += " -C collapse-macro-debuginfo=yes"
        config.available_features.add("rustc-1.79")
    if release > (1, 85):
        config.available_features.add("rustc-places-links")
    substitute("%rustc", known["rustc"] + plain + " " + flags)
    substitute("%plain_rustc", known["rustc"] + plain)
    substitute("%rust_flags", flags)
    beside = os.path.dirname(known["rustc"])
    substitute("%cargo", "env RUSTC={0}/rustc RUSTDOC={0}/rustdoc {0}/cargo --offline"
               .format(beside))
    config.environment["RUSTC_BOOTSTRAP"] = "1"
# Whoever runs lit, and no shim that finds him first, as pyenv's.
substitute("%counts", sys.executable + " " + os.path.join(scripts, "counts.py") + " "
           + os.path.join(tools, "prof-show"))
substitute("%py", sys.executable)
substitute("%scripts", scripts)
substitute("%source", config.source_dir)
substitute("%build", config.build_dir)
substitute("%prof_merge", os.path.join(tools, "prof-merge"))
substitute("%prof_patch", os.path.join(tools, "prof-patch"))
substitute("%prof_run", os.path.join(tools, "prof-run"))
substitute("%prof_show", os.path.join(tools, "prof-show"))
substitute("%plugin", plugin)
substitute("%rt_a", os.path.join(lib, "libedgeprof_rt.a"))
substitute("%rt_so", os.path.join(lib, "libedgeprof_rt.so"))

config.environment["PATH"] = os.pathsep.join(
    [known["tools"] + "/bin", os.environ["PATH"]])
config.environment["LC_ALL"] = "C"
# The project's own repository is no root of a test's sources.
config.environment["GIT_CEILING_DIRECTORIES"] = os.pathsep.join(
    sorted({config.source_dir, config.build_dir,
            os.path.realpath(config.source_dir),
            os.path.realpath(config.build_dir)}))
