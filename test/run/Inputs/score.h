// What a program counts by itself, for tests whose counts cannot be known
// before: words of the file `score`, which outlive it (test/counts.py).
#include <fcntl.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

static volatile uint64_t *score;

static inline void score_open(void)
{
    int fd = open("score", O_RDWR | O_CREAT | O_TRUNC, 0666);
    if (fd < 0 || ftruncate(fd, 4096))
        _exit(98);
    score = (volatile uint64_t *)mmap(0, 4096, PROT_READ | PROT_WRITE,
                                      MAP_SHARED, fd, 0);
    close(fd);
}
