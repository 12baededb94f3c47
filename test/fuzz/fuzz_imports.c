/* SPDX-License-Identifier: MIT
 *
 * What other tools wrote: any bytes are read or refused; what was read has notes that can
 * be read, a counter for each mark, and is a profile like any other.
 */
#include "fuzz.h"

#include <fcntl.h>

#include "format/notes.h"
#include "imports/import.h"

static void check_notes(const struct ep_module *module)
{
    struct ep_notes notes;
    size_t n_marks = 0;

    MUST(ep_notes_read(module->notes, module->notes_size, "notes", NULL,
                       &notes) == EP_OK);
    for (size_t i = 0; i < notes.n_functions; i++)
        n_marks += notes.functions[i].n_marks;
    MUST(n_marks == module->n_counters);
    MUST(notes.n_bodies == notes.n_functions);
    ep_notes_release(&notes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct ep_counts counts, again;
    struct ep_diag diag = {{0}};
    int is_import, status;
    uint8_t *bytes;

    fuzz_file(0);
    fuzz_write(0, data, size);
    status = import_read("/proc/self/fd/0", &diag, &is_import, &counts);
    MUST(is_import || !status);
    MUST((status != EP_OK) == (diag.text[0] != '\0'));
    if (status || !is_import)
        return 0;
    MUST(counts.runs == 1 && counts.n_modules == 1);
    check_notes(&counts.modules[0]);
    bytes = fuzz_write_counts(&counts, &size);
    MUST(fuzz_read_counts(bytes, size, &again) == EP_OK);
    MUST(fuzz_digest(&counts) == fuzz_digest(&again));
    ep_counts_release(&again);
    ep_counts_release(&counts);
    free(bytes);
    return 0;
}
