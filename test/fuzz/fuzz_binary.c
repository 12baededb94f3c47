/* SPDX-License-Identifier: MIT
 *
 * Programs and libraries: any bytes are read or refused, and twice the same.
 */
#include "fuzz.h"

#include "format/notes.h"
#include "profile/binary.h"

static const char path[] = "/proc/self/fd/0";

static void check_read(const struct ep_binary *binary)
{
    struct ep_binary again;
    struct ep_notes notes;

    MUST(binary->n_counters <= EP_COUNTERS_MAX);
    MUST(binary->id.id_size > 0 && binary->id.id_size <= EDGEPROF_ID_MAX);
    MUST(ep_binary_read(path, NULL, &again) == EP_OK);
    MUST(ep_module_same(&again.id, &binary->id));
    MUST(again.address == binary->address &&
         again.n_counters == binary->n_counters &&
         again.notes_size == binary->notes_size &&
         memcmp(again.notes, binary->notes, again.notes_size) == 0);
    ep_binary_release(&again);
    if (ep_notes_read(binary->notes, binary->notes_size, path, NULL, &notes) ==
        EP_OK)
        ep_notes_release(&notes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct ep_diag diag = {{0}};
    struct ep_binary binary;
    int status;

    fuzz_file(STDIN_FILENO);
    fuzz_write(STDIN_FILENO, data, size);
    status = ep_binary_read(path, &diag, &binary);
    MUST(!status == !diag.text[0]);
    if (status) {
        MUST(!binary.notes && !binary.id.id_size);
        return 0;
    }
    check_read(&binary);
    ep_binary_release(&binary);
    return 0;
}
