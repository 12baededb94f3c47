/* SPDX-License-Identifier: MIT
 *
 * coverage of all lines as a badge, an SVG image.
 */
#include <stdio.h>

#include "catalog.h"
#include "tally.h"

int badge(struct view *view)
{
    static const char *const colours[] = {[LEVEL_LOW] = "#c9302c",
                                          [LEVEL_MEDIUM] = "#9a6700",
                                          [LEVEL_HIGH] = "#2a7e3f"};
    struct part lines = tally_all(view).lines;
    char percent[PERCENT_TEXT];

    (void)percent_text(lines, percent);
    (void)printf(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"116\" "
        "height=\"20\" role=\"img\" aria-label=\"coverage: %s %%\">"
        "<title>coverage: %s %%</title>"
        "<path fill=\"#555\" d=\"M3 0h61v20H3a3 3 0 0 1-3-3V3a3 3 0 0 1 "
        "3-3z\"/>"
        "<path fill=\"%s\" d=\"M64 0h49a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3H64z\"/>"
        "<g fill=\"#fff\" text-anchor=\"middle\" font-size=\"11\" "
        "font-family=\"Verdana,DejaVu Sans,sans-serif\">"
        "<text x=\"32\" y=\"14\" textLength=\"54\">coverage</text>"
        "<text x=\"90\" y=\"14\">%s %%</text></g></svg>\n",
        percent, percent, colours[tally_level(lines)], percent);
    return EXIT_DONE;
}
