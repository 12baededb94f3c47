/* SPDX-License-Identifier: MIT */
#include "check.h"
#include "emit/options.h"

static void every_key_is_understood(void)
{
    struct ep_options options;

    ep_options_init(&options);
    CHECK_EQ(options.place, EP_PLACE_TREE);
    CHECK_EQ(options.threads, EP_THREADS_PRIVATE);
    CHECK_EQ(options.calls, EP_CALLS_EXACT);
    CHECK_EQ(options.loops, EP_LOOPS_REGISTER);
    CHECK_EQ(ep_options_parse(
                 &options,
                 "place=knuth,threads=atomic,calls=assume-pure,"
                 "loops=memory,profile=a+b,include=x/*+y/*,exclude=*/z.c,"
                 "system-headers=yes,dump=cfg+notes",
                 NULL),
             EP_OK);
    CHECK_EQ(options.place, EP_PLACE_KNUTH);
    CHECK_EQ(options.threads, EP_THREADS_ATOMIC);
    CHECK_EQ(options.calls, EP_CALLS_ASSUME_PURE);
    CHECK_EQ(options.loops, EP_LOOPS_MEMORY);
    CHECK_TEXT(options.profile, "a+b");
    CHECK_EQ(options.include.n, 2);
    CHECK_TEXT(options.include.items[1], "y/*");
    CHECK_EQ(options.exclude.n, 1);
    CHECK_EQ(options.system_headers, 1);
    CHECK_EQ(options.dump, EP_DUMP_CFG | EP_DUMP_NOTES);
    ep_options_release(&options);
}

static void lists_append_and_single_values_take_the_last(void)
{
    struct ep_options options;

    ep_options_init(&options);
    CHECK_EQ(ep_options_parse(&options, "", NULL), EP_OK);
    CHECK_EQ(ep_options_parse(&options, NULL, NULL), EP_OK);
    CHECK_EQ(ep_options_parse(&options, "place=all,,place=knuth+tree,", NULL),
             EP_OK);
    CHECK_EQ(options.place, EP_PLACE_TREE);
    CHECK_EQ(ep_options_set(&options, "profile", "one", NULL), EP_OK);
    CHECK_EQ(ep_options_set(&options, "profile", "two", NULL), EP_OK);
    CHECK_TEXT(options.profile, "two");
    CHECK_EQ(ep_options_set(&options, "include", "a", NULL), EP_OK);
    CHECK_EQ(ep_options_set(&options, "include", "b", NULL), EP_OK);
    CHECK_EQ(options.include.n, 2);
    CHECK_EQ(ep_options_set(&options, "dump", "cfg", NULL), EP_OK);
    CHECK_EQ(ep_options_set(&options, "dump", "tree", NULL), EP_OK);
    CHECK_EQ(options.dump, EP_DUMP_CFG | EP_DUMP_TREE);
    ep_options_release(&options);
}

static void refused(const char *list, const char *message)
{
    struct ep_options options;
    struct ep_diag diag = {{0}};

    ep_options_init(&options);
    CHECK_EQ(ep_options_parse(&options, list, &diag), EP_EOPTION);
    CHECK_TEXT(diag.text, message);
    ep_options_release(&options);
}

static void errors_say_what_is_known(void)
{
    refused("plase=tree",
            "unknown option 'plase', expected one of place, threads, runtime, "
            "calls, "
            "loops, profile, use, count, frames, mcdc, trips, trace, values, "
            "include, "
            "exclude, system-headers, dump");
    refused("place=tee",
            "place: unknown value 'tee', expected tree, knuth, all");
    refused("place", "place: unknown value '', expected tree, knuth, all");
    refused("dump=cfg+", "dump: unknown value '', expected cfg, tree, notes");
    refused("system-headers=maybe",
            "system-headers: unknown value 'maybe', expected no, yes");
    refused("profile=", "profile: unknown value '', expected a file name");
    refused("place=tree,threads=", "threads: unknown value '', expected "
                                   "private, atomic, shared");
}

static void a_trace_needs_marks_in_order(void)
{
    static const char *const lists[][2] = {
        {"trace=ring,place=all", "trace=ring: needs place=tree"},
        {"trace=ring,threads=atomic", "trace=ring: needs threads=private"},
        {"runtime=none,trace=ring", "trace=ring: needs runtime=any"},
        {"trace=ring,calls=assume-return", "trace=ring: needs calls=exact"},
        {"trace=ring,mcdc=yes", "trace=ring: needs mcdc=no"},
        {"trace=ring,trips=yes", "trace=ring: needs trips=no"},
        {"count=no,trace=ring", "trace=ring: needs count=yes"}};
    struct ep_options options;
    struct ep_diag diag;

    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        diag = (struct ep_diag){0};
        ep_options_init(&options);
        CHECK_EQ(ep_options_parse(&options, lists[i][0], &diag), EP_OK);
        CHECK_EQ(ep_options_settle(&options, &diag), EP_EOPTION);
        CHECK_TEXT(diag.text, lists[i][1]);
        ep_options_release(&options);
    }
    ep_options_init(&options);
    CHECK_EQ(ep_options_parse(&options, "trace=ring", &diag), EP_OK);
    CHECK_EQ(ep_options_settle(&options, &diag), EP_OK);
    CHECK_EQ(options.loops, EP_LOOPS_MEMORY);
    ep_options_release(&options);
}

static void files_are_selected(void)
{
    struct ep_options options;

    ep_options_init(&options);
    CHECK(ep_options_select(&options, "a/b.c", 0));
    CHECK(!ep_options_select(&options, "/usr/include/x.h", 1));
    CHECK_EQ(ep_options_parse(&options,
                              "include=a/*+b.c,exclude=*/gen/*,"
                              "system-headers=yes",
                              NULL),
             EP_OK);
    CHECK(ep_options_select(&options, "a/deep/er.c", 0));
    CHECK(ep_options_select(&options, "a/sys.h", 1));
    CHECK(ep_options_select(&options, "b.c", 0));
    CHECK(!ep_options_select(&options, "c.c", 0));
    CHECK(!ep_options_select(&options, "a/gen/x.c", 0));
    ep_options_release(&options);
}

static int parse(void)
{
    struct ep_options options;
    int status;

    ep_options_init(&options);
    status = ep_options_parse(
        &options, "profile=p,include=a+b,exclude=c,profile=q", NULL);
    ep_options_release(&options);
    return status;
}

static void without_a_runtime_counting_is_atomic_or_shared(void)
{
    static const struct {
        const char *list;
        int status;
        enum ep_threads threads;
    } cases[] = {
        {"runtime=none", EP_OK, EP_THREADS_ATOMIC},
        {"threads=shared,runtime=none", EP_OK, EP_THREADS_SHARED},
        {"runtime=none,threads=atomic", EP_OK, EP_THREADS_ATOMIC},
        {"runtime=none,threads=private", EP_EOPTION, EP_THREADS_PRIVATE},
        {"runtime=none,runtime=any", EP_OK, EP_THREADS_PRIVATE},
        {"place=all", EP_OK, EP_THREADS_PRIVATE}};

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct ep_options options;
        struct ep_diag diag = {{0}};

        ep_options_init(&options);
        CHECK_EQ(ep_options_parse(&options, cases[i].list, NULL), EP_OK);
        CHECK_EQ(ep_options_settle(&options, &diag), cases[i].status);
        CHECK_EQ(options.threads, cases[i].threads);
        CHECK_EQ(diag.text[0] != '\0', cases[i].status != EP_OK);
        ep_options_release(&options);
    }
}

int main(void)
{
    without_a_runtime_counting_is_atomic_or_shared();
    every_key_is_understood();
    lists_append_and_single_values_take_the_last();
    errors_say_what_is_known();
    a_trace_needs_marks_in_order();
    files_are_selected();
    check_failing_memory(parse);
    return check_failures != 0;
}
