# counted: /usr/bin/gdb
# package: gdb
printf '#include <stdio.h>\nint f(int n) { return n < 2 ? n : f(n - 1) + f(n - 2); }\nint main(void) { printf("%%d\\n", f(10)); __builtin_trap(); }\n' > t.c; gcc -g t.c -o t
$RUN gdb -q -batch -nx -ex 'set debuginfod enabled off' -ex 'b f if n == 3' -ex r -ex bt -ex 'p n * 2' -ex 'watch n' -ex c -ex 'delete' -ex c -ex bt -ex 'python print(gdb.selected_frame().name())' -ex 'disassemble f' ./t 2>&1 | grep -v -i thread
