/* SPDX-License-Identifier: MIT */
#include "emit/arch.h"
#include "emit/emit_asm.h"
#include "unit_sample.h"

static void local_functions_differ_by_unit(void)
{
    struct ep_unit *a = new_unit("a");
    struct ep_unit *b = new_unit("b");
    uint32_t f;

    CHECK_EQ(add_function(a, "f", 0, &f), EP_OK);
    CHECK_EQ(add_function(b, "f", 0, &f), EP_OK);
    CHECK_EQ(ep_unit_function(a, 0)->id, ep_unit_function(b, 0)->id);
    CHECK_EQ(add_function(a, "g", EP_FUNCTION_LOCAL, &f), EP_OK);
    CHECK_EQ(add_function(b, "g", EP_FUNCTION_LOCAL, &f), EP_OK);
    CHECK_EQ(f, 1);
    CHECK(ep_unit_function(a, 1)->id != ep_unit_function(b, 1)->id);
    CHECK_EQ(ep_unit_function(a, 0)->n_marks, 2);
    ep_unit_free(a);
    ep_unit_free(b);
}

static void a_unit_is_emitted_once(void)
{
    struct ep_unit *unit = new_unit("a");
    struct ep_buf text = {0};
    size_t size;
    uint32_t f;

    ep_unit_emit(unit, &text);
    CHECK_EQ(text.size, 0);
    CHECK_EQ(add_function(unit, "f", 0, &f), EP_OK);
    ep_unit_emit(unit, &text);
    CHECK(strstr(text.data, "__edgeprof_module_private:"));
    CHECK(strstr(text.data, "/lib/rt.so"));
    size = text.size;
    ep_unit_emit(unit, &text);
    CHECK_EQ(text.size, size);
    CHECK_EQ(add_function(unit, "g", 0, &f), EP_OK);
    ep_unit_emit(unit, &text);
    CHECK(text.size > size);
    CHECK(!strstr(text.data + size, "__edgeprof_attach"));
    ep_unit_free(unit);
    ep_buf_release(&text);
}

/* Read back what .ascii lines say, as an assembler would. */
static size_t assemble(const char *text, unsigned char *out)
{
    size_t n = 0;

    while ((text = strstr(text, "\t.ascii \"")) != NULL) {
        for (text += 9; *text != '"'; n++) {
            unsigned value = 0;

            if (*text != '\\') {
                out[n] = (unsigned char)*text++;
                continue;
            }
            text++;
            for (int i = 0; i < 3 && *text >= '0' && *text <= '7'; i++)
                value = value * 8 + (unsigned)(*text++ - '0');
            out[n] = (unsigned char)value;
        }
    }
    return n;
}

static void bytes_survive_the_assembler(void)
{
    uint64_t seed = 8;
    unsigned char bytes[1000];
    unsigned char back[1000];

    for (int round = 0; round < 50; round++) {
        struct ep_buf text = {0};

        for (size_t i = 0; i < sizeof bytes; i++)
            bytes[i] =
                (unsigned char)(check_random(&seed, 3)
                                    ? "01789\\\"a"[check_random(&seed, 8)]
                                    : (int)check_random(&seed, 256));
        ep_asm_bytes(&text, bytes, sizeof bytes);
        CHECK_EQ(assemble(text.data, back), sizeof bytes);
        CHECK(memcmp(bytes, back, sizeof bytes) == 0);
        ep_buf_release(&text);
    }
}

static void other_targets_are_refused(void)
{
    struct ep_diag diag = {{0}};

    CHECK_EQ(ep_arch_check("x86_64-pc-linux-gnu", 0, NULL), EP_OK);
    CHECK_EQ(ep_arch_check("x86_64-linux-gnu", 0, NULL), EP_OK);
    CHECK_EQ(ep_arch_check("x86_64-linux-gnux32", 0, NULL), EP_EOPTION);
    CHECK_EQ(ep_arch_check("x86_64-apple-darwin", 0, NULL), EP_EOPTION);
    CHECK_EQ(ep_arch_check("aarch64-linux-gnu", 0, &diag), EP_EOPTION);
    CHECK(strstr(diag.text, "aarch64-linux-gnu"));
    CHECK_EQ(ep_arch_check("x86_64-unknown-none-elf", 0, NULL), EP_EOPTION);
    CHECK_EQ(ep_arch_check("x86_64-unknown-none-elf", 1, NULL), EP_OK);
    CHECK_EQ(ep_arch_check("x86_64-elf", 1, NULL), EP_OK);
    CHECK_EQ(ep_arch_check("x86_64-pc-windows-msvc", 1, NULL), EP_EOPTION);
    CHECK_EQ(ep_arch_check("riscv64-unknown-elf", 1, NULL), EP_EOPTION);
}

static int whole_unit(void)
{
    struct ep_unit *unit = new_unit("a");
    struct ep_buf text = {0};
    uint32_t f;
    int status = unit ? add_function(unit, "f", 0, &f) : EP_ENOMEM;

    if (!status)
        ep_unit_emit(unit, &text);
    if (!status && text.failed)
        status = EP_ENOMEM;
    ep_buf_release(&text);
    ep_unit_free(unit);
    return status;
}

int main(void)
{
    ep_options_init(&options);
    local_functions_differ_by_unit();
    a_unit_is_emitted_once();
    bytes_survive_the_assembler();
    other_targets_are_refused();
    check_failing_memory(whole_unit);
    return check_failures != 0;
}
