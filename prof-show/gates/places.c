/* SPDX-License-Identifier: MIT */
#include "gates/places.h"

#include <inttypes.h>
#include <stdio.h>

static const char *text_of(struct places *places, uint32_t file, uint32_t line)
{
    const struct source *source = &places->source;

    if (places->file != file) {
        source_release(&places->source);
        places->file = file;
        if (source_read(places->view, &places->view->profile.files[file],
                        &places->source))
            places->status = EP_ENOMEM;
    }
    return line > 0 && line <= source->n_lines ? source->lines[line - 1] : "";
}

void places_say(struct places *places, struct gate_place place)
{
    if (places->n++ >= places->say->most)
        return;
    place.text = text_of(places, place.file, place.line);
    if (places->say->place(places->say->context, &place))
        places->status = EP_ENOMEM;
}

struct gate_place places_condition(const struct ep_profile_condition *condition,
                                   char fact[64])
{
    (void)snprintf(fact, 64,
                   condition->shown.masking == EP_NOT_SHOWN
                       ? "never shown to decide at column %" PRIu32
                       : "not known to decide at column %" PRIu32,
                   condition->at.column);
    return (struct gate_place){condition->file, condition->at.line,
                               condition->at.column, fact, ""};
}

int places_end(struct places *places)
{
    if (places->n > places->say->most)
        places->say->more(places->say->context, places->n - places->say->most);
    source_release(&places->source);
    return places->status;
}
