/* SPDX-License-Identifier: MIT
 *
 * rt_os.h - what the runtime asks of the kernel.
 *
 * WHY   one seam for a port; and the C library's wrappers cannot be used: the
 *       program may define or intercept them (a sanitizer's mmap, a test's
 *       write), they set errno, and some are cancellation points.
 * RULES Every function is async-signal-safe and leaves errno alone.  Where a
 *       result is an int or long, a negative one is an errno value, negated.
 */
#ifndef EDGEPROF_RT_OS_H
#define EDGEPROF_RT_OS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define OS_PAGE ((uintptr_t)4096)

static inline uintptr_t os_page_down(uintptr_t at)
{
    return at & ~(OS_PAGE - 1);
}

static inline uintptr_t os_page_up(uintptr_t at)
{
    return os_page_down(at + OS_PAGE - 1);
}

/* ---- memory -------------------------------------------------------------- */

enum os_place {
    OS_ANYWHERE, /* AT is ignored */
    OS_IF_FREE,  /* at AT, or -EEXIST */
    OS_REPLACE   /* at AT, over whatever is there */
};

/* Map SIZE bytes of FD from OFFSET, shared, readable and writable; with FD < 0
 * zeroed memory, shared with a clone's child as the file would be.
 * OUT (may be NULL but for OS_ANYWHERE) is where. */
int os_map(enum os_place place, uintptr_t at, size_t size, int fd,
           uint64_t offset, void **out);
/* Zeroed private memory, or NULL. */
void *os_memory(size_t size);
void os_unmap(uintptr_t at, size_t size);
/* Move the shared mapping at FROM to TO, which this process owns. */
int os_move(uintptr_t from, size_t size, uintptr_t to);
/* Map what the shared mapping at FROM maps at TO as well, if TO is free. */
int os_mirror(uintptr_t from, size_t size, uintptr_t to);
/* OUT[i] is odd where page i from AT on has been touched; all, if unknown. */
void os_touched(uintptr_t at, size_t pages, unsigned char *out);
/* Make pages writable, or readable only, code executable or not. */
enum os_access { OS_READ, OS_WRITE, OS_EXECUTE, OS_WRITE_EXECUTE };
int os_protect(uintptr_t at, size_t size, enum os_access access);
/* How many mappings a process may have. */
size_t os_most_mappings(void);
/* Room between the highest loaded module, which ends at TOP, and what the
 * stack may come to need: mirrors may lie there. */
uintptr_t os_room_above(uintptr_t top);

/* ---- files --------------------------------------------------------------- */

struct os_file_id {
    uint64_t device, inode;
};

/* Create PATH for reading and writing; -EEXIST if there is one.  The
 * descriptor of all of these is closed on exec. */
int os_create(const char *path);
int os_open(const char *path);                                /* for reading */
int os_reopen(const char *path, const struct os_file_id *id); /* r/w, -ESTALE */
int os_open_log(const char *path);
void os_close(int fd);
int os_file_id(int fd, struct os_file_id *out);
/* Make sure that the bytes from FROM to TO have room on disk and are zeros. */
int os_reserve(int fd, uint64_t from, uint64_t to);
/* How many bytes have it already, as far as is known. */
uint64_t os_room(int fd);
/* All of it, or an error. */
int os_write(int fd, const void *data, size_t size, uint64_t offset);
int os_append(int fd, const void *data, size_t size);
/* Bytes read: fewer than SIZE only at the end of the file. */
long os_read(int fd, void *data, size_t size, uint64_t offset);
/* Of nobody else but its owner to read. */
int os_make_private(int fd);
/* Whether holes of the file are what nobody has written, by a mapping either.  Of
 * tmpfs that is so; others may learn of a mapping's pages later. */
bool os_knows_holes(int fd);
/* The first data or hole from OFFSET on.  -ENXIO: no more data. */
int64_t os_next_data(int fd, uint64_t offset);
int64_t os_next_hole(int fd, uint64_t offset);
int os_rename(const char *from, const char *to);
/* The same, but that nothing has the name TO. */
int os_rename_new(const char *from, const char *to);
int os_unlink(const char *path);
int os_make_directory(const char *path);
/* Whether PATH may be executed, as far as its rights say. */
bool os_executable(const char *path);

/* Open PATH, which other processes may write as well, and make it if it is not
 * there. */
int os_open_shared(const char *path);
/* Be the only one that has it locked, until it is closed; -EAGAIN: another
 * process is. */
int os_lock(int fd);
/* Whether a process holds a lock of flock(2) on the folder PATH. */
bool os_is_locked(const char *path);
/* 0 if no process can write what FD was opened to read, by descriptor or
 * mapping. */
int os_nobody_writes(int fd);
int os_path_id(const char *path, struct os_file_id *out);
/* Of a regular file; -EINVAL: it is none. */
int os_size(int fd, uint64_t *out);
int os_truncate(int fd, uint64_t size);
/* 16 bytes that are others in each program that is executed. */
void os_random(unsigned char out[16]);

/* ---- processes and threads ----------------------------------------------- */

int os_pid(void);
int os_tid(void);
/* Threads of this process; 0: unknown. */
int os_threads(void);
/* Whether thread TID of this process has run its last instruction. */
bool os_thread_gone(int tid);
/* Where thread TID of this process is asleep: its stack pointer, its place in
 * the code; -EAGAIN: it runs. */
int os_thread_place(int tid, uintptr_t *out_stack, uintptr_t *out_code);
/* Whether signal NUMBER was sent to it, which blocks it.  Not by two threads at
 * once. */
bool os_thread_holds_off(int tid, int number);
/* Processor time that thread TID has had, in nanoseconds; 0: not known. */
uint64_t os_thread_time(int tid);
/* Write a line to standard error: nothing that becomes of that stops the process. */
void os_say(const char *text, size_t size);
/* Nanoseconds since some time before. */
uint64_t os_clock(void);
void os_sleep(unsigned microseconds);
/* Block all signals but those that the C library has for itself. */
void os_block_signals(uint64_t *old);
void os_signal_mask(uint64_t *out);
void os_restore_signals(const uint64_t *old);
/* Whether a signal outside of MASK has a handler. */
bool os_may_handle(uint64_t mask);
_Noreturn void os_stop(int status);
/* Where on the stack the innermost signal handler was called that is running in
 * this thread, whose mask is MASK: one that a jump to the stack pointer UNTIL
 * leaves, or any, if that is 0.  0: there is none; one that unblocks its signal
 * is not seen. */
uintptr_t os_handler(const uint64_t *mask, uintptr_t until);

/* ---- signals that end the process ----------------------------------------- */

/* Called in a thread that is about to end the process by signal NUMBER, with all
 * signals blocked.  INFO, CONTEXT: the kernel's. */
typedef void os_catcher(int number, void *info, void *context);

/* Whether a signal ends the process where it has no handler, and can be caught. */
bool os_is_fatal(int number);
/* Have CATCHER called for signal NUMBER if it has no handler and is not ignored. */
void os_catch(int number, os_catcher *catcher);
/* Whether HANDLER is the catcher. */
bool os_is_catcher(uintptr_t handler);
/* In the catcher: when it returns, the signal comes once more, as it came, and
 * nobody catches it. */
void os_catch_no_more(int number, void *info);
/* Send signal NUMBER to thread TID of this process; whether INFO is of such a one. */
int os_signal_thread(int tid, int number);
bool os_sent_by_us(const void *info);
/* The end of the stack that AT, of this thread, lies in; or of what may be mapped
 * above AT. */
uintptr_t os_stack_end(uintptr_t at);
/* Bytes from AT on that can be read, at most those up to END. */
size_t os_readable(uintptr_t at, uintptr_t end);

/* ---- timers of threads' CPU time ------------------------------------------ */

/* Whether a timer's signal comes to a thread in its own code alone, and so interrupts no
 * call that waits. */
bool os_timers_interrupt_nothing(void);
/* A signal that nobody handles or ignores, outside of MASK; 0: there is none. */
int os_free_signal(uint64_t mask);
/* Have HANDLER called for signal NUMBER, all others being blocked, until
 * os_handle_no_more: no signal of a timer comes after that. */
int os_handle(int number, os_catcher *handler);
void os_handle_no_more(int number);
/* What the timer that INFO is of was started FOR, or NULL: it is of none; how many times that
 * has gone off since the one before, into OUT. */
const void *os_timer_for(const void *info, uint64_t *out);
/* A timer that sends signal NUMBER to this thread after FIRST nanoseconds of its CPU time, and
 * then each PERIOD.  Its id, or -errno. */
int os_start_timer(int number, uint64_t period, uint64_t first,
                   const void *what_for);
void os_stop_timer(int id);

/* ---- names; SIZE bytes at OUT, the result is the length without the 0 ---- */

long os_directory(char *out, size_t size);
long os_program(char *out, size_t size);
long os_host(char *out, size_t size);

#endif
