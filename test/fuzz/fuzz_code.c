/* SPDX-License-Identifier: MIT
 *
 * Programs that prof-patch is to count: any bytes become a new file that can be
 * read, or are refused.
 */
#include "fuzz.h"

#include "code/describe.h"
#include "code/rewrite.h"
#include "format/notes.h"

static const char path[] = "/proc/self/fd/0";

static int make_notes(const void *context, const struct ep_code *code,
                      uint64_t counters, struct ep_buf *out)
{
    (void)context;
    return ep_describe(code, "fuzz", counters, out);
}

/* The notes of what was made, and its tables, are whole. */
static void check_new(const struct ep_buf *file)
{
    struct ep_image image;
    struct ep_notes notes;
    const uint8_t *bytes;
    size_t size;

    fuzz_file(STDIN_FILENO);
    fuzz_write(STDIN_FILENO, file->data, file->size);
    MUST(ep_image_read(path, NULL, &image) == EP_OK);
    MUST(ep_image_section(&image, EDGEPROF_NOTES_SECTION) != NULL);
    bytes = ep_image_content(
        &image, ep_image_section(&image, EDGEPROF_NOTES_SECTION), &size);
    MUST(ep_notes_read(bytes, size, path, NULL, &notes) == EP_OK);
    MUST(notes.n_functions > 0 && notes.n_bodies <= notes.n_functions);
    ep_notes_release(&notes);
    ep_image_release(&image);
}

static void rewrite(struct ep_image *image, struct ep_code *code)
{
    struct ep_rewrite how = {.rt_path = "/nowhere", .notes = make_notes};
    struct ep_diag diag = {{0}};
    struct ep_buf out = {0};
    int status = ep_rewrite_make(image, code, &how, &diag, &out);

    MUST(!status == !diag.text[0]);
    if (!status)
        check_new(&out);
    ep_buf_release(&out);
}

/* Behind what is loaded the new file goes on, however far that is. */
static int is_vast(const struct ep_image *image)
{
    const uint64_t vast = 1u << 26;
    const Elf64_Phdr *first = ep_image_find_segment(image, PT_LOAD);

    for (size_t i = 0; i < image->n_segments; i++) {
        const Elf64_Phdr *segment = &image->segments[i];

        if (segment->p_memsz > vast ||
            (segment->p_type == PT_LOAD &&
             segment->p_vaddr - first->p_vaddr > vast))
            return 1;
    }
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct ep_lines lines = {0};
    struct ep_frames frames;
    struct ep_image image;
    struct ep_code code;
    struct ep_code_source source = {.image = &image,
                                    .frames = &frames,
                                    .lines = &lines,
                                    .once = size % 2,
                                    .running = size / 2 % 2,
                                    .breakpoints = size / 4 % 2};

    fuzz_file(STDIN_FILENO);
    fuzz_write(STDIN_FILENO, data, size);
    if (ep_image_read(path, NULL, &image))
        return 0;
    if (!is_vast(&image) && !ep_rewrite_check(&image, NULL) &&
        !ep_frames_read(&image, NULL, &frames)) {
        if (!ep_code_read(&source, NULL, NULL, NULL, &code)) {
            rewrite(&image, &code);
            ep_code_release(&code);
        }
        ep_frames_release(&frames);
    }
    ep_image_release(&image);
    return 0;
}
