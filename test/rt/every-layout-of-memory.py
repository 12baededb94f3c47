# RUN: %py %s
from runs import EXIT, Run, built, counts

for wrap in (["setarch", "-R"], ["sh", "-c", 'ulimit -s unlimited; "$@"',
                                 "sh"], ["setarch", "-L"]):
    for kind in ("main", "main-nopie", "main-static", "main-static-pie"):
        counts(Run("exit", program=kind, wrap=wrap).one(), EXIT, kind)
        counts(Run("many", 300, program=kind, wrap=wrap).one(),
               [1, 300000, 300, 0, 0, 0, 0, 1], kind)
    lib = Run("dlopen", 1, built("library.so"), wrap=wrap).one()
    counts(lib, [0, 1, 1], "library.so")
