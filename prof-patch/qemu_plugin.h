/* SPDX-License-Identifier: MIT
 *
 * qemu_plugin.h - what we use of the interface of QEMU's plugins, declared anew:
 * Debian's packages have no header of it.
 *
 * After include/qemu/qemu-plugin.h and docs/devel/tcg-plugins.rst of QEMU 7.2 to
 * 10.  Adding inline is of version 1 of the interface, of QEMU up to 8.2, alone.
 */
#ifndef EDGEPROF_QEMU_PLUGIN_H
#define EDGEPROF_QEMU_PLUGIN_H

#include <stddef.h>
#include <stdint.h>

typedef uint64_t qemu_plugin_id_t;
typedef struct qemu_info_t qemu_info_t;
struct qemu_plugin_tb;   /* a stretch of code that is translated as one */
struct qemu_plugin_insn; /* an instruction of it */

enum { QEMU_PLUGIN_INLINE_ADD_U64 = 0, QEMU_PLUGIN_CB_NO_REGS = 0 };

typedef void qemu_plugin_tb_fn(qemu_plugin_id_t id, struct qemu_plugin_tb *tb);
typedef void qemu_plugin_exec_fn(unsigned cpu, void *context);
typedef void qemu_plugin_simple_fn(qemu_plugin_id_t id);
typedef void qemu_plugin_end_fn(qemu_plugin_id_t id, void *context);
typedef void qemu_plugin_syscall_fn(qemu_plugin_id_t id, unsigned cpu,
                                    int64_t number, uint64_t a1, uint64_t a2,
                                    uint64_t a3, uint64_t a4, uint64_t a5,
                                    uint64_t a6, uint64_t a7, uint64_t a8);

void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t id,
                                           qemu_plugin_tb_fn *fn);
void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *insn,
                                            qemu_plugin_exec_fn *fn, int flags,
                                            void *context);
__attribute__((weak)) void qemu_plugin_register_vcpu_insn_exec_inline(
    struct qemu_plugin_insn *insn, int operation, void *to, uint64_t value);
void qemu_plugin_register_flush_cb(qemu_plugin_id_t id,
                                   qemu_plugin_simple_fn *fn);
void qemu_plugin_register_vcpu_syscall_cb(qemu_plugin_id_t id,
                                          qemu_plugin_syscall_fn *fn);
void qemu_plugin_register_atexit_cb(qemu_plugin_id_t id, qemu_plugin_end_fn *fn,
                                    void *context);

size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *tb);
struct qemu_plugin_insn *
qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *tb, size_t at);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *insn);
/* Where the program's lowest executable segment lies. */
uint64_t qemu_plugin_start_code(void);

/* What a plugin exports. */
extern int qemu_plugin_version;
int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *info,
                        int n_arguments, char **arguments);

#endif
