# counted: /usr/bin/qemu-x86_64
# package: qemu-user
printf '#include <stdio.h>\n#include <pthread.h>\nstatic void *f(void *p) { for (volatile int i = 0; i < 100000; i++) ; return p; }\nint main(void) { pthread_t t[4]; for (int i = 0; i < 4; i++) pthread_create(t + i, 0, f, 0); for (int i = 0; i < 4; i++) pthread_join(t[i], 0); puts("x"); return 3; }\n' > t.c; gcc -O1 t.c -o t -pthread
$RUN qemu-x86_64 ./t; $RUN qemu-x86_64 /bin/sh -c 'echo a; ls / | wc -l; kill -SEGV $$'
