/* SPDX-License-Identifier: MIT
 *
 * yaml.h - the project's file .edgeprof.yml, of which each tool takes its part.
 *
 * MODEL The file is a mapping: `rules` are prof-show's, `run` is prof-run's.  A tool
 *       has a schema of the whole, in which the other's part is passed over.
 */
#ifndef TOOL_YAML_H
#define TOOL_YAML_H

#include <cyaml/cyaml.h>

#define YAML_FILE ".edgeprof.yml"

/* Read PATH by SCHEMA, a pointer to a mapping, into *OUT, which is NULL if the file is
 * empty, or if it fails, after a message that names file, fact and line.  0 or -1. */
int yaml_read(const char *path, const cyaml_schema_value_t *schema, void **out);
void yaml_release(const cyaml_schema_value_t *schema, void *read);

#endif
