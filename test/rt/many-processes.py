# RUN: %py %s
from runs import EXIT, Run, counts, directory, equal

where = directory()
script = 'i=0; while [ $i -lt 1000 ]; do "$@" & i=$((i+1)); ' \
         '[ $((i % 50)) = 0 ] && wait; done; wait'
run = Run("exit", wrap=["sh", "-c", script, "sh"], where=where)
profiles = run.profiles()
equal(len(profiles), 1000)
for p in profiles:
    counts(p, EXIT)
