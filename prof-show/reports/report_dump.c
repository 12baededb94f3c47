/* SPDX-License-Identifier: MIT
 *
 * dump - every graph with its counts, in the text form of core's dump.h; for
 * those who look for a bug of edgeprof.
 */
#include "catalog.h"
#include "format/dump.h"

#include <stdio.h>

#include "tool/say.h"

int dump_text(struct view *view)
{
    struct ep_buf text = {0};
    int result = EXIT_DONE;

    for (size_t i = 0; i < view->profile.n_functions; i++) {
        const struct ep_profile_function *function =
            &view->profile.functions[i];
        const struct ep_flow flow = {.edge = function->edge,
                                     .block = function->block};

        if (!view_shows(view, function->file))
            continue;
        ep_buf_clear(&text);
        ep_dump_flow(function->function, &flow, &text);
        if (text.failed) {
            say_error("out of memory");
            result = EXIT_TROUBLE;
            break;
        }
        (void)fwrite(text.data, 1, text.size, stdout);
    }
    ep_buf_release(&text);
    return result;
}
