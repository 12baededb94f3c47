// Children of every kind: vfork, posix_spawn, daemon, and fork in a process with
// threads, whose children make threads of their own.
// REQUIRES: own
// RUN: rm -rf %t && mkdir %t && cd %t && %cc %s -o prog -pthread && ./prog
// RUN: %py -c "import glob; assert len(glob.glob('prof.out.*')) == 15"
// RUN: %counts --all %s 2>&1 | FileCheck %s --check-prefix=NOTE --allow-empty
// NOTE-NOT: shared
#include <pthread.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;
static volatile int sink;

static void *counts(void *unused)
{
    for (int i = 0; i < 1000; i++)  //= 17017
        sink++;                     //= 17000
    return unused;                  //= 17
}

static void with_thread(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, counts, 0); //= 8
    counts(0);                             //= 8
    pthread_join(thread, 0);               //= 8
}

static void *forks(void *unused)
{
    int status;

    for (int i = 0; i < 4; i++) {   //= 10
        if (fork() == 0) {          //= 16
            with_thread();          //= 8
            _exit(3);               //= 8
        }
        wait(&status);              //= 8
    }
    return unused;                  //= 2
}

static void fork_in_threads(void)
{
    pthread_t thread[2];

    for (int i = 0; i < 2; i++)                  //= 3
        pthread_create(&thread[i], 0, forks, 0); //= 2
    for (int i = 0; i < 2; i++)     //= 3
        pthread_join(thread[i], 0); //= 2
}

static void spawned(void)
{
    sink++;                         //= 4
}

static void spawn(const char *path)
{
    char *args[] = {"prog", "spawned", 0};                 //= 3
    pid_t pid;

    if (posix_spawn(&pid, path, 0, 0, args, environ) == 0) //= 3
        waitpid(pid, 0, 0);         //= 2
    pid = vfork();                  //= 6
    if (pid == 0) {                 //= 6
        execv(path, args);          //= 3
        _exit(1);                   //= 1
    }
    waitpid(pid, 0, 0);             //= 3
}

static void as_daemon(void)
{
    int gate[2];
    char byte;

    if (pipe(gate))                 //= 1
        exit(1);                    //= 0
    if (fork() == 0) {              //= 2
        close(gate[0]);             //= 1
        if (daemon(1, 1))           //= 1
            exit(1);                //= 0
        counts(0);                  //= 1
        exit(write(gate[1], "", 1) != 1); //= 1
    }
    close(gate[1]);                 //= 1
    while (read(gate[0], &byte, 1) > 0) //= 2
        sink++;                     //= 1
    wait(0);                        //= 1
}

int main(int argc, char **argv)
{
    if (argc > 1 && !strcmp(argv[1], "spawned")) { //= 5
        spawned();                  //= 4
        return 0;                   //= 4
    }
    spawn(argv[0]);                 //= 1
    spawn(argv[0]);                 //= 1
    spawn("/no/such/file");         //= 1
    fork_in_threads();              //= 1
    as_daemon();                    //= 1
    return 0;                       //= 1
}
