/* SPDX-License-Identifier: MIT
 *
 * own.h - where this program lies, and so the others that it was installed with.
 */
#ifndef TOOL_OWN_H
#define TOOL_OWN_H

#include "base/error.h"

#include <limits.h>

/* This program itself.  EP_OK or EP_EIO. */
EP_MUST_CHECK int find_own(char out[PATH_MAX], struct ep_diag *diag);
/* The tool NAME, beside it.  EP_OK; EP_EIO: it is not there. */
EP_MUST_CHECK int find_tool(const char *name, char out[PATH_MAX],
                            struct ep_diag *diag);
/* What is installed with it, as NAME below the library folder of its build tree or
 * prefix.  EP_OK; EP_EIO: it is not there. */
EP_MUST_CHECK int find_installed(const char *name, char out[PATH_MAX],
                                 struct ep_diag *diag);

#endif
