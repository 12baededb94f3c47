/* SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700

#include "profile/binary.h"
#include "tool/binaries.h"

#include <unistd.h>

#include "check.h"

/* This program is its own test: three counters and sixteen bytes of notes. */
__asm__(".pushsection edgeprof_cnts,\"aw\",@nobits\n"
        ".balign 8\n"
        ".globl test_counters\n"
        "test_counters: .skip 24\n"
        ".popsection\n"
        ".pushsection .edgeprof.notes,\"\",@progbits\n"
        ".quad test_counters\n"
        ".ascii \"the note\"\n"
        ".popsection\n"
        ".pushsection edgeprof_ids,\"a\",@progbits\n"
        ".quad 3, 4\n"
        ".popsection\n");
extern uint64_t test_counters[3];

static void test_own_sections(const char *path)
{
    const uint64_t ids[] = {3, 4};
    struct ep_binary binary;
    struct ep_reader reader;

    CHECK_EQ(ep_binary_read(path, NULL, &binary), EP_OK);
    CHECK_EQ(binary.identity, ep_hash(EP_HASH_START, ids, sizeof ids));
    CHECK_EQ(binary.ids_size, sizeof ids);
    CHECK(binary.ids_address != 0);
    CHECK_EQ(binary.n_counters, sizeof test_counters / 8);
    CHECK_EQ(binary.notes_size, 16);
    reader = (struct ep_reader){binary.notes, binary.notes + 8, 0};
    CHECK_EQ(ep_read_u64(&reader), binary.address); /* not loaded, relocated */
    CHECK(binary.id.id_size > 0);
    CHECK(binary.modified > 0);
    ep_binary_release(&binary);
    CHECK_EQ(binary.notes_size, 0);
}

static void test_what_is_no_binary(void)
{
    struct ep_diag diag = {{0}};
    struct ep_binary binary;

    CHECK_EQ(ep_binary_read("/no/such/file", &diag, &binary), EP_EIO);
    CHECK_TEXT(diag.text, "/no/such/file: No such file or directory");
    diag.text[0] = '\0';
    CHECK_EQ(ep_binary_read("/", &diag, &binary), EP_EFORMAT);
    CHECK_TEXT(diag.text, "/: not a regular file");
    diag.text[0] = '\0';
    CHECK_EQ(ep_binary_read("/etc/passwd", &diag, &binary), EP_EFORMAT);
    CHECK_TEXT(diag.text, "/etc/passwd: not an ELF file");
    CHECK_EQ(ep_binary_read("/bin/true", NULL, &binary), EP_EMATCH);
}

static void test_found_by_id_not_by_path(const char *path)
{
    struct binaries set = {0};
    struct ep_module module = {0};
    struct ep_binary own;
    struct ep_diag diag = {{0}};

    CHECK_EQ(binaries_add(&set, path, NULL), EP_OK);
    CHECK_EQ(binaries_add(&set, path, NULL), EP_OK);
    CHECK_EQ(set.n, 1);
    module = set.items[0].binary.id;
    CHECK(ep_binary_find(set.items, set.n, &module) == &set.items[0]);
    module.path = ep_mem_dup(path, strlen(path));
    CHECK_EQ(ep_binary_read_own(&module, NULL, &own), EP_OK);
    ep_binary_release(&own);
    module.id[0] ^= 1;
    CHECK(ep_binary_find(set.items, set.n, &module) == NULL);
    CHECK_EQ(ep_binary_read_own(&module, &diag, &own), EP_EMATCH);
    CHECK(strstr(diag.text, "rebuilt since the run") != NULL);
    ep_mem_free(module.path);
    binaries_release(&set);
}

int main(int argc, char **argv)
{
    (void)argc;
    test_own_sections(argv[0]);
    test_what_is_no_binary();
    test_found_by_id_not_by_path(argv[0]);
    return check_failures > 0;
}
