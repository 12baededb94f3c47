/* SPDX-License-Identifier: MIT
 *
 * import_cobertura.c - Cobertura's XML, as coverage.py, gocover-cobertura, JaCoCo's
 * converters and gcovr write it (coverage-04.dtd).
 *
 * It says of a line's outcomes how many were taken, "50% (1/2)", and not which or how
 * often: those taken count as 1.  Lines are given twice, within methods and of the class;
 * the class's count, and a method's first line says how often it was called.
 */
#include <expat.h>
#include <string.h>
#include <unistd.h>

#include "base/paths.h"
#include "import.h"

#define PIECE        (1u << 20) /* bytes */
#define OUTCOMES_MAX 65536u     /* of a line */

struct cobertura {
    struct import *import;
    XML_Parser parser;
    char **sources; /* where relative paths start */
    size_t n_sources;
    size_t sources_capacity;
    struct ep_buf source;           /* text of the one that is read */
    int in_source;                  /* bool */
    int is_coverage;                /* bool: its root was seen */
    uint32_t file;                  /* of the class; EP_NONE: in none */
    int in_method;                  /* bool */
    struct ep_buf method;           /* its name */
    struct import_line first, last; /* of it; line 0: none yet */
};

/* ---- what differs between expat's releases ------------------------------- */

static unsigned long line_number(XML_Parser parser)
{
#if XML_MAJOR_VERSION > 2 || XML_MINOR_VERSION >= 9
    return (unsigned long)XML_GetCurrentLineNumber64(parser);
#else
    return XML_GetCurrentLineNumber(parser);
#endif
}

/* A salt of the text's own, so that no entropy is asked for, which may fail. */
static void set_salt(XML_Parser parser, const struct ep_buf *text)
{
    uint64_t salt = ep_hash(EP_HASH_START, text->data, text->size) | 1;
#if XML_MAJOR_VERSION > 2 || XML_MINOR_VERSION >= 8
    uint8_t bytes[16] = {0};

    memcpy(bytes, &salt, sizeof salt);
    (void)XML_SetHashSalt16Bytes(parser, bytes);
#else
    (void)XML_SetHashSalt(parser, salt);
#endif
}

/* ---- the elements -------------------------------------------------------- */

static const char *attribute(const char **attributes, const char *name)
{
    for (; attributes[0]; attributes += 2)
        if (strcmp(attributes[0], name) == 0)
            return attributes[1];
    return NULL;
}

static void fail(struct cobertura *cobertura, const char *what,
                 const char *text)
{
    import_fail(cobertura->import, EP_EFORMAT, "line %lu: %s: %s",
                line_number(cobertura->parser), what, text ? text : "missing");
    (void)XML_StopParser(cobertura->parser, XML_FALSE);
}

/* The number that ATTRIBUTES have as NAME. */
static uint64_t number_of(struct cobertura *cobertura, const char **attributes,
                          const char *name)
{
    const char *text = attribute(attributes, name);
    const char *at = text;
    uint64_t number = 0;

    if (!text || import_number(&at, text + strlen(text), &number) || *at)
        fail(cobertura, name, text);
    return number;
}

static void no_memory(struct cobertura *cobertura)
{
    import_fail(cobertura->import, EP_ENOMEM, "out of memory");
    (void)XML_StopParser(cobertura->parser, XML_FALSE);
}

/* NAME in the source in which it lies, or else in the last; NULL: out of memory, or it
 * lies in none. */
static char *find_file(struct cobertura *cobertura, const char *name)
{
    char *path = NULL;

    for (size_t i = 0; name[0] != '/' && i < cobertura->n_sources; i++) {
        ep_mem_free(path);
        path = ep_path_join(cobertura->sources[i], name);
        if (!path)
            no_memory(cobertura);
        if (!path || access(path, F_OK) == 0)
            break;
    }
    return path;
}

static void begin_class(struct cobertura *cobertura, const char *name)
{
    char *path = name ? find_file(cobertura, name) : NULL;

    if (!name) {
        fail(cobertura, "filename", NULL);
        return;
    }
    if (path)
        name = path;
    cobertura->file = import_file(cobertura->import, name, strlen(name));
    ep_mem_free(path);
}

static void begin_method(struct cobertura *cobertura, const char *name,
                         const char *signature)
{
    cobertura->in_method = 1;
    cobertura->first = cobertura->last = (struct import_line){0};
    ep_buf_clear(&cobertura->method);
    ep_buf_text(&cobertura->method, name ? name : "");
    ep_buf_text(&cobertura->method, signature ? signature : "");
}

static void end_method(struct cobertura *cobertura)
{
    cobertura->in_method = 0;
    if (cobertura->method.failed)
        no_memory(cobertura);
    else if (cobertura->first.line)
        import_add_function(cobertura->import, cobertura->file,
                            cobertura->first.line, cobertura->last.line,
                            cobertura->method.data, cobertura->method.size,
                            cobertura->first.count);
}

/* "50% (1/2)" */
static void add_outcomes(struct cobertura *cobertura, uint32_t line,
                         const char *text)
{
    struct import_outcome outcome = {
        .file = cobertura->file, .at = {.line = line}, .way = IMPORT_NTH};
    const char *at = strchr(text, '('), *end = text + strlen(text);
    uint32_t taken, n;

    if (!at || !import_text(&at, end, "(") ||
        import_number32(&at, end, &taken) || !import_text(&at, end, "/") ||
        import_number32(&at, end, &n) || taken > n || n > OUTCOMES_MAX) {
        fail(cobertura, "condition-coverage", text);
        return;
    }
    for (uint32_t i = 0; i < n; i++, outcome.way++) {
        outcome.count = i < taken;
        import_add_outcome(cobertura->import, &outcome);
    }
}

static void take_line(struct cobertura *cobertura, const char **attributes)
{
    const char *outcomes = attribute(attributes, "condition-coverage");
    struct import_line line = {.file = cobertura->file};
    uint64_t number = number_of(cobertura, attributes, "number");

    line.line = number < UINT32_MAX ? (uint32_t)number : 0;
    line.count = number_of(cobertura, attributes, "hits");
    if (cobertura->file == EP_NONE) {
        fail(cobertura, "line", "outside of a class");
    } else if (cobertura->in_method) {
        if (!cobertura->first.line || line.line < cobertura->first.line)
            cobertura->first = line;
        if (line.line > cobertura->last.line)
            cobertura->last = line;
    } else {
        import_add_line(cobertura->import, line.file, line.line, line.count);
        if (outcomes)
            add_outcomes(cobertura, line.line, outcomes);
    }
}

static void begin(void *context, const char *name, const char **attributes)
{
    struct cobertura *cobertura = context;

    if (strcmp(name, "source") == 0) {
        cobertura->in_source = 1;
        ep_buf_clear(&cobertura->source);
    } else if (strcmp(name, "class") == 0) {
        begin_class(cobertura, attribute(attributes, "filename"));
    } else if (strcmp(name, "method") == 0) {
        begin_method(cobertura, attribute(attributes, "name"),
                     attribute(attributes, "signature"));
    } else if (strcmp(name, "line") == 0) {
        take_line(cobertura, attributes);
    } else if (strcmp(name, "coverage") == 0) {
        cobertura->is_coverage = 1;
    }
}

static void end(void *context, const char *name)
{
    struct cobertura *cobertura = context;

    if (strcmp(name, "class") == 0)
        cobertura->file = EP_NONE;
    else if (strcmp(name, "method") == 0)
        end_method(cobertura);
    else if (strcmp(name, "source") == 0 && cobertura->in_source) {
        char *copy = ep_mem_dup(cobertura->source.data, cobertura->source.size);

        cobertura->in_source = 0;
        if (!copy || EP_GROW(cobertura->sources, cobertura->n_sources,
                             cobertura->sources_capacity)) {
            ep_mem_free(copy);
            no_memory(cobertura);
            return;
        }
        cobertura->sources[cobertura->n_sources++] = copy;
    }
}

static void take_text(void *context, const char *text, int size)
{
    struct cobertura *cobertura = context;

    if (cobertura->in_source)
        ep_buf_add(&cobertura->source, text, (size_t)size);
}

static void parse(struct cobertura *cobertura, const struct ep_buf *text)
{
    XML_Parser parser = cobertura->parser;

    XML_SetUserData(parser, cobertura);
    XML_SetElementHandler(parser, begin, end);
    XML_SetCharacterDataHandler(parser, take_text);
    for (size_t at = 0, size; at < text->size && !cobertura->import->status;
         at += size) {
        size = text->size - at < PIECE ? text->size - at : PIECE;
        if (XML_Parse(parser, text->data + at, (int)size,
                      at + size == text->size) == XML_STATUS_ERROR)
            import_fail(cobertura->import,
                        XML_GetErrorCode(parser) == XML_ERROR_NO_MEMORY
                            ? EP_ENOMEM
                            : EP_EFORMAT,
                        "line %lu: %s", line_number(parser),
                        XML_ErrorString(XML_GetErrorCode(parser)));
    }
    if (!cobertura->is_coverage)
        import_fail(cobertura->import, EP_EFORMAT,
                    "XML that is not Cobertura's");
}

void import_read_cobertura(struct import *import, const struct ep_buf *text)
{
    struct cobertura cobertura = {
        .import = import, .parser = XML_ParserCreate(NULL), .file = EP_NONE};

    import_set_tool(import, "Cobertura");
    if (cobertura.parser) {
        set_salt(cobertura.parser, text);
        parse(&cobertura, text);
    } else
        import_fail(import, EP_ENOMEM, "out of memory");
    for (size_t i = 0; i < cobertura.n_sources; i++)
        ep_mem_free(cobertura.sources[i]);
    ep_mem_free(cobertura.sources);
    ep_buf_release(&cobertura.source);
    ep_buf_release(&cobertura.method);
    XML_ParserFree(cobertura.parser);
}
