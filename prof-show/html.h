/* SPDX-License-Identifier: MIT
 *
 * html.h - the pages of `prof-show html`: an index, a page per source file, a
 * style sheet and a script without which all can be read as well.
 */
#ifndef PROF_SHOW_HTML_H
#define PROF_SHOW_HTML_H

#include <stdio.h>

#include "rows.h"

extern const char html_style[];
extern const char html_script[];

/* The name of FILE's page, the same for the same path; EP_OK or EP_ENOMEM. */
int html_page_name(const struct ep_profile_file *file, struct ep_buf *out);

/* What every page begins and ends with. */
void html_begin(FILE *out, const char *title);
void html_end(FILE *out, const struct view *view);
/* Three cells: a bar, percent, and "covered of total". */
void html_part(FILE *out, struct part part);

/* The page of file INDEX.  EP_OK or EP_ENOMEM. */
int html_file(struct view *view, uint32_t index, FILE *out);

#endif
