"""Projects of the corpus (bench/projects.py), counted by edgeprof and by gcov in one run."""
import copy
import glob
import os
import shlex
import subprocess
import sys

import gcov_read
from run_lines import ROOT

sys.path.append(os.path.join(ROOT, "bench"))
import others  # noqa: E402
import programs  # noqa: E402

# What gcov lacks: counts before _exit, and before a process kills itself; and children
# of a fork that GCC does not see, in strict ISO C or another module, count again what
# their parent had counted.  What it dumps before an exec, or in these, is labelled.
PROCESSES = """
#include <edgeprof/edgeprof.h>
int pthread_atfork(void (*)(void), void (*)(void), void (*)(void));
void __gcov_dump(void), __real___gcov_dump(void), __gcov_reset(void);
void __real__exit(int), __real_abort(void);
int getpid(void), __real_kill(int, int), __real_raise(int);
void __wrap___gcov_dump(void)
{
    __real___gcov_dump();
    edgeprof_set_label("gcov has this, too");
}
void __wrap__exit(int status) { __gcov_dump(); __real__exit(status); }
void __wrap_abort(void) { __gcov_dump(); __real_abort(); }
int __wrap_raise(int signal)
{
    __gcov_dump();
    __gcov_reset();
    return __real_raise(signal);
}
int __wrap_kill(int process, int signal)
{
    return process == getpid() ? __wrap_raise(signal) : __real_kill(process, signal);
}
static __attribute__((constructor)) void begin(void)
{
    pthread_atfork(0, 0, __gcov_reset);
}
"""


def flags():
    """What a project is compiled with for gcov."""
    path = os.path.join(programs.WORK, "processes.o")
    subprocess.run(["gcc", "-fPIC", f"-I{ROOT}/include", "-x", "c", "-c", "-", "-o",
                    path], check=True, text=True, input=PROCESSES)
    wraps = ",".join(f"--wrap={name}" for name in (
        "_exit", "abort", "raise", "kill", "__gcov_dump"))
    return f"--coverage -fprofile-update=atomic -Wl,{wraps},{path}"


def killed_files(folder):
    """The runs in FOLDER of processes that a signal killed: raw files (docs/format.md)
    without a label."""
    for path in glob.glob(os.path.join(folder, "*")):
        with open(path, "rb") as file:
            head = file.read(33)
        if head[12] == 1 and not head[32]:
            yield path


def remove_killed(folder):
    """Remove what processes counted that a signal killed, of which gcov has nothing."""
    killed = list(killed_files(folder))
    for path in killed:
        os.remove(path)
    return len(killed)


def measure(project, compiler, below):
    """(folder with run/ and tree/, what the tests printed, Gcov) of PROJECT at -O0; BELOW
    prof-run, of whose sum killed processes cannot be taken out again."""
    folder = os.path.join(programs.WORK, "out", project.name, f"{compiler}-O0-ours")
    programs.build(project, folder, compiler, " ".join(
        ("-O0", programs.plugin_flag(compiler), flags())))
    for data in gcov_read.data_files(folder):
        os.remove(data)  # of what was built, and used by the makefile
    if below:
        os.makedirs(f"{folder}/run")
        project = copy.copy(project)
        project.test = f"{programs.BIN}/prof-run -q -o {folder}/run/sum bash -o pipefail -c " \
            + shlex.quote(project.test)
    printed = programs.run(project, folder, "", EDGEPROF_FILE=f"{folder}/run/%p")
    print(f"{project.name} {compiler}: {remove_killed(folder + '/run')} processes were"
          f" killed; {printed.splitlines()[-1]}")
    tree = folder + "/tree"
    return folder, printed, gcov_read.read_gcov(tree, compiler, gcov_read.by_path(tree))
