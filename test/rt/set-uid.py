# RUN: %py %s
# REQUIRES: root
import os

from runs import Run, directory, equal, for_others

where = directory()
os.chmod(where, 0o777)
program = for_others("main")
os.chmod(program, 0o4755)
Run("threads", program=program, where=where,
    wrap=["setpriv", "--reuid=65534", "--clear-groups"])
equal(os.listdir(where), [])
