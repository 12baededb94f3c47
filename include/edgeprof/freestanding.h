/* SPDX-License-Identifier: MIT
 *
 * freestanding.h - sends the counts of a program that has no runtime: firmware, a
 * kernel, a module of one; compiled with the plugin's option runtime=none.
 *
 *     static void put(void *to, const char *line) { while (*line) uart(*line++); }
 *     ...
 *     edgeprof_dump(put, 0, 0);
 *
 * What PUT writes may stand in the midst of other output, and be sent as often as one
 * likes: `prof-merge --image LOG --binary PROGRAM -o prof.out` finds the last of
 * each run.  docs/format.md says which bytes are written.
 * Includes nothing, calls nothing but PUT, and needs 300 bytes of the stack.
 */
#ifndef EDGEPROF_FREESTANDING_H
#define EDGEPROF_FREESTANDING_H

#pragma GCC system_header /* its functions are not counted */

#ifdef EDGEPROF_H
#error "edgeprof/edgeprof.h is for programs that have a runtime"
#endif

#define EDGEPROF_WEAK_ __attribute__((__weak__, __visibility__("hidden")))
#define EDGEPROF_OWN_                               \
    static __attribute__((__noinline__, __unused__, \
                          __no_profile_instrument_function__))

/* Private: where the linker put the counters, and what they are of.  Without a
 * counter all are one, and nothing is sent. */
extern unsigned long long __start_edgeprof_cnts[] EDGEPROF_WEAK_;
extern unsigned long long __stop_edgeprof_cnts[] EDGEPROF_WEAK_;
extern const unsigned char __start_edgeprof_ids[] EDGEPROF_WEAK_;
extern const unsigned char __stop_edgeprof_ids[] EDGEPROF_WEAK_;
/* Private: which run this is, and how often it was sent. */
EDGEPROF_WEAK_ unsigned edgeprof_run_[2];

/* TO is what edgeprof_dump was given, LINE ends with a line feed. */
typedef void edgeprof_write(void *to, const char *line);

struct edgeprof_out_ {
    edgeprof_write *write;
    void *to;
    unsigned offset, crc, n;
    unsigned char line[6 + 24 + 4];
};

EDGEPROF_OWN_ unsigned edgeprof_crc_(unsigned crc, unsigned char byte)
{
    int i;
    crc ^= byte;
    for (i = 0; i < 8; i++)
        crc = crc >> 1 ^ (0xedb88320u & -(crc & 1));
    return crc;
}

EDGEPROF_OWN_ void edgeprof_word_(unsigned char *to, unsigned word)
{
    int i;
    for (i = 0; i < 4; i++)
        to[i] = (unsigned char)(word >> 8 * i);
}

EDGEPROF_OWN_ void edgeprof_line_(struct edgeprof_out_ *out, unsigned last)
{
    char text[9 + 2 * sizeof out->line + 2], *at = text;
    const char *from = "edgeprof:";
    unsigned i, crc = ~0u;
    edgeprof_word_(out->line + 2, out->offset | last);
    for (i = 0; i < out->n; i++)
        crc = edgeprof_crc_(crc, out->line[i]);
    edgeprof_word_(out->line + out->n, ~crc);
    while (*from)
        *at++ = *from++;
    for (i = 0; i < out->n + 4; i++) {
        *at++ = "0123456789abcdef"[out->line[i] >> 4];
        *at++ = "0123456789abcdef"[out->line[i] & 15];
    }
    *at++ = '\n';
    *at = '\0';
    out->write(out->to, text);
    out->offset += out->n - 6;
    out->n = 6;
}

EDGEPROF_OWN_ void edgeprof_byte_(struct edgeprof_out_ *out, unsigned char byte)
{
    if (out->n == 6 + 24)
        edgeprof_line_(out, 0);
    out->line[out->n++] = byte;
    out->crc = edgeprof_crc_(out->crc, byte);
}

EDGEPROF_OWN_ void edgeprof_bytes_(struct edgeprof_out_ *out,
                                   unsigned long long value, int n)
{
    for (; n > 0; n--, value >>= 8)
        edgeprof_byte_(out, (unsigned char)value);
}

EDGEPROF_OWN_ void edgeprof_leb_(struct edgeprof_out_ *out,
                                 unsigned long long value)
{
    for (; value > 127; value >>= 7)
        edgeprof_byte_(out, (unsigned char)(value | 128));
    edgeprof_byte_(out, (unsigned char)value);
}

/* Send all counts by WRITE, a line at a time.  One processor at a time may do so.
 * ALIVE: not 0 if other counted code than the caller's may be at work just then, on
 * another processor or interrupted; reports then say that the run was cut off. */
EDGEPROF_OWN_ void edgeprof_dump(edgeprof_write *write, void *to, int alive)
{
    volatile unsigned long long *at = __start_edgeprof_cnts;
    unsigned long long identity = 0xcbf29ce484222325u, zeros;
    const unsigned char *id = __start_edgeprof_ids;
    struct edgeprof_out_ out;
    if (at == __stop_edgeprof_cnts)
        return;
    for (; id != __stop_edgeprof_ids; id++)
        identity = (identity ^ *id) * 0x100000001b3u;
    if (!edgeprof_run_[0])
        edgeprof_run_[0] = (unsigned)__builtin_ia32_rdtsc() | 1;
    out.write = write;
    out.to = to;
    out.offset = 0;
    out.crc = ~0u;
    out.n = 6;
    out.line[0] = (unsigned char)identity;
    out.line[1] = (unsigned char)(identity >> 8);
    edgeprof_bytes_(&out, identity, 8);
    edgeprof_bytes_(&out, edgeprof_run_[0], 4);
    edgeprof_leb_(&out, ++edgeprof_run_[1]);
    edgeprof_leb_(&out, alive != 0);
    edgeprof_leb_(&out, (unsigned long long)(__stop_edgeprof_cnts - at));
    while (at != __stop_edgeprof_cnts) {
        unsigned long long count = *at++;
        edgeprof_leb_(&out, count);
        if (count)
            continue;
        for (zeros = 1; at != __stop_edgeprof_cnts && !*at; at++)
            zeros++;
        edgeprof_leb_(&out, zeros);
    }
    edgeprof_bytes_(&out, ~out.crc, 4);
    edgeprof_line_(&out, 0x80000000u);
}

/* All counts are 0, and a new run begins.  Also for a program whose start does not
 * clear the section of counters. */
EDGEPROF_OWN_ void edgeprof_reset(void)
{
    volatile unsigned long long *at = __start_edgeprof_cnts;
    while (at != __stop_edgeprof_cnts)
        *at++ = 0;
    edgeprof_run_[0] = edgeprof_run_[1] = 0;
}

#endif
