/* SPDX-License-Identifier: MIT
 *
 * diff - lines that ran in one profile as they did not in another.
 */
#include <inttypes.h>
#include <stdio.h>

#include "json.h"
#include "say.h"
#include "source.h"

struct sums {
    uint64_t newly;   /* lines that ran in the second alone */
    uint64_t no_more; /* in the first alone */
    uint64_t otherwise;
};

static char kind_of(uint64_t before, uint64_t after, struct sums *sums)
{
    if (before == 0) {
        sums->newly++;
        return '+';
    }
    if (after == 0) {
        sums->no_more++;
        return '-';
    }
    sums->otherwise++;
    return '~';
}

static int differs(const struct ep_profile_file *a,
                   const struct ep_profile_file *b)
{
    for (size_t i = 0; i < a->n_lines; i++)
        if (a->lines[i].count != b->lines[i].count)
            return 1;
    return 0;
}

static void print_file(const struct ep_profile_file *before,
                       const struct ep_profile_file *after,
                       const struct source *source, struct sums *sums)
{
    (void)printf("%s:\n", after->name);
    for (size_t i = 0; i < after->n_lines; i++) {
        uint64_t a = before->lines[i].count, b = after->lines[i].count;
        uint32_t line = after->lines[i].line;

        if (a == b)
            continue;
        (void)printf("%c %12" PRIu64 " %12" PRIu64 ":%" PRIu32 ":%s\n",
                     kind_of(a, b, sums), a, b, line,
                     line <= source->n_lines ? source->lines[line - 1] : "");
    }
}

int diff_text(struct view *view)
{
    struct sums sums = {0};

    for (size_t i = 0; i < view->profile.n_files; i++) {
        const struct ep_profile_file *after = &view->profile.files[i];
        const struct ep_profile_file *before = &view->other.files[i];
        struct source source;

        if (!view->shown[i] || !differs(before, after))
            continue;
        if (source_read(view, after, &source)) {
            say_error("out of memory");
            return EXIT_TROUBLE;
        }
        if (source.why)
            source_miss(view, after, source.why);
        print_file(before, after, &source, &sums);
        source_release(&source);
    }
    source_say(view);
    (void)printf("%" PRIu64 " lines newly run, %" PRIu64 " no more, %" PRIu64
                 " at other counts\n",
                 sums.newly, sums.no_more, sums.otherwise);
    return EXIT_DONE;
}

static json_object *lines_of(const struct ep_profile_file *before,
                             const struct ep_profile_file *after)
{
    json_object *lines = json_object_new_array();

    for (size_t i = 0; i < after->n_lines; i++) {
        json_object *line;

        if (before->lines[i].count == after->lines[i].count)
            continue;
        line = json_object_new_object();
        json_add_number(line, "line", after->lines[i].line);
        json_add_number(line, "before", before->lines[i].count);
        json_add_number(line, "after", after->lines[i].count);
        (void)json_object_array_add(lines, line);
    }
    return lines;
}

int diff_json(struct view *view)
{
    json_begin(view, "diff", "files");
    for (size_t i = 0; i < view->profile.n_files; i++) {
        const struct ep_profile_file *after = &view->profile.files[i];
        const struct ep_profile_file *before = &view->other.files[i];
        json_object *item;

        if (!view->shown[i] || !differs(before, after))
            continue;
        item = json_object_new_object();
        json_add_text(item, "file", after->name);
        (void)json_object_object_add(item, "lines", lines_of(before, after));
        json_item(item);
    }
    json_end(NULL);
    return EXIT_DONE;
}
