"""uninstall.py BUILD SOURCE STAGE - what each component installs below STAGE, and nothing
else, is gone when it was uninstalled.
"""
import os
import subprocess
import sys

build, source, stage = sys.argv[1:]
environment = {**os.environ, "DESTDIR": stage}


def run(*words):
    subprocess.run(["cmake", *words], check=True, env=environment,
                   stdout=subprocess.DEVNULL)


def files():
    return sorted("/" + os.path.relpath(os.path.join(folder, name), stage)
                  for folder, _, names in os.walk(stage) for name in names)


with open(f"{build}/CPackConfig.cmake", encoding="utf-8") as config:
    [line] = [line for line in config if "(CPACK_COMPONENTS_ALL " in line]
components = line.split('"')[1].split(";") + ["source"]
assert len(components) > 5, components
theirs = "/usr/lib/edgeprof/theirs"
os.makedirs(stage + os.path.dirname(theirs))
open(stage + theirs, "w", encoding="utf-8").close()
for component in components:
    manifest = f"{build}/install_manifest_{component}.txt"
    run("--install", build, "--prefix", "/usr", "--component", component)
    with open(manifest, encoding="utf-8") as names:
        installed = sorted([theirs, *names.read().split()])
    assert files() == installed and len(installed) > 1, (files(), installed)
    run("-D", f"MANIFEST={manifest}", "-P", f"{source}/cmake/uninstall.cmake")
    left = [folder for folder, _, _ in os.walk(stage)]
    assert files() == [theirs] and len(left) == 4, (component, left)
