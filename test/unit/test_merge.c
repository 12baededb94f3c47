/* SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700

#include "format/file.h"
#include "format/labels.h"
#include "format/merge.h"

#include <unistd.h>

#include "check.h"

/* Samples of three files, whose place is known or not. */
static int make_samples(uint64_t seed, struct ep_samplings *out)
{
    static const char *const words[] = {"", "main", "a.c", "b.c"};
    struct ep_sampling like = {.event = EP_SAMPLING_CLOCK,
                               .period = 1000 + check_random(&seed, 2),
                               .flags = check_random(&seed, 2)};
    struct ep_sampling *own = ep_samplings_own(out, &like);
    int status = own ? EP_OK : EP_ENOMEM;

    for (uint64_t i = check_random(&seed, 30); !status && i > 0; i--) {
        char path[] = "/x/prog";
        struct ep_sampled_object object = {.id = {1}, .path = path};
        struct ep_sample sample = {.offset = check_random(&seed, 9),
                                   .count = 1 + check_random(&seed, 50)};
        struct ep_place place = {.line = (uint32_t)check_random(&seed, 2)};
        const char *word = words[check_random(&seed, 4)];

        object.id_size = (uint32_t)check_random(&seed, 3);
        path[1] = (char)('a' + check_random(&seed, 3));
        status = ep_sampling_text(own, word, strlen(word), &place.function);
        if (!status)
            status = ep_sampling_object(own, &object, &sample.object);
        if (!status)
            status = ep_sampling_place(own, &place, &sample.place);
        if (!status)
            status = ep_sampling_add(own, &sample);
    }
    if (own) {
        own->runs += check_random(&seed, 3);
        own->lost += check_random(&seed, 3);
    }
    return status;
}

/* Stacks of these: each node is put below one that is there, or none. */
static int make_nodes(uint64_t seed, struct ep_samplings *samplings)
{
    struct ep_sampling *own = &samplings->items[0];
    int status = EP_OK;

    for (uint64_t i = check_random(&seed, 30); !status && i > 0; i--) {
        struct ep_node node = {
            .parent = (uint32_t)check_random(&seed, (uint32_t)own->n_nodes + 1),
            .offset = check_random(&seed, 3),
            .count = check_random(&seed, 3)};
        uint32_t number;

        if (own->n_objects == 0)
            break;
        node.object = (uint32_t)check_random(&seed, (uint32_t)own->n_objects);
        node.place = (uint32_t)check_random(&seed, (uint32_t)own->n_places + 1);
        status = ep_sampling_node(own, &node, &number);
    }
    return status;
}

/* A profile of one run and some of five modules, decided by SEED. */
static int make(uint64_t seed, struct ep_counts *out)
{
    static const char *const labels[] = {"one", "two", "three"};
    const char *label = labels[check_random(&seed, 3)];

    *out = (struct ep_counts){.runs = 1 + check_random(&seed, 3),
                              .cut = check_random(&seed, 2),
                              .flags = check_random(&seed, 16)};
    /* Of some mixed runs it is not known what those with the label counted. */
    if (ep_counts_add_label(out, check_random(&seed, 8) ? out->runs : 1, label,
                            strlen(label)))
        return EP_ENOMEM;
    for (uint8_t i = 0; i < 5; i++) {
        struct ep_module id = {
            .id_kind = EDGEPROF_ID_BUILD, .id_size = 1, .id = {i}};
        char path[] = "/x/prog";
        struct ep_module *module;

        if (check_random(&seed, 2))
            continue;
        path[1] = (char)('a' + check_random(&seed, 26));
        module = ep_counts_add_module(out, &id, path, 10u + i);
        if (!module)
            return EP_ENOMEM;
        for (size_t j = 0; j < module->n_counters; j++)
            module->counts[j] =
                check_random(&seed, 4) ? check_random(&seed, 100) : UINT64_MAX;
        if (check_random(&seed, 2)) {
            module->notes = (uint8_t *)ep_mem_dup(path, 7);
            module->notes_size = 7;
        }
    }
    if (check_random(&seed, 2) && (make_samples(seed, &out->samplings) ||
                                   make_nodes(seed, &out->samplings)))
        return EP_ENOMEM;
    return ep_counts_fill_sole_label(out);
}

static int add_seed(struct ep_merge *merge, uint64_t seed)
{
    struct ep_counts counts;
    int status = make(seed, &counts);

    if (!status)
        status = ep_merge_add(merge, &counts, "input", NULL);
    ep_counts_release(&counts);
    return status;
}

/* The bytes of the sum as a file; the caller frees. */
static char *bytes_of(const struct ep_merge *merge, size_t *size)
{
    static const char name[] = "test_merge.prof";
    char *bytes = calloc(1, 1 << 16);
    FILE *file;

    CHECK_EQ(ep_counts_write(&merge->sum, name, NULL), EP_OK);
    file = fopen(name, "rb");
    *size = file && bytes ? fread(bytes, 1, 1 << 16, file) : 0;
    if (file)
        (void)fclose(file);
    (void)unlink(name);
    return bytes;
}

static void test_order_does_not_matter(void)
{
    size_t size[2];
    char *bytes[2];

    for (uint64_t round = 0; round < 20; round++) {
        for (int backwards = 0; backwards < 2; backwards++) {
            struct ep_merge merge = {0};
            for (uint64_t i = 0; i < 12; i++)
                CHECK_EQ(
                    add_seed(&merge, round * 100 + (backwards ? 11 - i : i)),
                    EP_OK);
            bytes[backwards] = bytes_of(&merge, &size[backwards]);
            ep_merge_release(&merge);
        }
        CHECK_EQ(size[0], size[1]);
        CHECK(size[0] > 40 && memcmp(bytes[0], bytes[1], size[0]) == 0);
        free(bytes[0]);
        free(bytes[1]);
    }
}

/* Add the sum of three SEEDs by way of a file. */
static void add_group(struct ep_merge *merge, uint64_t seed)
{
    static const char name[] = "test_merge.group";
    struct ep_merge group = {0};
    struct ep_counts read;

    for (uint64_t i = 0; i < 3; i++)
        CHECK_EQ(add_seed(&group, seed + i), EP_OK);
    CHECK_EQ(ep_counts_write(&group.sum, name, NULL), EP_OK);
    CHECK_EQ(ep_file_read(name, NULL, &read), EP_OK);
    CHECK_EQ(ep_merge_add(merge, &read, "group", NULL), EP_OK);
    (void)unlink(name);
    ep_counts_release(&read);
    ep_merge_release(&group);
}

static void test_grouping_does_not_matter(void)
{
    size_t size[2];
    char *bytes[2];

    for (uint64_t round = 0; round < 20; round++) {
        struct ep_merge singly = {0}, grouped = {0};

        for (uint64_t i = 0; i < 12; i++)
            CHECK_EQ(add_seed(&singly, round * 100 + i), EP_OK);
        for (uint64_t i = 4; i-- > 0;)
            add_group(&grouped, round * 100 + 3 * i);
        bytes[0] = bytes_of(&singly, &size[0]);
        bytes[1] = bytes_of(&grouped, &size[1]);
        CHECK_EQ(size[0], size[1]);
        CHECK(size[0] > 40 && memcmp(bytes[0], bytes[1], size[0]) == 0);
        free(bytes[0]);
        free(bytes[1]);
        ep_merge_release(&singly);
        ep_merge_release(&grouped);
    }
}

static void test_nothing_is_the_identity(void)
{
    struct ep_merge once = {0}, with_empty = {0};
    struct ep_counts empty = {0};
    size_t size[2];
    char *bytes[2];

    CHECK_EQ(add_seed(&once, 7), EP_OK);
    CHECK_EQ(ep_merge_add(&with_empty, &empty, "empty", NULL), EP_OK);
    CHECK_EQ(add_seed(&with_empty, 7), EP_OK);
    bytes[0] = bytes_of(&once, &size[0]);
    bytes[1] = bytes_of(&with_empty, &size[1]);
    CHECK_EQ(size[0], size[1]);
    CHECK(memcmp(bytes[0], bytes[1], size[0]) == 0);
    free(bytes[0]);
    free(bytes[1]);
    ep_merge_release(&once);
    ep_merge_release(&with_empty);
}

static void test_sums_saturate(void)
{
    const struct ep_module id = {.id_kind = EDGEPROF_ID_NOTES, .id_size = 8};
    struct ep_merge merge = {0};

    for (int i = 0; i < 3; i++) {
        struct ep_counts counts = {.runs = UINT64_MAX / 2};
        CHECK(ep_counts_add_module(&counts, &id, "/p", 2) != NULL);
        counts.modules[0].counts[0] = UINT64_MAX - 1;
        counts.modules[0].counts[1] = 1;
        CHECK_EQ(ep_merge_add(&merge, &counts, "input", NULL), EP_OK);
        ep_counts_release(&counts);
    }
    CHECK_EQ(merge.sum.runs, UINT64_MAX);
    CHECK_EQ(merge.sum.modules[0].counts[0], UINT64_MAX);
    CHECK_EQ(merge.sum.modules[0].counts[1], 3);
    ep_merge_release(&merge);
}

static void test_other_number_of_counters_is_refused_whole(void)
{
    const struct ep_module a = {.id_kind = 1, .id_size = 1, .id = {1}};
    const struct ep_module b = {.id_kind = 1, .id_size = 1, .id = {2}};
    struct ep_counts first = {.runs = 1}, second = {.runs = 1};
    struct ep_merge merge = {0};
    struct ep_diag diag = {{0}};

    CHECK(ep_counts_add_module(&first, &a, "/p", 2) != NULL);
    CHECK(ep_counts_add_module(&second, &b, "/q", 2) != NULL);
    CHECK(ep_counts_add_module(&second, &a, "/p", 3) != NULL);
    CHECK_EQ(ep_merge_add(&merge, &first, "first", &diag), EP_OK);
    CHECK_EQ(ep_merge_add(&merge, &second, "second", &diag), EP_EMATCH);
    CHECK_TEXT(diag.text,
               "second: 3 counters for /p (build-id 01), elsewhere 2");
    CHECK_EQ(merge.sum.runs, 1);
    CHECK_EQ(merge.sum.n_modules, 1);
    ep_counts_release(&first);
    ep_counts_release(&second);
    ep_merge_release(&merge);
}

/* One run with LABEL of one module; FIRST is the first of its two counts. */
static void make_small(struct ep_counts *out, const char *label, uint64_t first)
{
    const struct ep_module id = {.id_kind = 1, .id_size = 1, .id = {1}};

    *out = (struct ep_counts){.runs = 1};
    CHECK(ep_counts_add_module(out, &id, "/p", 2) != NULL);
    out->modules[0].counts[0] = first;
    out->modules[0].counts[1] = 1;
    CHECK_EQ(ep_counts_add_label(out, 1, label, strlen(label)), EP_OK);
}

static void test_subtraction_is_all_or_nothing(void)
{
    struct ep_counts a, b, more;
    struct ep_merge merge = {0};
    struct ep_diag diag = {{0}};

    make_small(&a, "x", 3);
    make_small(&b, "y", 4);
    make_small(&more, "x", 8);
    CHECK_EQ(ep_merge_add(&merge, &a, "a", NULL), EP_OK);
    CHECK_EQ(ep_merge_add(&merge, &b, "b", NULL), EP_OK);
    CHECK_EQ(ep_merge_subtract(&merge, &more, "more", &diag), EP_EMATCH);
    CHECK_TEXT(diag.text, "more: not a part of the sum: counter 0 of /p is 8, "
                          "in the sum 7");
    CHECK_EQ(merge.sum.runs, 2);
    CHECK_EQ(merge.sum.modules[0].counts[0], 7);
    CHECK_EQ(ep_merge_subtract(&merge, &b, "b", NULL), EP_OK);
    CHECK_EQ(merge.sum.runs, 1);
    CHECK_EQ(merge.sum.modules[0].counts[0], 3);
    CHECK_EQ(ep_merge_subtract(&merge, &b, "b", NULL), EP_EMATCH);
    merge.sum.modules[0].counts[1] = UINT64_MAX;
    CHECK_EQ(ep_merge_subtract(&merge, &a, "a", NULL), EP_EMATCH);
    CHECK_EQ(ep_counts_scale(&merge.sum, 5), EP_OK);
    CHECK_EQ(merge.sum.runs, 5);
    CHECK_EQ(merge.sum.modules[0].counts[0], 15);
    CHECK_EQ(merge.sum.modules[0].counts[1], UINT64_MAX);
    ep_counts_release(&a);
    ep_counts_release(&b);
    ep_counts_release(&more);
    ep_merge_release(&merge);
}

/* One run with LABEL; the caller releases. */
static struct ep_counts labelled(const char *label, uint64_t first)
{
    struct ep_counts counts;

    make_small(&counts, label, first);
    CHECK_EQ(ep_counts_fill_sole_label(&counts), EP_OK);
    return counts;
}

/* What the sum's LABEL has as its first count. */
static uint64_t first_of(const struct ep_merge *merge, size_t label)
{
    struct ep_counts only;
    uint64_t first;

    CHECK_EQ(ep_counts_only(&merge->sum, &merge->sum.labels[label], &only),
             EP_OK);
    CHECK_TEXT(only.labels[0].text, merge->sum.labels[label].text);
    CHECK_EQ(only.runs, merge->sum.labels[label].runs);
    first = only.modules[0].counts[0];
    ep_counts_release(&only);
    return first;
}

static void test_each_label_has_its_sum(void)
{
    struct ep_counts x = labelled("x", 3), y = labelled("y", 4);
    struct ep_counts more = labelled("x", 5), none;
    struct ep_merge merge = {0};
    struct ep_diag diag = {{0}};

    make_small(&none, "x", 1);
    CHECK_EQ(ep_merge_add(&merge, &x, "x", NULL), EP_OK);
    CHECK_EQ(ep_merge_add(&merge, &y, "y", NULL), EP_OK);
    CHECK_EQ(ep_merge_add(&merge, &more, "more", NULL), EP_OK);
    CHECK_EQ(first_of(&merge, 0), 8);
    CHECK_EQ(first_of(&merge, 1), 4);
    CHECK_EQ(ep_counts_scale(&merge.sum, 2), EP_OK);
    CHECK_EQ(ep_merge_subtract(&merge, &more, "more", NULL), EP_OK);
    CHECK_EQ(first_of(&merge, 0), 11);
    y.modules[0].counts[0] = 9; /* fewer than all, more than y had */
    CHECK_EQ(ep_counts_fill_sole_label(&y), EP_OK);
    CHECK_EQ(ep_merge_subtract(&merge, &y, "y", &diag), EP_EMATCH);
    CHECK_TEXT(diag.text, "y: not a part of the sum: its runs with the label y "
                          "have more of /p");
    CHECK_EQ(ep_merge_add(&merge, &none, "none", NULL), EP_OK);
    CHECK(!merge.sum.labels[0].kept && merge.sum.labels[1].kept);
    ep_counts_release(&x);
    ep_counts_release(&y);
    ep_counts_release(&more);
    ep_counts_release(&none);
    ep_merge_release(&merge);
}

static void test_a_label_of_no_run_forgets_nothing(void)
{
    struct ep_counts x = labelled("x", 3), none;
    struct ep_merge merge = {0};

    make_small(&none, "x", 1);
    none.labels[0].runs = 0;
    CHECK_EQ(ep_merge_add(&merge, &none, "none", NULL), EP_OK);
    CHECK_EQ(ep_merge_add(&merge, &x, "x", NULL), EP_OK);
    CHECK_EQ(merge.sum.n_labels, 1);
    CHECK(merge.sum.labels[0].kept);
    ep_counts_release(&x);
    ep_counts_release(&none);
    ep_merge_release(&merge);
}

static int attempt(void)
{
    struct ep_merge merge = {0};
    int status = EP_OK;

    for (uint64_t i = 0; !status && i < 4; i++)
        status = add_seed(&merge, i);
    ep_merge_release(&merge);
    return status;
}

int main(void)
{
    test_order_does_not_matter();
    test_grouping_does_not_matter();
    test_nothing_is_the_identity();
    test_sums_saturate();
    test_other_number_of_counters_is_refused_whole();
    test_subtraction_is_all_or_nothing();
    test_each_label_has_its_sum();
    test_a_label_of_no_run_forgets_nothing();
    check_failing_memory(attempt);
    return check_failures > 0;
}
