/* SPDX-License-Identifier: MIT
 *
 * The code of a compiled library, code_sample.cc, is read, copied and written as
 * a new file; what is made must follow from what was there.
 */
#include "check.h"
#include "code/describe.h"
#include "code/rewrite.h"
#include "code/unwind.h"
#include "format/notes.h"

struct sample {
    struct ep_image image;
    struct ep_frames frames;
    struct ep_lines lines;
    struct ep_code code;
};

static int read_sample(struct sample *out, struct ep_diag *diag)
{
    int status = ep_image_read(CODE_SAMPLE, diag, &out->image);

    if (status)
        return status;
    out->lines = (struct ep_lines){0};
    status = ep_frames_read(&out->image, diag, &out->frames);
    if (!status)
        status = ep_lines_read(&out->image, &out->lines);
    if (!status) {
        struct ep_code_source source = {
            .image = &out->image, .frames = &out->frames, .lines = &out->lines};

        status = ep_code_read(&source, NULL, NULL, diag, &out->code);
    }
    if (status) {
        ep_lines_release(&out->lines);
        ep_frames_release(&out->frames);
        ep_image_release(&out->image);
    }
    return status;
}

static void release_sample(struct sample *sample)
{
    ep_code_release(&sample->code);
    ep_lines_release(&sample->lines);
    ep_frames_release(&sample->frames);
    ep_image_release(&sample->image);
}

static const struct ep_code_function *find(const struct ep_code *code,
                                           const char *name)
{
    for (size_t i = 0; i < code->n_functions; i++)
        if (code->functions[i].name &&
            strcmp(code->functions[i].name, name) == 0)
            return &code->functions[i];
    CHECK(!"there is no such function");
    return &code->functions[0];
}

static unsigned count_edges(const struct ep_code_function *function,
                            enum ep_edge_kind kind)
{
    unsigned n = 0;

    for (uint32_t e = 0; e < function->cfg.n_edges; e++)
        n += function->cfg.edges[e].kind == kind;
    return n;
}

static void test_functions(const struct ep_code *code)
{
    const struct ep_code_function *chosen = find(code, "sample_switch");

    CHECK(ep_code_is_copied(chosen));
    CHECK_EQ(chosen->has_table, 1);
    CHECK_EQ(chosen->jumps_away, 0);
    CHECK_EQ(chosen->unproven, 0);
    CHECK(count_edges(chosen, EP_EDGE_ARRIVE) >= 5);
    CHECK(ep_code_is_copied(find(code, "sample_throw")));
    CHECK(find(code, "sample_throw")->unproven);
    CHECK(find(code, "sample_loop")->unproven);
    CHECK(ep_code_is_copied(find(code, "sample_loop")));
    CHECK(find(code, "sample_loop")->cfg.n_lines >= 3);
    CHECK(find(code, "sample_loop")->line > chosen->line);
    CHECK(!ep_code_is_copied(find(code, "sample_odd")));
    CHECK(strstr(find(code, "sample_odd")->left, "unknown way") != NULL);
    CHECK_EQ(code->n_tables, 1);
    CHECK(code->n_tables == 1 && code->tables[0].certain &&
          code->tables[0].n == 6);
}

/* No two jumps that replace old code share a byte. */
static void test_landings(const struct ep_code *code)
{
    const struct ep_code_function *crowd = find(code, "sample_crowd");
    static unsigned char used[4096];
    unsigned shorts = 0, n = 0;

    CHECK(ep_code_is_copied(crowd));
    memset(used, 0, sizeof used);
    for (size_t i = 0; i < code->n_landings; i++) {
        const struct ep_code_landing *at = &code->landings[i];
        int is_short = at->address != at->jump;

        if (at->address < crowd->start || at->address >= crowd->end)
            continue;
        n++;
        shorts += (unsigned)is_short;
        for (unsigned b = 0; b < 5; b++)
            used[at->jump - crowd->start + b]++;
        for (unsigned b = 0; is_short && b < 2; b++)
            used[at->address - crowd->start + b]++;
    }
    CHECK_EQ(n, 4);
    CHECK(shorts >= 1);
    for (size_t i = 0; i < crowd->end - crowd->start + 16; i++)
        CHECK(used[i] <= 1);
}

/* Every instruction of the old code is in the copy, and goes where it did. */
static void test_copy(const struct ep_code *code,
                      const struct ep_copies *copies, uint64_t at,
                      const struct ep_code_function *function)
{
    for (size_t k = 0; k < function->n_insns; k++) {
        const struct ep_insn *old = &function->insns[k];
        struct ep_insn new = {0};
        uint64_t target;

        CHECK(ep_insn_decode((const uint8_t *)copies->bytes.data + old->copy,
                             copies->bytes.size - old->copy, at + old->copy,
                             &new));
        CHECK_EQ(new.kind, old->kind);
        if (old->kind == EP_INSN_NEAR_BRANCH || old->target == 0)
            continue;
        target = new.target - at;
        if (old->kind == EP_INSN_PLAIN)
            CHECK_EQ(new.target, old->target);
        else if (old->kind == EP_INSN_CALL &&
                 ep_copies_entry(code, old->target) != EP_NONE)
            CHECK_EQ(target, ep_copies_entry(code, old->target));
        else if (old->target > function->start && old->target < function->end)
            CHECK(target > function->copy_start && target < function->copy_end);
    }
}

static size_t collect_rules(const struct ep_frames *frames,
                            const struct ep_frame *frame, uint64_t address,
                            char *out)
{
    const struct ep_cie *cie = &frames->cies[frame->cie];
    struct ep_reader rules = frame->rules;
    uint64_t at = frame->start;
    struct ep_rule rule;
    size_t n = 0;

    while (ep_rule_next(&rules, cie, &rule)) {
        at += rule.advances ? rule.advance : 0;
        if (at > address)
            break;
        if (!rule.advances && rule.at[0] != 0) {
            memcpy(out + n, rule.at, rule.size);
            n += rule.size;
        }
    }
    return n;
}

/* A copied instruction is unwound as the old one is. */
static void test_rules(const struct ep_frames *old, const struct ep_frames *new,
                       uint64_t at, const struct ep_code_function *function)
{
    char want[1024], got[1024];

    for (size_t k = 0; k < function->n_insns; k++) {
        const struct ep_insn *insn = &function->insns[k];
        const struct ep_frame *frame = ep_frames_at(new, at + insn->copy);
        size_t n = collect_rules(old, function->frame, insn->address, want);

        CHECK(frame != NULL);
        if (!frame)
            return;
        CHECK_EQ(collect_rules(new, frame, at + insn->copy, got), n);
        CHECK(memcmp(want, got, n) == 0);
    }
}

static void test_unwind(const struct sample *sample,
                        const struct ep_copies *copies, uint64_t at)
{
    struct ep_image image = {.path = "made"};
    Elf64_Shdr sections[1] = {{.sh_type = SHT_PROGBITS}};
    struct ep_frames frames;
    struct ep_unwind made;

    CHECK_EQ(ep_unwind_make(&sample->code, copies, at, 0x200000, &made), EP_OK);
    image.bytes = (uint8_t *)made.frames.data;
    image.size = made.frames.size;
    image.sections = sections;
    image.n_sections = 1;
    image.section_names = ".eh_frame";
    image.section_names_size = sizeof ".eh_frame";
    sections[0].sh_addr = made.frames_at;
    sections[0].sh_size = made.frames.size;
    CHECK_EQ(ep_frames_read(&image, NULL, &frames), EP_OK);
    CHECK(frames.n > sample->frames.n);
    CHECK_EQ(made.index.size, 12 + 8 * frames.n);
    for (size_t i = 0; i < sample->code.n_functions; i++) {
        const struct ep_code_function *function = &sample->code.functions[i];

        if (ep_code_is_copied(function) && function->frame)
            test_rules(&sample->frames, &frames, at, function);
    }
    ep_frames_release(&frames);
    ep_unwind_release(&made);
}

static void test_copies(struct sample *sample)
{
    struct ep_copies copies = {0};
    uint64_t at = 0x100000;

    CHECK_EQ(ep_copies_make(&sample->code, &copies), EP_OK);
    CHECK_EQ(ep_copies_place(&copies, &sample->code, at, 0x300000), EP_OK);
    for (size_t i = 0; i < sample->code.n_functions; i++)
        if (ep_code_is_copied(&sample->code.functions[i]))
            test_copy(&sample->code, &copies, at, &sample->code.functions[i]);
    test_unwind(sample, &copies, at);
    CHECK_EQ(ep_copies_place(&copies, &sample->code, at, UINT64_C(0x300000000)),
             EP_EFORMAT);
    ep_copies_release(&copies);
}

/* The notes say what the code is. */
static void test_notes(const struct ep_code *code)
{
    const struct ep_code_function *sample = find(code, "sample_switch");
    const struct ep_function *found = NULL;
    struct ep_buf bytes = {0};
    struct ep_notes notes;

    CHECK_EQ(ep_describe(code, "test", 0x300000, &bytes), EP_OK);
    CHECK_EQ(ep_notes_read(bytes.data, bytes.size, "made", NULL, &notes),
             EP_OK);
    for (size_t i = 0; i < notes.n_functions; i++)
        if (strcmp(notes.functions[i].name, "sample_switch") == 0)
            found = &notes.functions[i];
    CHECK(found && found->machine);
    CHECK_EQ(notes.n_bodies, notes.n_functions);
    if (found && found->machine) {
        CHECK_EQ(found->n_marks, sample->n_marks);
        CHECK_EQ(found->cfg.n_blocks, sample->cfg.n_blocks);
        CHECK_EQ(found->machine->start[2], sample->start);
        CHECK(memcmp(found->machine->bytes,
                     ep_image_at(code->image, sample->start, 4), 4) == 0);
    }
    ep_notes_release(&notes);
    ep_buf_release(&bytes);
}

static int no_notes(const void *context, const struct ep_code *code,
                    uint64_t counters, struct ep_buf *out)
{
    (void)context;
    return ep_describe(code, "test", counters, out);
}

static int rewrite_once(void)
{
    struct ep_rewrite how = {.rt_path = "/nowhere", .notes = no_notes};
    struct ep_buf out = {0};
    struct sample sample;
    int status = read_sample(&sample, NULL);

    if (status)
        return status;
    status = ep_rewrite_make(&sample.image, &sample.code, &how, NULL, &out);
    release_sample(&sample);
    ep_buf_release(&out);
    return status;
}

int main(void)
{
    struct ep_diag diag = {{0}};
    struct sample sample;

    CHECK_EQ(read_sample(&sample, &diag), EP_OK);
    CHECK_TEXT(diag.text, "");
    if (check_failures)
        return 1;
    test_functions(&sample.code);
    test_landings(&sample.code);
    test_copies(&sample);
    test_notes(&sample.code);
    release_sample(&sample);
    check_failing_memory(rewrite_once);
    return check_failures != 0;
}
