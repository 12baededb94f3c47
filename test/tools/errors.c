// What goes wrong at the terminal is one line that names the file and the fact;
// the exit status is the documented one.
// RUN: rm -rf %t && mkdir %t %t/none %t/ro %t/src && cd %t && git init -q .
// RUN: cp %s src/prog.c && %cc src/prog.c -o prog && ./prog
// RUN: %prof_merge --no-notes -o one.prof && rm prof.out.*
//
// Inputs that are no profiles.
// RUN: sh -c '%prof_show lines none; test $? = 3' 2>&1 | FileCheck %s --check-prefix=NONE --match-full-lines
// NONE:      prof-show: warning: none: no profile in it
// NONE-NEXT: prof-show: error: no usable profile
// RUN: sh -c '%prof_merge -o x none; test $? = 3' 2>&1 | FileCheck %s --check-prefix=MERGE-NONE --match-full-lines
// MERGE-NONE:      prof-merge: warning: none: no profile in it
// MERGE-NONE-NEXT: prof-merge: error: no usable profile
// RUN: sh -c '%prof_show lines; test $? = 3' 2>&1 | FileCheck %s --check-prefix=EMPTY --match-full-lines
// EMPTY: prof-show: error: no usable profile: neither prof.out nor prof.out.* is here
// RUN: sh -c '%prof_show lines @none/list; test $? = 1' 2>&1 | FileCheck %s --check-prefix=LIST --match-full-lines
// LIST: prof-show: error: none/list: No such file or directory
// RUN: sh -c '%prof_show lines prog; test $? = 3' 2>&1 | FileCheck %s --check-prefix=PROGRAM --match-full-lines
// PROGRAM: prof-show: warning: prog: not an edgeprof file; skipped
// RUN: truncate -s 4G zeros && sh -c '%prof_show lines zeros; test $? = 3' 2>&1 | FileCheck %s --check-prefix=ZEROS --match-full-lines
// ZEROS: prof-show: warning: zeros: not an edgeprof file; skipped
//
// Options and reports that are not known, values that are no values.
// RUN: sh -c '%prof_show; test $? = 1' 2>&1 | FileCheck %s --check-prefix=USAGE --match-full-lines
// USAGE: prof-show: error: no report named; try prof-show --help
// RUN: sh -c '%prof_show tables; test $? = 1' 2>&1 | FileCheck %s --check-prefix=REPORT
// REPORT: prof-show: error: tables: no such report; known are lines,
// RUN: sh -c '%prof_show lines --colour; test $? = 1' 2>&1 | FileCheck %s --check-prefix=OPTION --match-full-lines
// OPTION: prof-show: error: --colour: no such option; try prof-show --help
// RUN: sh -c '%prof_merge -qzo x one.prof; test $? = 1' 2>&1 | FileCheck %s --check-prefix=LETTER --match-full-lines
// RUN: sh -c '%prof_merge -zq; test $? = 1' 2>&1 | FileCheck %s --check-prefix=LETTER --match-full-lines
// LETTER: prof-merge: error: -z: no such option; try prof-merge --help
// RUN: sh -c '%prof_merge one.prof -qo; test $? = 1' 2>&1 | FileCheck %s --check-prefix=VALUE --match-full-lines
// VALUE: prof-merge: error: -o: value missing; try prof-merge --help
// RUN: sh -c '%prof_merge --strict=yes -o x one.prof; test $? = 1' 2>&1 | FileCheck %s --check-prefix=NO-VALUE --match-full-lines
// NO-VALUE: prof-merge: error: --strict: takes no value; try prof-merge --help
// RUN: sh -c '%prof_show check --fail-under=3 one.prof; test $? = 1' 2>&1 | FileCheck %s --check-prefix=BEGINNING --match-full-lines
// BEGINNING: prof-show: error: --fail-under: more than one option begins so; try prof-show --help
// RUN: sh -c '%prof_show lines --source-root none/x one.prof; test $? = 1' 2>&1 | FileCheck %s --check-prefix=ROOT --match-full-lines
// ROOT: prof-show: error: --source-root none/x: No such file or directory
// RUN: sh -c '%prof_merge one.prof; test $? = 1' 2>&1 | FileCheck %s --check-prefix=OUTPUT --match-full-lines
// RUN: sh -c '%prof_merge -o "" one.prof; test $? = 1' 2>&1 | FileCheck %s --check-prefix=OUTPUT --match-full-lines
// OUTPUT: prof-merge: error: no output: name it with -o OUT
//
// Output that cannot be written; who closes the pipe has seen enough.
// RUN: sh -c '%prof_merge -o none/x/out one.prof; test $? = 1' 2>&1 | FileCheck %s --check-prefix=WRITE --match-full-lines
// WRITE: prof-merge: error: none/x/out: No such file or directory
// RUN: sh -c '%prof_merge -o none one.prof; test $? = 1' 2>&1 | FileCheck %s --check-prefix=INTO --match-full-lines
// INTO: prof-merge: error: none: Is a directory
// RUN: sh -c '%prof_merge --help > /dev/full; test $? = 1' 2>&1 | FileCheck %s --check-prefix=HELP --match-full-lines
// HELP: prof-merge: error: standard output: No space left on device
// RUN: sh -c '%prof_show lines one.prof >&-; test $? = 1' 2>&1 | FileCheck %s --check-prefix=CLOSED --match-full-lines
// CLOSED: prof-show: error: standard output: Bad file descriptor
// RUN: cp src/prog.c plain.c && %plain_cc plain.c -o plain
// RUN: sh -c 'XDG_CACHE_HOME=%t/cache %prof_patch --path plain > /dev/full; test $? = 125' 2>&1 | count 1
// RUN: sh -c '%prof_run --help > /dev/full; test $? = 125' 2>&1 | count 1
// What is said where nobody can hear it gets into no file.
// RUN: sh -c 'EDGEPROF_FILE=killed ./prog x; test $? = 137'
// RUN: %prof_merge -o heard killed 2>&1 | FileCheck %s --check-prefix=CUT --match-full-lines
// CUT: prof-merge: 1 of 1 runs cut off
// RUN: sh -c '%prof_merge -o unheard killed 2>&- && %prof_merge -o unheard-2 killed >&- 2>&- <&-'
// RUN: cmp heard unheard && cmp heard unheard-2
// RUN: %py -c "import os, subprocess as s; r, w = os.pipe(); os.close(r); d = s.run(['%prof_show', 'lines', 'one.prof'], stdout=w, stderr=s.PIPE); assert (d.returncode, d.stderr) == (1, b''), d"
//
// Binaries that are none, or not this one.
// RUN: sh -c '%prof_show lines --binary none/x one.prof; test $? = 1' 2>&1 | FileCheck %s --check-prefix=NO-BINARY --match-full-lines
// NO-BINARY: prof-show: error: none/x: No such file or directory
// RUN: sh -c '%prof_show lines --binary src/prog.c one.prof; test $? = 1' 2>&1 | FileCheck %s --check-prefix=NOT-ELF --match-full-lines
// NOT-ELF: prof-show: error: src/prog.c: not an ELF file
// RUN: %cc -c src/prog.c -o prog.o && sh -c '%prof_show lines --binary prog.o one.prof; test $? = 1' 2>&1 | FileCheck %s --check-prefix=OBJECT --match-full-lines
// OBJECT: prof-show: error: prog.o: neither an executable nor a shared object
// RUN: strip -o stripped prog && mv prog none/prog
// RUN: %prof_show functions --binary stripped one.prof | FileCheck %s --check-prefix=STRIPPED
// STRIPPED: 1 {{.*}} main src/prog.c
// RUN: objcopy --remove-section .edgeprof.notes stripped bare
// RUN: sh -c '%prof_show lines --binary bare one.prof; test $? = 1' 2>&1 | FileCheck %s --check-prefix=BARE --match-full-lines
// BARE: prof-show: error: bare: no section .edgeprof.notes: not built with the plugin, or stripped of it
// RUN: mv none/prog prog && head -c 4000 prog > half
// RUN: sh -c '%prof_show lines --binary half one.prof; test $? = 1' 2>&1 | FileCheck %s --check-prefix=HALF --match-full-lines
// HALF: prof-show: error: half: cut off, its section headers are missing
//
// Sources that are not there, or are something else: the counts are shown.
// RUN: rm src/prog.c
// RUN: %prof_show lines one.prof 2>&1 | FileCheck %s --check-prefix=NO-SOURCE --match-full-lines
// NO-SOURCE-DAG: prof-show: warning: src/prog.c: No such file or directory: shown without its text; --source-root or --path-map may help
// NO-SOURCE-DAG: src/prog.c:
// NO-SOURCE-DAG: {{ *}}1:[[#]]:
// RUN: mkfifo src/prog.c && timeout 10 %prof_show lines one.prof 2>&1 | FileCheck %s --check-prefix=FIFO --match-full-lines
// FIFO: prof-show: warning: src/prog.c: Invalid argument: shown without its text; --source-root or --path-map may help
#include <signal.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    if (argc > 1)
        kill(getpid(), SIGKILL);
    return argv == 0;
}
