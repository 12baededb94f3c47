/* SPDX-License-Identifier: MIT
 *
 * say.h - messages on standard error: "prof-show: error: FILE: FACT".
 */
#ifndef TOOL_SAY_H
#define TOOL_SAY_H

/* What the messages begin with; each tool defines it. */
extern const char tool_name[];

void say_error(const char *format, ...) __attribute__((format(printf, 1, 2)));
void say_warning(const char *format, ...) __attribute__((format(printf, 1, 2)));
void say_note(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
