/* SPDX-License-Identifier: MIT */
#include "base/pairs.h"

static void put_number(void *to, uint64_t value)
{
    ep_buf_leb(to, value);
}

static void put_bytes(void *to, const void *data, size_t size)
{
    ep_buf_add(to, data, size);
}

struct edgeprof_sink ep_pairs_sink(struct ep_buf *out)
{
    return (struct edgeprof_sink){put_number, put_bytes, out};
}

void ep_pairs_write(struct ep_buf *out, const uint64_t *counts, size_t n)
{
    const struct edgeprof_sink sink = ep_pairs_sink(out);

    edgeprof_put_counts(&sink, counts, NULL, n);
}

int ep_pairs_check(struct ep_reader pairs, uint64_t n)
{
    uint64_t at = 0;

    while (at < n && !pairs.bad) {
        uint64_t zeros = ep_read_leb(&pairs);
        uint64_t values = ep_read_leb(&pairs);

        if (zeros > n - at || values > n - at - zeros || zeros + values == 0)
            return EP_EFORMAT;
        at += zeros + values;
        for (; values > 0 && !pairs.bad; values--)
            (void)ep_read_leb(&pairs);
    }
    return pairs.bad || pairs.at != pairs.end ? EP_EFORMAT : EP_OK;
}

void ep_pairs_add(struct ep_reader pairs, uint64_t *counts)
{
    while (pairs.at != pairs.end) {
        uint64_t values;

        counts += ep_read_leb(&pairs);
        for (values = ep_read_leb(&pairs); values > 0; values--, counts++)
            *counts = edgeprof_add(*counts, ep_read_leb(&pairs));
    }
}
