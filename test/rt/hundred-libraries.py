# RUN: %py %s
import shutil

from runs import OWN, Run, build, built, counts

linked = [f"{OWN}/l{i}.so" for i in range(100)]
for path in linked:
    shutil.copy(built("library.so"), path)
build("main-100", "main.c", "-Wl,--no-as-needed", *linked)
p = Run("many", 100, program="main-100").one()
counts(p, [1, 100000, 100, 0, 0, 0, 0, 1], "main-100")
for i in range(100):
    counts(p, [0, 0, 1], f"l{i}.so")
# More than there are mappings for.
p = Run("many", 1000, program="main-100").one()
counts(p, [1, 1000000, 1000, 0, 0, 0, 0, 1], "main-100")
