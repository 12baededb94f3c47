/* SPDX-License-Identifier: MIT
 *
 * The log of a console: any text is read, and what was sent unpacks to as many counts as
 * it says, or is refused.  An input that begins with a zero is parts, a byte of size and
 * so many bytes each, which get their checksums here: these would stop every mutation.
 */
#include "fuzz.h"

#include "format/sent.h"

#include <edgeprof/abi.h>

static void put_part(struct ep_buf *text, const uint8_t *part, size_t size)
{
    uint32_t crc = (uint32_t)crc32(0, part, (uInt)size);

    ep_buf_text(text, EDGEPROF_SENT_START);
    for (size_t i = 0; i < size; i++)
        ep_buf_printf(text, "%02x", part[i]);
    for (unsigned i = 0; i < 4; i++)
        ep_buf_printf(text, "%02x", (unsigned)(crc >> (8 * i) & 0xff));
    ep_buf_text(text, "\n");
}

static struct ep_buf text_of(const uint8_t *data, size_t size)
{
    struct ep_buf text = {0};

    if (size == 0 || data[0] != 0)
        ep_buf_add(&text, data, size);
    for (size_t at = 1; at < size && data[0] == 0; at += data[at] + 1u) {
        size_t left = size - at - 1;

        put_part(&text, data + at + 1, data[at] < left ? data[at] : left);
    }
    return text;
}

static void check(const struct ep_sent *sent)
{
    uint64_t *counts;

    MUST(sent->line > 0);
    if (sent->n_counters > 1u << 20)
        return;
    counts = calloc((size_t)sent->n_counters + 1, sizeof *counts);
    MUST(counts != NULL);
    (void)ep_sent_unpack(sent, counts);
    MUST(counts[sent->n_counters] == 0);
    free(counts);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct ep_sent_list list, twice;
    struct ep_buf text = text_of(data, size), both = text_of(data, size);

    ep_buf_text(&both, "\n");
    ep_buf_add(&both, text.data, text.size);
    MUST(ep_sent_read(text.data, text.size, "log", &list) == EP_OK);
    MUST(ep_sent_read(both.data, both.size, "log", &twice) == EP_OK);
    MUST(twice.n >= list.n);
    for (size_t i = 0; i < list.n; i++)
        check(&list.items[i]);
    ep_sent_release(&list);
    ep_sent_release(&twice);
    ep_buf_release(&text);
    ep_buf_release(&both);
    return 0;
}
