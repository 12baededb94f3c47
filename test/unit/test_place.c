/* SPDX-License-Identifier: MIT
 *
 * This program is its own sample: its functions and lines are known.
 */
#define _GNU_SOURCE
#include <dlfcn.h>

#include "check.h"
#include "code/place.h"
#include "code/place_copies.h"
#include "code/place_skid.h"

/* What sanitizers add would be all of the bytes that are taken. */
#define PLAIN __attribute__((no_sanitize("address", "undefined")))

static volatile int work[4];

static inline __attribute__((always_inline)) PLAIN void inner(int x)
{
    work[0] += x;
    work[1] *= x;
}
enum { INNER_END = __LINE__ };

static __attribute__((noinline)) PLAIN void outer(int x)
{
    work[2] ^= x;
    inner(x);
    work[3] -= x;
}
enum { OUTER_END = __LINE__ };

/* Samples of the bytes of outer, and one that is nowhere. */
static void take(const char *path, uint32_t id_size, struct ep_samplings *out)
{
    const struct ep_sampling like = {.event = EP_SAMPLING_CLOCK, .period = 7};
    const struct ep_sampled_object object = {.id_size = id_size,
                                             .path = (char *)path};
    struct ep_sampling *own = ep_samplings_own(out, &like);
    struct ep_sample sample = {.count = 1};
    void (*start)(int) = outer;
    void *address;
    Dl_info info;

    memcpy(&address, &start, sizeof address);
    CHECK(own && dladdr(address, &info));
    if (!own)
        return;
    CHECK_EQ(ep_sampling_object(own, &object, &sample.object), EP_OK);
    for (unsigned i = 0; i < 16; i++) {
        sample.offset = (uintptr_t)address - (uintptr_t)info.dli_fbase + i;
        CHECK_EQ(ep_sampling_add(own, &sample), EP_OK);
    }
    sample.offset = UINT64_MAX;
    CHECK_EQ(ep_sampling_add(own, &sample), EP_OK);
}

static void test_places(void)
{
    struct ep_samplings samplings = {0};
    const struct ep_sampling *own;
    unsigned n_inner = 0, n_outer = 0, n_none = 0;

    take("/proc/self/exe", 0, &samplings);
    CHECK_EQ(ep_places_find(&samplings), EP_OK);
    own = &samplings.items[0];
    CHECK_EQ(ep_samplings_taken(&samplings), 17);
    for (size_t i = 0; i < own->n_items; i++) {
        struct ep_place place = ep_sampling_where(own, own->items[i].place);
        const char *function = ep_sampling_words(own, place.function);
        const char *file = ep_sampling_words(own, place.file);

        n_none += place.function == 0;
        if (place.function == 0)
            continue;
        CHECK(strstr(file, "/test_place.c") && place.home == place.file);
        if (strcmp(function, "inner") == 0) {
            n_inner++;
            CHECK(place.line < INNER_END);
        } else {
            CHECK_TEXT(function, "outer");
            n_outer++;
            CHECK(place.line > INNER_END && place.line < OUTER_END);
        }
    }
    CHECK(n_inner > 0 && n_outer > 0);
    CHECK_EQ(n_none, 1);
    /* Once more is no more. */
    CHECK_EQ(ep_places_find(&samplings), EP_OK);
    CHECK_EQ(ep_samplings_taken(&samplings), 17);
    ep_samplings_release(&samplings);
}

/* A frame in what was inlined becomes two, and those of one place one. */
static void test_tree(void)
{
    struct ep_samplings samplings = {0};
    struct ep_sampling *own;
    uint64_t inner = 0, outer = 0, none = 0;

    take("/proc/self/exe", 0, &samplings);
    own = &samplings.items[0];
    for (uint32_t i = 0; i < 17; i++) {
        struct ep_node node = {.offset = own->items[i].offset, .count = 1};
        uint32_t number;

        CHECK_EQ(ep_sampling_node(own, &node, &number), EP_OK);
        node.parent = number; /* and once more, as if it had called itself */
        CHECK_EQ(ep_sampling_node(own, &node, &number), EP_OK);
    }
    CHECK_EQ(ep_places_find(&samplings), EP_OK);
    for (size_t i = 0; i < own->n_nodes; i++) {
        const struct ep_node *node = &own->nodes[i];
        struct ep_place place = ep_sampling_where(own, node->place);
        const char *function = ep_sampling_words(own, place.function);

        CHECK(node->parent <= i);
        if (place.function == 0) {
            CHECK_EQ(node->offset, UINT64_MAX);
            none += node->count;
            continue;
        }
        CHECK_EQ(node->offset, 0);
        if (strcmp(function, "inner") == 0) {
            struct ep_place by =
                ep_sampling_where(own, own->nodes[node->parent - 1].place);

            CHECK_TEXT(ep_sampling_words(own, by.function), "outer");
            CHECK(by.line > INNER_END && by.line < OUTER_END);
            CHECK_EQ(own->nodes[node->parent - 1].offset, 0);
            inner += node->count;
        } else {
            CHECK_TEXT(function, "outer");
            outer += node->count;
        }
    }
    CHECK(inner > 0 && outer > 0);
    CHECK_EQ(none, 2);
    CHECK_EQ(inner + outer + none, 34);
    ep_samplings_release(&samplings);
}

/* What is another file now, or gone, has no places, and loses no sample. */
static void test_other_files(void)
{
    static const char *const paths[] = {"/proc/self/exe", "/nowhere",
                                        "/dev/null", "[kernel]", "/"};

    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        struct ep_samplings samplings = {0};

        take(paths[i], i == 0 ? 20 : 0, &samplings);
        CHECK_EQ(ep_places_find(&samplings), EP_OK);
        CHECK_EQ(ep_samplings_taken(&samplings), 17);
        CHECK_EQ(samplings.items[0].n_places, 0);
        ep_samplings_release(&samplings);
    }
}

static void test_skid(void)
{
    static const uint8_t code[] = {
        0x48, 0x89, 0xd8,             /*  0 mov    %rbx,%rax */
        0x48, 0xf7, 0xf1,             /*  3 div    %rcx: the jump's target */
        0x48, 0xff, 0xc0,             /*  6 inc    %rax */
        0x75, 0xf8,                   /*  9 jne    3 */
        0x90,                         /* 11 nop */
        0xe8, 0x00, 0x00, 0x00, 0x00, /* 12 call */
        0xc3,                         /* 17 ret */
        0x90                          /* 18 nop */
    };
    static const unsigned back[] = {0,  1,  2,  3,  4,  5,  3,  7,  8, 6,
                                    10, 11, 11, 13, 14, 15, 16, 17, 18};
    /* clang-format off */
    static const uint8_t counted[] = {
        0xf7, 0xf1,                         /*  0 div    %ecx */
        0x65, 0x48, 0xff, 0x05, 0, 0, 0, 0, /*  2 incq   %gs:...(%rip) */
        0x65, 0x48, 0xff, 0x83, 0, 0, 0, 0, /* 10 incq   %gs:...(%rbx): the target */
        0x90, 0x90,                         /* 18 nop, nop */
        0x75, 0xf4,                         /* 20 jne    10 */
        0x65, 0x48, 0xff, 0x05, 0, 0, 0, 0, /* 22 incq   %gs:...(%rip) */
        0xc3,                               /* 30 ret */
        0x65, 0x48, 0xff, 0x05, 0, 0, 0, 0  /* 31 incq   %gs:...(%rip) */
    };
    /* clang-format on */
    static const struct {
        unsigned at, of;
    } ahead[] = {{0, 0},   {2, 0},   {10, 18}, {18, 18}, {19, 18},
                 {20, 19}, {22, 30}, {30, 30}, {31, 31}};
    struct ep_skid skid = {0};

    CHECK_EQ(ep_skid_read(&skid, code, sizeof code, 0x1000), EP_OK);
    for (unsigned i = 0; i < sizeof code; i++)
        CHECK_EQ(ep_skid_back(&skid, 0x1000 + i), 0x1000 + back[i]);
    CHECK_EQ(ep_skid_read(&skid, counted, sizeof counted, 0x1000), EP_OK);
    for (size_t i = 0; i < sizeof ahead / sizeof *ahead; i++)
        CHECK_EQ(ep_skid_back(&skid, 0x1000 + ahead[i].at),
                 0x1000 + ahead[i].of);
    CHECK_EQ(ep_skid_back(&skid, 0xfff), 0xfff);
    CHECK_EQ(ep_skid_back(&skid, 0x2000), 0x2000);
    ep_skid_release(&skid);
}

/* Copies at 0x1000: 8 bytes of 0x500 and 8 that count, 4 bytes of 0x508, then none. */
static void test_copies(void)
{
    static const struct {
        uint64_t address, original;
    } known[] = {{0x1000, 0x500}, {0x1007, 0x507}, {0x1008, 0x508},
                 {0x100f, 0x508}, {0x1010, 0x508}, {0x1013, 0x50b},
                 {0x1014, 0},     {0x2000, 0}};
    static const uint64_t numbers[] = {0, 0xa00, 0x20, 0x10, 8, 0xa0f};
    struct ep_copied_map map;
    struct ep_buf bytes = {0};
    uint64_t original;

    ep_buf_u64(&bytes, 0x1000);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        ep_buf_leb(&bytes, numbers[i]);
    for (size_t size = 0; size <= bytes.size; size++) {
        CHECK_EQ(ep_copied_read((uint8_t *)bytes.data, size, &map), EP_OK);
        CHECK_EQ(ep_copied_from(&map, 0xfff, &original), 0);
        if (size == bytes.size)
            CHECK_EQ(map.n, 3);
        ep_copied_release(&map);
    }
    CHECK_EQ(ep_copied_read((uint8_t *)bytes.data, bytes.size, &map), EP_OK);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        CHECK_EQ(ep_copied_from(&map, known[i].address, &original), 1);
        CHECK_EQ(original, known[i].original);
    }
    ep_copied_release(&map);
    ep_buf_release(&bytes);
}

int main(void)
{
    outer(3);
    test_places();
    test_tree();
    test_other_files();
    test_skid();
    test_copies();
    return check_failures != 0;
}
