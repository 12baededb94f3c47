/* SPDX-License-Identifier: MIT
 *
 * Traces of calls: what is packed is unpacked, by the record too; what is damaged is refused.
 */
#include "format/traces.h"

#include <string.h>

#include "check.h"

enum { MOST = 20000, KINDS = 3 };

/* Regular, at random among few, and all of them new. */
static uint32_t name_at(int kind, uint32_t i, uint64_t *random)
{
    if (kind == 0)
        return 100 + i % 7 + (i % 61 == 0);
    if (kind == 1)
        return 100 + (uint32_t)check_random(random, 50);
    return UINT32_C(0x7fffffff) - i;
}

static void pack(struct ep_call_trace *trace, const uint32_t *names, size_t n)
{
    struct ep_expected expected = {0};

    *trace = (struct ep_call_trace){.function = ep_mem_dup("f", 1),
                                    .pid = 7,
                                    .thread = 8,
                                    .call = UINT64_C(1) << 40,
                                    .ended = 1};
    for (size_t i = 0; i < n; i++)
        CHECK_EQ(ep_call_trace_put(trace, &expected, names[i]), EP_OK);
    CHECK_EQ(ep_call_trace_finish(trace, &expected), EP_OK);
    ep_expected_release(&expected);
}

static void through_a_record(struct ep_call_trace *trace,
                             struct ep_call_traces *out)
{
    struct ep_buf record = {0};
    struct ep_reader body;

    ep_call_trace_write(trace, &record);
    CHECK(!record.failed);
    body = ep_buf_reader(&record);
    CHECK_EQ(ep_call_trace_read(&body, out), EP_OK);
    CHECK_EQ(out->n, 1);
    CHECK_EQ(out->items[0].pid, trace->pid);
    CHECK_EQ(out->items[0].thread, trace->thread);
    CHECK_EQ(out->items[0].call, trace->call);
    CHECK_EQ(out->items[0].ended, 1);
    CHECK_EQ(strcmp(out->items[0].function, "f"), 0);
    ep_buf_release(&record);
}

static void what_is_packed_is_unpacked(void)
{
    static uint32_t names[MOST];

    for (int kind = 0; kind < KINDS; kind++)
        for (size_t n = 1; n <= MOST; n = n * 3 + 1) {
            struct ep_call_traces read = {0};
            struct ep_call_trace trace;
            uint64_t random = n;
            uint32_t *got;

            for (uint32_t i = 0; i < n; i++)
                names[i] = name_at(kind, i, &random);
            pack(&trace, names, n);
            if (kind == 0)
                CHECK(trace.packed.size < 200 + n / 8);
            through_a_record(&trace, &read);
            CHECK_EQ(read.items[0].n, n);
            CHECK_EQ(ep_call_trace_unpack(&read.items[0], &got), EP_OK);
            CHECK_EQ(memcmp(got, names, n * sizeof *names), 0);
            ep_mem_free(got);
            ep_call_trace_release(&trace);
            ep_call_traces_release(&read);
        }
}

/* Cut off anywhere, or with more behind, or of another number of names. */
static void what_is_damaged_is_refused(void)
{
    static uint32_t names[500];
    struct ep_call_trace trace;
    uint64_t random = 1;
    uint32_t *got;
    size_t size;

    for (uint32_t i = 0; i < 500; i++)
        names[i] = name_at(1, i, &random);
    pack(&trace, names, 500);
    size = trace.packed.size;
    for (trace.packed.size = 0; trace.packed.size < size; trace.packed.size++)
        CHECK_EQ(ep_call_trace_unpack(&trace, &got), EP_EFORMAT);
    for (trace.n = 1; trace.n < 500; trace.n++)
        CHECK_EQ(ep_call_trace_unpack(&trace, &got), EP_EFORMAT);
    trace.n = 501;
    CHECK_EQ(ep_call_trace_unpack(&trace, &got), EP_EFORMAT);
    trace.n = 500;
    ep_buf_add(&trace.packed, "", 1);
    CHECK_EQ(ep_call_trace_unpack(&trace, &got), EP_EFORMAT);
    ep_call_trace_release(&trace);
}

int main(void)
{
    what_is_packed_is_unpacked();
    what_is_damaged_is_refused();
    return check_failures != 0;
}
