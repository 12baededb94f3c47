/* SPDX-License-Identifier: MIT
 *
 * Files of runs, raw and compressed: any bytes are read or refused, and what
 * was read and is written reads as the same.
 */
#include "fuzz.h"

static void check_written(const struct ep_counts *counts)
{
    struct ep_counts again;
    size_t size;
    uint8_t *bytes = fuzz_write_counts(counts, &size);

    MUST(fuzz_read_counts(bytes, size, &again) == EP_OK);
    MUST(fuzz_digest(counts) == fuzz_digest(&again));
    ep_counts_release(&again);
    free(bytes);
}

static void check(int status, struct ep_counts *counts)
{
    if (status)
        return;
    MUST(counts->cut <= counts->runs);
    check_written(counts);
    ep_counts_release(counts);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct ep_counts counts;

    check(fuzz_read_counts(data, size, &counts), &counts);
    check(fuzz_counts(data, size, &counts), &counts);
    return 0;
}
