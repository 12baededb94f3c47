/* SPDX-License-Identifier: MIT
 *
 * emit_asm.c - assembler text: blocks, bytes, and how a module starts.
 *
 * A linked module gets one start (start/start.c) and, for each mode of counting
 * in it, one descriptor (struct edgeprof_module) with a constructor and
 * destructor of priority 2 that hand the descriptor to the start: before the
 * program's own, which start at 101 but do not all know it, and after
 * sanitizers'.
 */
#include "emit/emit_asm.h"
#include "emit/arch.h"

#include "edgeprof/abi.h"

#include <stdio.h>
#include <string.h>

void ep_asm_begin(struct ep_buf *out, const char *symbol)
{
    ep_buf_printf(out, "\t.ifndef %s\n", symbol);
}

void ep_asm_end(struct ep_buf *out)
{
    ep_buf_text(out, "\t.endif\n");
}

void ep_asm_section(struct ep_buf *out, const char *name, const char *flags,
                    const char *type, const char *group)
{
    ep_buf_printf(out,
                  "\t.pushsection %s,\"%s\",@%s,%s,comdat\n"
                  "\t.p2align 3\n",
                  name, flags, type, group);
}

void ep_asm_end_section(struct ep_buf *out)
{
    ep_buf_text(out, "\t.popsection\n");
}

void ep_asm_define(struct ep_buf *out, const char *symbol, const char *type,
                   size_t size)
{
    ep_buf_printf(out,
                  "\t.weak %s\n"
                  "\t.hidden %s\n"
                  "\t.type %s,@%s\n",
                  symbol, symbol, symbol, type);
    if (size)
        ep_buf_printf(out, "\t.size %s,%zu\n", symbol, size);
    ep_buf_printf(out, "%s:\n", symbol);
}

enum { BYTES_PER_LINE = 64 };

/* Most of a unit's text is made by these: printf would be half of its cost. */
static void put_octal(struct ep_buf *out, unsigned char byte)
{
    char text[4] = {'\\'};
    size_t size = 1;

    if (byte >= 0100)
        text[size++] = (char)('0' + (byte >> 6));
    if (byte >= 010)
        text[size++] = (char)('0' + (byte >> 3 & 7));
    text[size++] = (char)('0' + (byte & 7));
    ep_buf_add(out, text, size);
}

/* An octal escape is as short as its value when no digit follows it. */
void ep_asm_bytes(struct ep_buf *out, const void *data, size_t size)
{
    const unsigned char *bytes = data;
    int open_escape = 0;

    for (size_t i = 0; i < size; i++) {
        unsigned char byte = bytes[i];
        int digit = byte >= '0' && byte <= '9';

        if (i % BYTES_PER_LINE == 0) {
            ep_buf_text(out, i ? "\"\n\t.ascii \"" : "\t.ascii \"");
            open_escape = 0;
        }
        if (byte >= ' ' && byte < 0x7f && byte != '"' && byte != '\\' &&
            !(digit && open_escape)) {
            ep_buf_add(out, &byte, 1);
            open_escape = 0;
        } else {
            put_octal(out, byte);
            open_escape = byte < 0100;
        }
    }
    if (size)
        ep_buf_text(out, "\"\n");
}

/* ---- how a module starts ------------------------------------------------- */

static void put_descriptor(struct ep_buf *out, const char *symbol,
                           unsigned flags, const char *rt_path)
{
    int traced = (flags & EDGEPROF_MODULE_TRACE) != 0;

    ep_buf_text(out, "\t.weak __start_" EDGEPROF_COUNTERS_SECTION "\n"
                     "\t.hidden __start_" EDGEPROF_COUNTERS_SECTION "\n"
                     "\t.weak __stop_" EDGEPROF_COUNTERS_SECTION "\n"
                     "\t.hidden __stop_" EDGEPROF_COUNTERS_SECTION "\n");
    ep_asm_section(out, ".data.edgeprof", "awG", "progbits", symbol);
    ep_asm_define(out, symbol, "object",
                  traced ? sizeof(struct edgeprof_traced_module)
                         : sizeof(struct edgeprof_module));
    ep_buf_printf(out,
                  "\t.long %u\n"
                  "\t.long %u\n"
                  "\t.quad __start_" EDGEPROF_COUNTERS_SECTION "\n"
                  "\t.quad __stop_" EDGEPROF_COUNTERS_SECTION "\n"
                  "\t.quad .L%s_path\n"
                  "\t.quad __edgeprof_api\n",
                  EDGEPROF_MODULE_VERSION, flags, symbol);
    if (traced)
        ep_buf_text(out, "\t.quad " EDGEPROF_RING_SYMBOL "\n"
                         "\t.quad " EDGEPROF_LAP_WORD "\n");
    ep_asm_end_section(out);
    ep_asm_section(out, ".rodata.edgeprof", "aG", "progbits", symbol);
    ep_buf_printf(out, ".L%s_path:\n", symbol);
    ep_asm_bytes(out, rt_path, strlen(rt_path) + 1);
    ep_asm_end_section(out);
}

/* The constructor and destructor of the descriptor SYMBOL. */
static void put_ends(struct ep_buf *out, const char *symbol)
{
    ep_asm_section(out, ".text.edgeprof", "axG", "progbits", symbol);
    ep_buf_printf(out, ".L%s_init:\n", symbol);
    ep_arch_pass(out, symbol, "__edgeprof_enter");
    ep_buf_printf(out, ".L%s_fini:\n", symbol);
    ep_arch_pass(out, symbol, "__edgeprof_leave");
    ep_asm_end_section(out);
    ep_asm_section(out, ".init_array.00002", "awG", "init_array", symbol);
    ep_buf_printf(out, "\t.quad .L%s_init\n", symbol);
    ep_asm_end_section(out);
    ep_asm_section(out, ".fini_array.00002", "awG", "fini_array", symbol);
    ep_buf_printf(out, "\t.quad .L%s_fini\n", symbol);
    ep_asm_end_section(out);
}

static void put_ring(struct ep_buf *out)
{
    ep_asm_begin(out, EDGEPROF_RING_SYMBOL);
    ep_asm_section(out, EDGEPROF_COUNTERS_SECTION, "awG", "nobits",
                   EDGEPROF_RING_SYMBOL);
    ep_asm_define(out, EDGEPROF_RING_SYMBOL, "object", 8);
    ep_buf_text(out, "\t.zero 8\n");
    ep_asm_end_section(out);
    ep_asm_end(out);
    ep_asm_begin(out, EDGEPROF_LAP_SYMBOL);
    ep_asm_section(out, ".data.edgeprof", "awG", "progbits",
                   EDGEPROF_LAP_SYMBOL);
    ep_asm_define(out, EDGEPROF_LAP_WORD, "object", 8);
    ep_buf_text(out, "\t.quad 0\n");
    ep_asm_end_section(out);
    ep_asm_section(out, ".text.edgeprof", "axG", "progbits",
                   EDGEPROF_LAP_SYMBOL);
    ep_asm_define(out, EDGEPROF_LAP_SYMBOL, "function", 0);
    ep_arch_lap_text(out);
    ep_asm_end_section(out);
    ep_asm_end(out);
}

void ep_asm_module(struct ep_buf *out, const struct ep_options *options,
                   const char *rt_path)
{
    static const struct {
        const char *name;
        unsigned flag;
    } modes[] = {
        [EP_THREADS_PRIVATE] = {"private", EDGEPROF_MODULE_PRIVATE},
        [EP_THREADS_SHARED] = {"shared", EDGEPROF_MODULE_SHARED},
        [EP_THREADS_ATOMIC] = {"atomic", EDGEPROF_MODULE_ATOMIC},
    };
    unsigned flags =
        modes[options->threads].flag |
        (options->frames ? EDGEPROF_MODULE_FRAMES : 0) |
        (options->trace ? EDGEPROF_MODULE_TRACE | EDGEPROF_MODULE_LAPS : 0);
    char symbol[64];

    (void)snprintf(symbol, sizeof symbol, "__edgeprof_module_%s%s%s",
                   modes[options->threads].name,
                   options->frames ? "_frames" : "",
                   options->trace ? "_trace" : "");
    ep_asm_begin(out, "__edgeprof_enter");
    ep_buf_text(out, ep_start_text);
    ep_asm_end(out);
    if (options->trace)
        put_ring(out);
    ep_asm_begin(out, symbol);
    put_descriptor(out, symbol, flags, rt_path);
    put_ends(out, symbol);
    ep_asm_end(out);
}
