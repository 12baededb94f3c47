/* SPDX-License-Identifier: MIT
 *
 * Files of runs, raw and compressed: any bytes are read or refused, and what
 * was read and is written reads as the same; so are the paths in them.
 */
#include "fuzz.h"

enum { MOST_NAMES = 1 << 20 };

static uint64_t digest_calls(const struct ep_call_traces *calls)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < calls->n; i++) {
        const struct ep_call_trace *call = &calls->items[i];
        uint64_t digest =
            ep_hash(EP_HASH_START, call->function, strlen(call->function));

        digest = ep_hash_u64(digest, call->pid);
        digest = ep_hash_u64(digest, call->thread);
        digest = ep_hash_u64(digest, call->call);
        digest = ep_hash_u64(digest, call->ended);
        digest = ep_hash_u64(digest, call->n);
        sum += ep_hash(digest, call->packed.data, call->packed.size);
    }
    return sum;
}

static void check_written(const struct ep_counts *counts)
{
    struct ep_counts again;
    size_t size;
    uint8_t *bytes = fuzz_write_counts(counts, &size);

    MUST(fuzz_read_counts(bytes, size, &again) == EP_OK);
    MUST(fuzz_digest(counts) == fuzz_digest(&again));
    MUST(digest_calls(&counts->traces) == digest_calls(&again.traces));
    ep_counts_release(&again);
    free(bytes);
}

/* What is unpacked, packed and unpacked is the same. */
static void check_call(const struct ep_call_trace *call)
{
    struct ep_call_trace again = {0};
    struct ep_expected expected = {0};
    uint32_t *names, *same;

    if (call->n > MOST_NAMES || ep_call_trace_unpack(call, &names))
        return;
    for (uint64_t i = 0; i < call->n; i++)
        MUST(ep_call_trace_put(&again, &expected, names[i]) == EP_OK);
    MUST(ep_call_trace_finish(&again, &expected) == EP_OK);
    MUST(again.n == call->n && ep_call_trace_unpack(&again, &same) == EP_OK);
    MUST(memcmp(names, same, (size_t)call->n * sizeof *names) == 0);
    ep_expected_release(&expected);
    ep_call_trace_release(&again);
    free(names);
    free(same);
}

static void check(int status, struct ep_counts *counts)
{
    if (status)
        return;
    MUST(counts->cut <= counts->runs);
    check_written(counts);
    for (size_t i = 0; i < counts->traces.n; i++)
        check_call(&counts->traces.items[i]);
    ep_counts_release(counts);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct ep_counts counts;

    check(fuzz_read_counts(data, size, &counts), &counts);
    check(fuzz_counts(data, size, &counts), &counts);
    return 0;
}
