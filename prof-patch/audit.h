/* SPDX-License-Identifier: MIT
 *
 * audit.h - what prof-patch and the auditor that it has the loader load agree on.
 */
#ifndef EDGEPROF_AUDIT_H
#define EDGEPROF_AUDIT_H

/* A tunable of glibc's loader.  With an auditor it lays out what each thread has of
 * its own before it has seen any library: those that must have theirs at a fixed
 * distance (allocators, D's runtime) take it from a reserve, of 512 bytes else. */
#define AUDIT_RESERVE     "glibc.rtld.optional_static_tls="
#define AUDIT_OWN_RESERVE AUDIT_RESERVE "6144"

#endif
