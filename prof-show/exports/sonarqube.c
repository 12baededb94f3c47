/* SPDX-License-Identifier: MIT
 *
 * SonarQube's generic test coverage.
 */
#include <inttypes.h>

#include "catalog.h"
#include "tally.h"
#include "xml.h"

static void print_line(const struct ep_line_count *line, struct part branches)
{
    (void)printf("    <lineToCover lineNumber=\"%" PRIu32 "\" covered=\"%s\"",
                 line->line, line->count ? "true" : "false");
    if (branches.total)
        (void)printf(" branchesToCover=\"%" PRIu64
                     "\" coveredBranches=\"%" PRIu64 "\"",
                     branches.total, branches.covered);
    (void)puts("/>");
}

int sonarqube(struct view *view)
{
    const struct ep_profile_file *file;
    size_t next = 0;

    (void)puts("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
               "<coverage version=\"1\">");
    while ((file = view_next(view, &next)) != NULL) {
        size_t at = 0;

        (void)fputs("  <file", stdout);
        xml_attribute("path", file->name);
        (void)puts(">");
        for (size_t j = 0; j < file->n_lines; j++)
            print_line(&file->lines[j],
                       tally_line(file, file->lines[j].line, &at));
        (void)puts("  </file>");
    }
    (void)puts("</coverage>");
    return EXIT_DONE;
}
