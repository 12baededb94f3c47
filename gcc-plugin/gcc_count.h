/* SPDX-License-Identifier: MIT
 *
 * gcc_count.h - turn the marks that are left into counter increments.
 */
#ifndef EDGEPROF_GCC_COUNT_H
#define EDGEPROF_GCC_COUNT_H

#include "gcc_plugin.h"

/* Count the current function. */
void edgeprof_count_function(struct edgeprof_session *session);

/* An error if the current function still holds a mark: its count would be lost.
 */
void edgeprof_count_check();

#endif
