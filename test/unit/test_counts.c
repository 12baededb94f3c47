/* SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700

#include "format/counts.h"
#include "format/file.h"

#include <unistd.h>

#include "check.h"

#define FILE_NAME "test_counts.prof"

static const struct ep_module id = {
    .id_kind = EDGEPROF_ID_BUILD, .id_size = 3, .id = {1, 2, 3}};

/* Two modules with counts of every size, notes, labels. */
static int make(struct ep_counts *out)
{
    struct ep_module other = id;
    struct ep_module *module;

    *out = (struct ep_counts){.runs = 5, .cut = 2, .flags = EDGEPROF_RUN_CUT};
    if (ep_counts_add_label(out, 3, "zebra", 5) ||
        ep_counts_add_label(out, 2, "ant", 3))
        return EP_ENOMEM;
    module = ep_counts_add_module(out, &id, "/b/prog", 130);
    if (!module)
        return EP_ENOMEM;
    for (size_t i = 0; i < 64; i++)
        module->counts[2 * i + 1] = UINT64_C(1) << i;
    module->counts[129] = UINT64_MAX;
    other.id[0] = 9;
    module = ep_counts_add_module(out, &other, "/a/lib.so", 2);
    if (!module)
        return EP_ENOMEM;
    module->notes = (uint8_t *)ep_mem_dup("notes", 5);
    module->notes_size = 5;
    module->notes_address = 0x1234;
    return module->notes ? EP_OK : EP_ENOMEM;
}

static int attempt(void)
{
    struct ep_counts counts, read = {0};
    int status = make(&counts);

    if (!status)
        status = ep_counts_write(&counts, FILE_NAME, NULL);
    if (!status)
        status = ep_file_read(FILE_NAME, NULL, &read);
    ep_counts_release(&counts);
    ep_counts_release(&read);
    return status;
}

static void test_round_trip(void)
{
    struct ep_counts made, read;

    CHECK_EQ(make(&made), EP_OK);
    CHECK_EQ(ep_counts_write(&made, FILE_NAME, NULL), EP_OK);
    CHECK_EQ(ep_file_read(FILE_NAME, NULL, &read), EP_OK);
    CHECK_EQ(read.runs, 5);
    CHECK_EQ(read.cut, 2);
    CHECK_EQ(read.flags, EDGEPROF_RUN_CUT);
    CHECK_EQ(read.n_labels, 2);
    CHECK_TEXT(read.labels[0].text, "ant"); /* sorted by text */
    CHECK_EQ(read.labels[0].runs, 2);
    CHECK_EQ(read.n_modules, 2);
    CHECK_TEXT(read.modules[0].path, "/a/lib.so"); /* sorted by path */
    CHECK_EQ(read.modules[0].notes_size, 5);
    CHECK_EQ(read.modules[0].notes_address, 0x1234);
    CHECK(memcmp(read.modules[0].notes, "notes", 5) == 0);
    CHECK_EQ(read.modules[1].n_counters, 130);
    CHECK(memcmp(read.modules[1].counts, made.modules[0].counts, 130 * 8) == 0);
    CHECK(ep_module_same(&read.modules[1], &id));
    ep_counts_release(&made);
    ep_counts_release(&read);
}

static void test_every_allocation_may_fail(void)
{
    check_failing_memory(attempt);
}

static void test_full_disk_leaves_the_old_file(void)
{
    struct ep_counts made, read;
    struct ep_diag diag = {{0}};

    CHECK_EQ(make(&made), EP_OK);
    CHECK_EQ(ep_counts_write(&made, "/dev/full", &diag), EP_EIO);
    CHECK_TEXT(diag.text, "/dev/full: No space left on device");
    CHECK_EQ(ep_counts_write(&made, "no-such-folder/x", NULL), EP_EIO);
    CHECK_EQ(ep_file_read("/dev/full/x", NULL, &read), EP_EIO);
    CHECK_EQ(read.n_modules, 0);
    ep_counts_release(&made);
}

static void test_a_directory_is_no_profile(void)
{
    struct ep_counts read;
    struct ep_diag diag = {{0}};

    CHECK_EQ(ep_file_read("/", &diag, &read), EP_EIO);
    CHECK_TEXT(diag.text, "/: Is a directory");
}

static void test_id_text(void)
{
    char text[EP_ID_TEXT];

    CHECK_TEXT(ep_module_id_text(&id, text), "build-id 010203");
}

int main(void)
{
    test_round_trip();
    test_every_allocation_may_fail();
    test_full_disk_leaves_the_old_file();
    test_a_directory_is_no_profile();
    test_id_text();
    (void)unlink(FILE_NAME);
    return check_failures > 0;
}
