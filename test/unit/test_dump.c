/* SPDX-License-Identifier: MIT */
#include "format/dump.h"
#include "notes_sample.h"

static void each_stage_has_its_text(void)
{
    struct ep_function function;
    struct ep_buf text = {0};
    struct ep_flow flow;
    const uint64_t count[] = {10, 4};

    CHECK_EQ(sample_function(&function), EP_OK);
    ep_dump_cfg("work", &function.cfg, &text);
    CHECK_TEXT(text.data, "function work: 4 blocks, 5 edges\n"
                          "  b2: prog.c:4\n"
                          "  b3: prog.h:500\n"
                          "  exit -> entry  entry  weight 1\n"
                          "  entry -> b2  fall  weight 1\n"
                          "  b2 -> b3  true  weight 90\n"
                          "  b2 -> exit  false  weight 10\n"
                          "  b3 -> exit  fall  weight 90\n");
    ep_buf_clear(&text);
    CHECK_EQ(ep_flow_solve(&function.cfg, function.mark, count, 2, NULL, NULL,
                           &flow),
             EP_OK);
    ep_dump_flow(&function, &flow, &text);
    CHECK_TEXT(text.data, "function work: 4 blocks, 5 edges, 2 marks\n"
                          "  b2: prog.c:4\n"
                          "  b3: prog.h:500\n"
                          "  exit -> entry  entry  mark 0  count 10\n"
                          "  entry -> b2  fall  tree  count 10\n"
                          "  b2 -> b3  true  tree  count 6\n"
                          "  b2 -> exit  false  mark 1  count 4\n"
                          "  b3 -> exit  fall  tree  count 6\n");
    ep_flow_release(&flow);
    ep_buf_release(&text);
    ep_function_release(&function);
}

static void notes_have_a_text(void)
{
    struct ep_function function;
    struct ep_buf section = {0};
    struct ep_buf text = {0};
    struct ep_notes notes;

    CHECK_EQ(sample_function(&function), EP_OK);
    sample_section(&section, &function);
    CHECK_EQ(ep_notes_read(section.data, section.size, "a", NULL, &notes),
             EP_OK);
    ep_dump_notes(&notes, &text);
    CHECK_TEXT(text.data, "unit prog.c: GCC 12, -O2\n"
                          "function work: 4 blocks, 5 edges, 2 marks\n"
                          "  b2: prog.c:4\n"
                          "  b3: prog.h:500\n"
                          "  exit -> entry  entry  mark 0\n"
                          "  entry -> b2  fall  tree\n"
                          "  b2 -> b3  true  tree\n"
                          "  b2 -> exit  false  mark 1\n"
                          "  b3 -> exit  fall  tree\n"
                          "body 0x4000: 2 counters\n"
                          "  0: work 0, less work 0\n"
                          "  1: late, work 1\n");
    ep_notes_release(&notes);
    ep_buf_release(&section);
    ep_buf_release(&text);
    ep_function_release(&function);
}

int main(void)
{
    each_stage_has_its_text();
    notes_have_a_text();
    return check_failures != 0;
}
