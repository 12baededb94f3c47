// The tracefile is read by lcov and genhtml, which count as we do.
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s prog.c && %cc prog.c -o prog && ./prog
// RUN: %prof_show lines --format lcov > prog.info
// RUN: %S/Inputs/lcov.sh --summary prog.info 2>&1 | FileCheck %s
// CHECK: lines{{\.+}}: 80.0% (4 of 5 lines)
// CHECK: functions{{\.+}}: 50.0% (1 of 2 functions)
// CHECK: branches{{\.+}}: 75.0% (3 of 4 branches)
// RUN: %prof_show coverage | FileCheck %s --check-prefix=OURS
// OURS: 4 5 80.0 1 2 50.0 3 4 75.0 TOTAL
// RUN: %S/Inputs/lcov.sh -a prog.info -a prog.info -o twice.info > log
// RUN: FileCheck %s --check-prefix=TWICE < twice.info
// TWICE: DA:[[#]],6
// lcov 2 wants each function on a line that has a count.
// RUN: %py -c "import re; t = open('prog.info').read(); f = re.findall('^FN:(.*),', t, re.M); assert len(f) == 2 and set(f) <= set(re.findall('^DA:(.*),', t, re.M)), t"
// RUN: genhtml --branch-coverage -o html prog.info > log && FileCheck %s --check-prefix=HTML < log
// HTML: lines{{\.+}}: 80.0% (4 of 5 lines)
int never(void)
{
    return 7;
}

int main(int argc, char **argv)
{
    int s = 0;

    (void)argv;
    for (int i = 0; i < 2; i++)
        s += i;
    return argc > 5 ? never() : s == 0;
}
