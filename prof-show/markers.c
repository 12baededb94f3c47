/* SPDX-License-Identifier: MIT */
#include "markers.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "source.h"
#include "tool/say.h"

enum place { AT_LINE, AT_START, AT_STOP, AT_FUNCTION, AT_UNTAKEN };

static const struct word {
    const char *text;
    unsigned omits; /* EP_OMIT_*; 0: known, and without effect here */
    enum place place;
} words[] = {
    {"EXCL_LINE", EP_OMIT_LINE, AT_LINE},
    {"EXCL_START", EP_OMIT_LINE, AT_START},
    {"EXCL_STOP", EP_OMIT_LINE, AT_STOP},
    {"EXCL_FUNCTION", EP_OMIT_LINE, AT_FUNCTION},
    {"EXCL_BR_LINE", EP_OMIT_BRANCHES, AT_LINE},
    {"EXCL_BR_START", EP_OMIT_BRANCHES, AT_START},
    {"EXCL_BR_STOP", EP_OMIT_BRANCHES, AT_STOP},
    {"EXCL_BR_SOURCE", EP_OMIT_SOURCE, AT_LINE},
    {"EXCL_BR_WITHOUT_HIT", EP_OMIT_UNTAKEN, AT_UNTAKEN},
    {"EXCL_EXCEPTION_BR_LINE", 0, AT_LINE},
    {"EXCL_EXCEPTION_BR_START", 0, AT_LINE},
    {"EXCL_EXCEPTION_BR_STOP", 0, AT_LINE},
    {"UNREACHABLE_LINE", EP_OMIT_LINE, AT_LINE},
    {"UNREACHABLE_START", EP_OMIT_LINE, AT_START},
    {"UNREACHABLE_STOP", EP_OMIT_LINE, AT_STOP},
};

struct marker {
    const char *text; /* the whole name, not ended */
    int size;         /* of it, in bytes */
    uint32_t line;
    const struct word *word;
};

/* One file being read. */
struct scan {
    const struct ep_profile_file *file;
    uint8_t *omit; /* per line, from 1: EP_OMIT_* */
    uint32_t n_lines;
    struct marker open[2]; /* lines, branches; `word` NULL: none is open */
    int later;             /* bool: some ask what the others have left */
    int again;             /* bool: for those */
};

static void complain(const struct scan *scan, const struct marker *marker,
                     const char *fact)
{
    say_warning("%s:%" PRIu32 ": %.*s %s", scan->file->name, marker->line,
                marker->size, marker->text, fact);
}

static void warn_ran(const struct scan *scan, const struct marker *marker,
                     const struct ep_line_count *line)
{
    say_warning("%s:%" PRIu32 ": %.*s hides line %" PRIu32
                ", which ran %" PRIu64 " times",
                scan->file->name, marker->line, marker->size, marker->text,
                line->line, line->count);
}

static void check_lines(const struct scan *scan, const struct marker *marker,
                        uint32_t first, uint32_t last)
{
    const struct ep_profile_file *file = scan->file;
    size_t n = 0;

    for (size_t i = 0; i < file->n_lines; i++) {
        const struct ep_line_count *line = &file->lines[i];

        if (line->line < first || line->line > last)
            continue;
        n++;
        if (line->count > 0) {
            warn_ran(scan, marker, line);
            return;
        }
    }
    if (n == 0)
        complain(scan, marker, "hides nothing: no code is there");
}

/* To hide branches that went one way only is what the marker is for. */
static void check_branches(const struct scan *scan, const struct marker *marker,
                           uint32_t first, uint32_t last)
{
    const struct ep_profile_file *file = scan->file;
    size_t n = 0, taken = 0;

    for (size_t i = 0; i < file->n_outcomes; i++)
        if (file->outcomes[i].line >= first && file->outcomes[i].line <= last) {
            n++;
            taken += file->outcomes[i].count > 0;
        }
    if (n == 0)
        complain(scan, marker, "hides nothing: no branch is there");
    else if (taken == n)
        complain(scan, marker, "hides branches that all were taken");
}

static void check_source(const struct scan *scan, const struct marker *marker)
{
    const struct ep_profile_file *file = scan->file;
    size_t n = 0, taken = 0;

    for (size_t i = 0; i < file->n_outcomes; i++)
        if (file->outcomes[i].to == marker->line) {
            n++;
            taken += file->outcomes[i].count > 0;
        }
    if (n == 0)
        complain(scan, marker, "hides nothing: no branch leads there");
    else if (taken)
        complain(scan, marker, "hides branches that were taken");
}

static void omit(struct scan *scan, const struct marker *marker, uint32_t first,
                 uint32_t last)
{
    for (uint32_t i = first; i <= last && i <= scan->n_lines; i++)
        scan->omit[i] |= (uint8_t)marker->word->omits;
    if (marker->word->omits & EP_OMIT_LINE)
        check_lines(scan, marker, first, last);
    else if (marker->word->omits & EP_OMIT_SOURCE)
        check_source(scan, marker);
    else if (marker->word->omits)
        check_branches(scan, marker, first, last);
}

/* The functions that are defined on MARKER's line, or begin there. */
static void omit_functions(struct scan *scan, const struct marker *marker)
{
    const struct ep_profile_file *file = scan->file;
    uint32_t first = UINT32_MAX, last = 0;

    for (size_t i = 0; i < file->n_functions; i++) {
        const struct ep_profile_function *function = &file->functions[i];

        if (function->function->line != marker->line)
            continue;
        for (size_t j = 0; j < function->n_lines; j++) {
            const struct ep_line_count *line = &function->lines[j];

            if (line->file != function->file)
                continue;
            first = line->line < first ? line->line : first;
            last = line->line > last ? line->line : last;
        }
    }
    if (last)
        omit(scan, marker, first, last);
    else
        complain(scan, marker, "hides nothing: no function is defined there");
}

/* The outcomes on MARKER's line that were never taken, if as many of as many
 * are as it says. */
static void omit_untaken(struct scan *scan, const struct marker *marker)
{
    const struct ep_profile_file *file = scan->file;
    unsigned untaken, all, n_untaken = 0, n = 0;

    for (size_t i = 0; i < file->n_outcomes; i++) {
        const struct ep_outcome *outcome = &file->outcomes[i];

        if (outcome->line != marker->line ||
            (outcome->to <= scan->n_lines &&
             scan->omit[outcome->to] & EP_OMIT_SOURCE))
            continue;
        n++;
        n_untaken += outcome->count == 0;
    }
    if (sscanf(marker->text + marker->size, " : %u/%u", &untaken, &all) != 2)
        complain(scan, marker, "hides nothing: \": UNTAKEN/ALL\" is missing");
    else if (untaken != n_untaken || all != n)
        say_warning("%s:%" PRIu32 ": %.*s: %u/%u hides nothing: %u of %u "
                    "branches were not taken",
                    file->name, marker->line, marker->size, marker->text,
                    untaken, all, n_untaken, n);
    else
        scan->omit[marker->line] |= EP_OMIT_UNTAKEN;
}

static struct marker *region(struct scan *scan, const struct marker *marker)
{
    return &scan->open[marker->word->omits & EP_OMIT_BRANCHES ? 1 : 0];
}

/* "LCOV_EXCL_" of LCOV_EXCL_START: what a STOP, whose line is shown again, must
 * have as well. */
static int stem(const struct marker *marker)
{
    int n = marker->size;

    while (n > 0 && marker->text[n - 1] != '_')
        n--;
    return n;
}

static void stop(struct scan *scan, const struct marker *marker)
{
    struct marker *start = region(scan, marker);

    if (!start->word || stem(start) != stem(marker) ||
        memcmp(start->text, marker->text, (size_t)stem(marker)) != 0) {
        complain(scan, marker, "stops nothing: no START of its kind is before");
        return;
    }
    omit(scan, start, start->line, marker->line - 1);
    start->word = NULL;
}

static void take(struct scan *scan, const struct marker *marker)
{
    switch (marker->word->place) {
    case AT_LINE:
        if (marker->word->omits)
            omit(scan, marker, marker->line, marker->line);
        break;
    case AT_START:
        if (region(scan, marker)->word)
            complain(scan, marker, "is inside another: it has no effect");
        else
            *region(scan, marker) = *marker;
        break;
    case AT_STOP:
        stop(scan, marker);
        break;
    case AT_FUNCTION:
        omit_functions(scan, marker);
        break;
    case AT_UNTAKEN:
        omit_untaken(scan, marker);
        break;
    }
}

static int is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static const struct word *find_word(const char *text, size_t size)
{
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i].text) == size &&
            memcmp(words[i].text, text, size) == 0)
            return &words[i];
    return NULL;
}

/* Bytes of the prefix, with its underscore, of the name at TEXT; 0: none. */
static size_t prefix(const char *text)
{
    static const char *const prefixes[] = {"LCOV_", "GCOVR_", "GCOV_"};

    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        size_t n = strlen(prefixes[i]);
        if (strncmp(text, prefixes[i], n) == 0 &&
            (strncmp(text + n, "EXCL_", 5) == 0 ||
             strncmp(text + n, "UNREACHABLE_", 12) == 0))
            return n;
    }
    return 0;
}

static void scan_line(struct scan *scan, const char *text, uint32_t number)
{
    const char *at = text;

    while ((at = strstr(at, "COV")) != NULL) {
        const char *name = at;
        struct marker marker = {.line = number};
        size_t skip, size = 0;

        at++;
        while (name > text && is_word(name[-1]))
            name--;
        skip = prefix(name);
        if (!skip)
            continue;
        while (is_word(name[size]))
            size++;
        marker.text = name;
        marker.size = (int)size;
        marker.word = find_word(name + skip, size - skip);
        if (marker.word && marker.word->place == AT_UNTAKEN)
            scan->later = 1;
        if (marker.word && (marker.word->place == AT_UNTAKEN) == scan->again)
            take(scan, &marker);
        else if (!marker.word && !scan->again)
            complain(scan, &marker, "is no marker that prof-show knows");
        at = name + size;
    }
}

static void close_regions(struct scan *scan)
{
    for (size_t i = 0; i < 2; i++) {
        struct marker *start = &scan->open[i];

        if (!start->word)
            continue;
        complain(scan, start, "has no STOP: the rest of the file is hidden");
        omit(scan, start, start->line, scan->n_lines);
    }
}

static unsigned is_omitted(void *context, uint32_t file, uint32_t line)
{
    const struct scan *scan = &((const struct scan *)context)[file];

    return scan->omit && line <= scan->n_lines ? scan->omit[line] : 0;
}

static void scan_lines(struct scan *scan, const struct source *source)
{
    for (uint32_t i = 0; i < scan->n_lines; i++)
        scan_line(scan, source->lines[i], i + 1);
}

static int scan_file(struct view *view, size_t index, struct scan *scan)
{
    struct source source;
    int status;

    scan->file = &view->profile.files[index];
    if (scan->file->n_lines == 0)
        return EP_OK;
    status = source_read(view, scan->file, &source);
    if (status || source.n_lines == 0)
        return status;
    scan->omit = ep_mem_zeroed(source.n_lines + 1, 1);
    if (scan->omit) {
        scan->n_lines = (uint32_t)source.n_lines;
        scan_lines(scan, &source);
        close_regions(scan);
        scan->again = scan->later;
        if (scan->again)
            scan_lines(scan, &source);
    } else {
        status = EP_ENOMEM;
    }
    source_release(&source);
    return status;
}

int markers_apply(struct view *view)
{
    size_t n = view->profile.n_files;
    struct scan *scans = ep_mem_zeroed(n, sizeof *scans);
    int status = scans ? EP_OK : EP_ENOMEM;

    for (size_t i = 0; !status && i < n; i++)
        if (view->shown[i])
            status = scan_file(view, i, &scans[i]);
    if (!status)
        status = ep_profile_omit(&view->profile, is_omitted, scans);
    for (size_t i = 0; scans && i < n; i++)
        ep_mem_free(scans[i].omit);
    ep_mem_free(scans);
    return status;
}
