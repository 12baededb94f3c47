/* SPDX-License-Identifier: MIT */
/* threads.c - the load for the compressors' libraries on several threads:
 * `prog THREADS N FILE` starts THREADS threads, each of which compresses FILE N
 * times in memory of its own, and prints the compressed size of each.
 * CODEC_x chooses the library. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#if defined(CODEC_ZLIB)
#include "zlib.h"
static size_t compress_once(const char *in, size_t size, char *out, size_t room)
{
    uLongf length = room;
    return compress2((Bytef *)out, &length, (const Bytef *)in, size, 6) == Z_OK
               ? length
               : 0;
}
#elif defined(CODEC_BZIP2)
#include "bzlib.h"
void bz_internal_error(int code)
{
    exit(code);
}
static size_t compress_once(const char *in, size_t size, char *out, size_t room)
{
    unsigned length = (unsigned)room;
    return BZ2_bzBuffToBuffCompress(out, &length, (char *)in, (unsigned)size, 9,
                                    0, 0) == BZ_OK
               ? length
               : 0;
}
#else
#include "zstd.h"
static size_t compress_once(const char *in, size_t size, char *out, size_t room)
{
    size_t length = ZSTD_compress(out, room, in, size, 6);
    return ZSTD_isError(length) ? 0 : length;
}
#endif

enum { MAX_THREADS = 64 };

static char *text;
static size_t text_size;
static int times;

static int read_text(const char *path)
{
    FILE *in = fopen(path, "rb");
    if (!in)
        return -1;
    fseek(in, 0, SEEK_END);
    text_size = (size_t)ftell(in);
    rewind(in);
    text = malloc(text_size);
    int result = text && fread(text, 1, text_size, in) == text_size ? 0 : -1;
    fclose(in);
    return result;
}

static void *work(void *result)
{
    size_t room = text_size + text_size / 8 + 4096;
    char *out = malloc(room);
    for (int i = 0; out && i < times; i++)
        *(size_t *)result = compress_once(text, text_size, out, room);
    free(out);
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t threads[MAX_THREADS];
    size_t sizes[MAX_THREADS] = {0};
    int count = argc > 1 ? atoi(argv[1]) : 0;
    if (argc < 4 || count < 1 || count > MAX_THREADS || read_text(argv[3]) != 0)
        return 1;
    times = atoi(argv[2]);
    for (int i = 0; i < count; i++)
        if (pthread_create(&threads[i], NULL, work, &sizes[i]) != 0)
            return 1;
    for (int i = 0; i < count; i++) {
        pthread_join(threads[i], NULL);
        printf("%zu\n", sizes[i]);
    }
    return 0;
}
