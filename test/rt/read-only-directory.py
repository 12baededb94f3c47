# RUN: %py %s
import os

from runs import Run, directory, equal, for_others

where = directory()
os.chmod(where, 0o555)
wrap = ["setpriv", "--reuid=65534", "--clear-groups"] \
    if not os.geteuid() else []
Run("threads", program=for_others("main"), where=where, wrap=wrap)
equal(os.listdir(where), [])
