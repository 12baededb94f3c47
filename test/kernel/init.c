/* SPDX-License-Identifier: MIT
 *
 * The first process of the machine that module.py starts: loads the module, sets its
 * value, and writes its counts to the console, twice.
 */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static void set(const char *text)
{
    int fd = open("/debug/sample/value", O_WRONLY);

    if (fd < 0 || write(fd, text, strlen(text)) < 0)
        perror(text);
    close(fd);
}

static void show(void)
{
    char piece[4096];
    int fd = open("/debug/sample/counts", O_RDONLY);
    ssize_t n;

    while ((n = read(fd, piece, sizeof piece)) > 0)
        if (write(STDOUT_FILENO, piece, (size_t)n) != n)
            perror("console");
    close(fd);
}

static void set_by_two(void)
{
    for (int i = 0; i < 2; i++)
        if (fork() == 0) {
            for (int n = 0; n < 5000; n++)
                set("1");
            _exit(0);
        }
    while (wait(NULL) > 0)
        ;
}

int main(void)
{
    int fd = open("/sample.ko", O_RDONLY);

    mkdir("/debug", 0755);
    if (mount("none", "/debug", "debugfs", 0, "") ||
        syscall(SYS_finit_module, fd, "", 0))
        perror("module");
    set("27");
    set("6");
    show();
    set("0");
    set("12");
    set_by_two();
    show();
    reboot(RB_POWER_OFF);
    return 1;
}
