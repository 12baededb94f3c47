/* SPDX-License-Identifier: MIT
 *
 * say.h - messages on standard error: "prof-merge: error: FILE: FACT".
 */
#ifndef PROF_MERGE_SAY_H
#define PROF_MERGE_SAY_H

void say_error(const char *format, ...) __attribute__((format(printf, 1, 2)));
void say_warning(const char *format, ...) __attribute__((format(printf, 1, 2)));
void say_note(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
