/* SPDX-License-Identifier: MIT */
#include "base/pairs.h"

#include <edgeprof/abi.h>

void ep_pairs_write(struct ep_buf *out, const uint64_t *counts, size_t n)
{
    size_t at = 0;

    while (at < n) {
        size_t zeros = at;
        size_t values;

        while (zeros < n && counts[zeros] == 0)
            zeros++;
        values = zeros;
        while (values < n && counts[values] != 0)
            values++;
        ep_buf_leb(out, zeros - at);
        ep_buf_leb(out, values - zeros);
        for (at = zeros; at < values; at++)
            ep_buf_leb(out, counts[at]);
    }
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
