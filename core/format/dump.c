/* SPDX-License-Identifier: MIT */
#include "format/dump.h"

#include <inttypes.h>
#include <string.h>

#include "base/utf8.h"

static void put_block(struct ep_buf *out, uint32_t block)
{
    if (block == EP_BLOCK_ENTRY)
        ep_buf_text(out, "entry");
    else if (block == EP_BLOCK_EXIT)
        ep_buf_text(out, "exit");
    else
        ep_buf_printf(out, "b%" PRIu32, block);
}

static void put_head(const char *name, const struct ep_cfg *cfg,
                     struct ep_buf *out)
{
    ep_buf_printf(out, "function %s: %" PRIu32 " blocks, %" PRIu32 " edges",
                  name, cfg->n_blocks, cfg->n_edges);
}

static void put_lines(const struct ep_cfg *cfg, struct ep_buf *out)
{
    for (uint32_t i = 0; i < cfg->n_lines; i++) {
        const struct ep_line *line = &cfg->lines[i];

        if (i == 0 || line->block != line[-1].block) {
            ep_buf_text(out, i ? "\n  " : "  ");
            put_block(out, line->block);
            ep_buf_text(out, ":");
        }
        ep_buf_text(out, " ");
        ep_buf_plain(out, cfg->files[line->file]);
        ep_buf_printf(out, ":%" PRIu32, line->line);
    }
    if (cfg->n_lines)
        ep_buf_text(out, "\n");
}

static void put_edge(const struct ep_edge *edge, struct ep_buf *out)
{
    const char *kind = ep_edge_kind_name(edge->kind);

    ep_buf_text(out, "  ");
    put_block(out, edge->src);
    ep_buf_text(out, " -> ");
    put_block(out, edge->dst);
    ep_buf_printf(out, "  %s", kind ? kind : "?");
}

void ep_dump_cfg(const char *name, const struct ep_cfg *cfg, struct ep_buf *out)
{
    put_head(name, cfg, out);
    ep_buf_text(out, "\n");
    put_lines(cfg, out);
    for (uint32_t e = 0; e < cfg->n_edges; e++) {
        put_edge(&cfg->edges[e], out);
        ep_buf_printf(out, "  weight %" PRIu64 "\n", cfg->edges[e].weight);
    }
}

static void put_ways(const struct ep_function *function, struct ep_buf *out)
{
    const struct ep_ways *ways = &function->ways;

    for (uint32_t i = 0; i < ways->n; i++) {
        ep_buf_printf(out, "  mark %" PRIu32 ": way",
                      function->n_marks - ways->n + i);
        for (uint32_t e = ways->first[i]; e < ways->first[i + 1]; e++) {
            const struct ep_edge *edge = &function->cfg.edges[ways->edge[e]];
            const char *kind = ep_edge_kind_name(edge->kind);

            ep_buf_text(out, " ");
            put_block(out, edge->src);
            ep_buf_printf(out, " %s", kind ? kind : "?");
        }
        ep_buf_text(out, "\n");
    }
}

static void dump_function(const struct ep_function *function,
                          const struct ep_flow *flow, struct ep_buf *out)
{
    const struct ep_cfg *cfg = &function->cfg;

    put_head(function->name, cfg, out);
    ep_buf_printf(out, ", %" PRIu32 " marks\n", function->n_marks);
    put_lines(cfg, out);
    for (uint32_t e = 0; e < cfg->n_edges; e++) {
        put_edge(&cfg->edges[e], out);
        if (function->mark[e] == EP_NONE)
            ep_buf_text(out, "  tree");
        else
            ep_buf_printf(out, "  mark %" PRIu32, function->mark[e]);
        if (flow)
            ep_buf_printf(out, "  count %" PRIu64, flow->edge[e]);
        ep_buf_text(out, "\n");
    }
    put_ways(function, out);
    for (uint32_t i = 0; i < function->n_loops; i++)
        ep_buf_printf(out, "  trips of b%" PRIu32 ": marks %zu...\n",
                      function->heads[i],
                      function->n_marks + (size_t)EP_TRIPS_BINS * i);
}

void ep_dump_tree(const struct ep_function *function, struct ep_buf *out)
{
    dump_function(function, NULL, out);
}

void ep_dump_flow(const struct ep_function *function,
                  const struct ep_flow *flow, struct ep_buf *out)
{
    dump_function(function, flow, out);
}

void ep_dump_body(const struct ep_notes *notes, const struct ep_body *body,
                  struct ep_buf *out)
{
    ep_buf_printf(out, "body 0x%" PRIx64 ": %" PRIu32 " counters\n",
                  body->address, body->n_counters);
    for (uint32_t c = 0; c < body->n_counters; c++) {
        uint32_t first = body->first_feed[c];
        uint32_t end = body->first_feed[c + 1];
        int late = first < end && body->feeds[first].late;

        ep_buf_printf(out, "  %" PRIu32 ":%s", c, late ? " late," : "");
        for (uint32_t i = first; i < end; i++)
            ep_buf_printf(out, "%s %s%s %" PRIu32, i == first ? "" : ",",
                          body->feeds[i].less ? "less " : "",
                          notes->functions[body->feeds[i].function].name,
                          body->feeds[i].mark);
        ep_buf_text(out, "\n");
    }
}

void ep_dump_notes(const struct ep_notes *notes, struct ep_buf *out)
{
    for (size_t i = 0; i < notes->n_units; i++)
        ep_buf_printf(out, "unit %s: %s, %s\n", notes->units[i].source,
                      notes->units[i].producer, notes->units[i].options);
    for (size_t i = 0; i < notes->n_functions; i++)
        ep_dump_tree(&notes->functions[i], out);
    for (size_t i = 0; i < notes->n_bodies; i++)
        ep_dump_body(notes, &notes->bodies[i], out);
}
