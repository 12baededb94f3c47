/* SPDX-License-Identifier: MIT */
/* Preloaded: a batch is looked through by the prof-run whose it is once the file `seen` is
 * there, and by another, which writes that file, once it is gone. */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

DIR *opendir(const char *path)
{
    DIR *(*next)(const char *) =
        (DIR * (*)(const char *)) dlsym(RTLD_NEXT, "opendir");

    if (strstr(path, "/batch.") && getenv("OTHER")) {
        close(open("seen", O_CREAT | O_WRONLY, 0600));
        while (access(path, F_OK) == 0)
            usleep(1000);
    } else if (strstr(path, "/batch.")) {
        while (access("seen", F_OK))
            usleep(1000);
    }
    return next(path);
}
