"""A shell script as a program, by the rules that every Bazel has built in."""

def _script(ctx):
    out = ctx.actions.declare_file(ctx.label.name)
    ctx.actions.symlink(output = out, target_file = ctx.file.src, is_executable = True)
    return [DefaultInfo(
        executable = out,
        files = depset([out]),
        runfiles = ctx.runfiles([out, ctx.file.src]),
    )]

script = rule(
    implementation = _script,
    attrs = {"src": attr.label(allow_single_file = True, mandatory = True)},
    executable = True,
)
