// Marks cost the inliner nothing: what it inlines in the plain build, it inlines
// here.  A function that no one calls any more has no code.
// REQUIRES: gcc
// RUN: %plain_cc -O2 -S %s -o - | FileCheck %s --implicit-check-not='{{^}}is_bad'
// RUN: %cc -O2 -S %s -o - | FileCheck %s --implicit-check-not='{{^}}is_bad'
// CHECK-DAG: {{^}}status:
// CHECK-DAG: {{^}}reset:
// CHECK-DAG: {{^}}finish:
// As a call would show:
// RUN: %cc -O2 -fno-inline -S %s -o - | FileCheck %s --check-prefix=CALLS
// CALLS: {{^}}is_bad
struct stream {
    struct state *state;
    int (*allocate)(int);
    int (*release)(int);
};
struct state {
    struct stream *stream;
    int status;
};

static int is_bad(struct stream *stream)
{
    if (!stream || !stream->allocate || !stream->release)
        return 1;
    struct state *state = stream->state;
    return !state || state->stream != stream || state->status == 3;
}

int status(struct stream *stream)
{
    return is_bad(stream) ? -1 : stream->state->status;
}

int reset(struct stream *stream)
{
    if (is_bad(stream))
        return -1;
    stream->state->status = 0;
    return stream->allocate(1);
}

int finish(struct stream *stream)
{
    if (is_bad(stream))
        return -1;
    stream->state->status = 3;
    return stream->release(1);
}
