/* SPDX-License-Identifier: MIT */
#include "format/sent.h"

#include <edgeprof/abi.h>
#include <edgeprof/freestanding.h>

#include "check.h"

/* This program is the one that sends: 600 counters, two words of what they are of. */
__asm__(".pushsection edgeprof_cnts,\"aw\",@nobits\n"
        ".balign 8\n"
        ".globl test_counters\n"
        "test_counters: .skip 4800\n"
        ".popsection\n"
        ".pushsection edgeprof_ids,\"a\",@progbits\n"
        ".quad 0x1234, 0x5678\n"
        ".popsection\n");
enum { N = 600 };
extern uint64_t test_counters[N];

static void put(void *to, const char *line)
{
    ep_buf_text(to, line);
}

static struct ep_sent_list read_text(const char *text, size_t size)
{
    struct ep_sent_list list;

    CHECK_EQ(ep_sent_read(text, size, "log", &list), EP_OK);
    return list;
}

static void set_counters(void)
{
    uint64_t seed = 3;

    for (uint32_t i = 0; i < N; i++)
        test_counters[i] =
            check_random(&seed, 3) ? 0 : UINT64_C(1) << check_random(&seed, 64);
    test_counters[N - 1] = UINT64_MAX;
}

static void what_is_sent_is_read(void)
{
    struct ep_buf log = {0};
    struct ep_sent_list list;
    uint64_t back[N], identity = EP_HASH_START;
    uint64_t ids[2] = {0x1234, 0x5678};

    set_counters();
    identity = ep_hash(identity, ids, sizeof ids);
    put(&log, "boot\nno line feed ");
    edgeprof_dump(put, &log, 1);
    list = read_text(log.data, log.size);
    CHECK_EQ(list.n, 1);
    CHECK_EQ(list.warnings.size, 0);
    CHECK_EQ(list.items[0].identity, identity);
    CHECK_EQ(list.items[0].number, 1);
    CHECK_EQ(list.items[0].flags, EDGEPROF_RUN_CUT);
    CHECK_EQ(list.items[0].line, 2);
    CHECK_EQ(list.items[0].n_counters, N);
    CHECK_EQ(ep_sent_unpack(&list.items[0], back), EP_OK);
    CHECK(memcmp(back, test_counters, sizeof back) == 0);
    ep_sent_release(&list);
    CHECK_EQ(list.n, 0);
    ep_buf_add(&log, "", 1);
    for (const char *at = log.data; (at = strstr(at, "edgeprof:")); at++)
        CHECK(strcspn(at, "\n") < 80);
    ep_buf_release(&log);
}

static void all_zeros_are_sent_short(void)
{
    struct ep_buf log = {0};
    struct ep_sent_list list;
    uint64_t back[N];

    edgeprof_reset();
    edgeprof_dump(put, &log, 0);
    CHECK(log.size < 160);
    list = read_text(log.data, log.size);
    CHECK_EQ(list.n, 1);
    CHECK_EQ(list.items[0].flags, 0);
    memset(back, 1, sizeof back);
    CHECK_EQ(ep_sent_unpack(&list.items[0], back), EP_OK);
    CHECK(memcmp(back, test_counters, sizeof back) == 0);
    ep_sent_release(&list);
    ep_buf_release(&log);
}

/* Of each run the last one counts, whatever their order, and however often the log
 * has it. */
static void runs_are_told_apart(void)
{
    struct ep_buf one = {0}, two = {0}, log = {0};
    struct ep_sent_list list;
    uint64_t back[N];

    edgeprof_reset();
    test_counters[7] = 1;
    edgeprof_dump(put, &one, 0);
    test_counters[7] = 5;
    edgeprof_dump(put, &two, 0);
    ep_buf_add(&log, two.data, two.size);
    ep_buf_add(&log, one.data, one.size);
    ep_buf_add(&log, two.data, two.size);
    edgeprof_reset();
    test_counters[7] = 9;
    edgeprof_dump(put, &log, 0);
    list = read_text(log.data, log.size);
    CHECK_EQ(list.n, 2);
    CHECK_EQ(list.warnings.size, 0);
    CHECK_EQ(list.items[0].number, 2);
    CHECK_EQ(ep_sent_unpack(&list.items[0], back), EP_OK);
    CHECK_EQ(back[7], 5);
    CHECK_EQ(ep_sent_unpack(&list.items[1], back), EP_OK);
    CHECK_EQ(back[7], 9);
    ep_sent_release(&list);
    ep_buf_release(&one);
    ep_buf_release(&two);
    ep_buf_release(&log);
}

/* No part can be changed or missing without a word. */
static void damage_is_told(void)
{
    struct ep_buf log = {0}, bad = {0};
    struct ep_sent_list list;

    set_counters();
    edgeprof_dump(put, &log, 0);
    for (size_t i = 0; i < log.size; i++) {
        ep_buf_clear(&bad);
        ep_buf_add(&bad, log.data, log.size);
        bad.data[i] = bad.data[i] == '0' ? '1' : '0';
        list = read_text(bad.data, bad.size);
        CHECK(log.data[i] == '\n' || list.n == 0);
        CHECK(log.data[i] == '\n' || list.warnings.size > 0);
        ep_sent_release(&list);
    }
    for (size_t i = 0; i < log.size - 1; i++) { /* cut off */
        list = read_text(log.data, i);
        CHECK_EQ(list.n, 0);
        ep_sent_release(&list);
    }
    ep_buf_release(&bad);
    ep_buf_release(&log);
}

/* The line of LOG, from 0, and its length with the line feed. */
static const char *line_of(const struct ep_buf *log, int number, size_t *size)
{
    const char *at = log->data;

    for (; number > 0; number--)
        at = strchr(at, '\n') + 1;
    *size = (size_t)(strchr(at, '\n') + 1 - at);
    return at;
}

/* TEXT without, or with another, of its lines. */
static void lines_of(const struct ep_buf *log, int left_out, struct ep_buf *out)
{
    size_t size;
    const char *at = line_of(log, left_out, &size);

    ep_buf_clear(out);
    ep_buf_add(out, log->data, (size_t)(at - log->data));
    ep_buf_add(out, at + size, (size_t)(log->data + log->size - at) - size);
    ep_buf_add(out, "", 1);
    out->size--;
}

static void what_is_missing_is_named(void)
{
    struct ep_buf log = {0}, some = {0};
    struct ep_sent_list list;

    set_counters();
    edgeprof_dump(put, &log, 0);
    ep_buf_add(&log, "", 1);
    log.size--;
    lines_of(&log, 3, &some);
    list = read_text(some.data, some.size);
    CHECK_EQ(list.n, 0);
    CHECK_TEXT(list.warnings.data,
               "log:1: counts that did not come whole: some are missing "
               "before line 4");
    ep_sent_release(&list);
    lines_of(&log, 0, &some); /* the first */
    list = read_text(some.data, some.size);
    CHECK_EQ(list.n, 0);
    CHECK_TEXT(list.warnings.data,
               "log:1: counts that did not come whole: some are missing "
               "before line 1");
    ep_sent_release(&list);
    ep_buf_clear(&some);
    ep_buf_add(&some, log.data, log.size);
    some.data[400] ^= 1;
    list = read_text(some.data, some.size);
    CHECK_TEXT(list.warnings.data,
               "log:1: counts that did not come whole: damaged is line 6");
    ep_sent_release(&list);
    ep_buf_release(&some);
    ep_buf_release(&log);
}

/* Two machines write to one console: that of another program has its own lines. */
static void programs_may_be_mixed(void)
{
    struct ep_buf one = {0}, mixed = {0};
    struct ep_sent_list list;
    size_t size;

    edgeprof_reset();
    set_counters();
    edgeprof_dump(put, &one, 0);
    ep_buf_add(&one, "", 1);
    for (int i = 0; *line_of(&one, i, &size); i++) {
        ep_buf_add(&mixed, line_of(&one, i, &size), size);
        ep_buf_text(&mixed, "edgeprof: a word of ours\nedgeprof:zz\n");
    }
    list = read_text(mixed.data, mixed.size);
    CHECK_EQ(list.n, 1);
    CHECK_EQ(list.warnings.size, 0);
    ep_sent_release(&list);
    ep_buf_release(&one);
    ep_buf_release(&mixed);
}

static void a_lie_about_sizes_is_refused(void)
{
    struct ep_sent sent = {.n_counters = 10};
    uint64_t counts[10];

    ep_buf_add(&sent.packed, "\1\0\11", 3); /* 1, then nine zeros */
    CHECK_EQ(ep_sent_unpack(&sent, counts), EP_OK);
    sent.n_counters = 9;
    CHECK_EQ(ep_sent_unpack(&sent, counts), EP_EFORMAT);
    sent.n_counters = 1;
    CHECK_EQ(ep_sent_unpack(&sent, counts), EP_EFORMAT);
    sent.n_counters = 10;
    sent.packed.data[2] = 0;
    CHECK_EQ(ep_sent_unpack(&sent, counts), EP_EFORMAT);
    sent.packed.size = 1;
    CHECK_EQ(ep_sent_unpack(&sent, counts), EP_EFORMAT);
    ep_buf_release(&sent.packed);
}

int main(void)
{
    what_is_sent_is_read();
    all_zeros_are_sent_short();
    runs_are_told_apart();
    damage_is_told();
    what_is_missing_is_named();
    programs_may_be_mixed();
    a_lie_about_sizes_is_refused();
    return check_failures != 0;
}
