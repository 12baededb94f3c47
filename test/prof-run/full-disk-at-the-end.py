# RUN: %py %s
# REQUIRES: root
# No room for the sum, or for runs: that is said, the runs stay, and are added up later.
import os
import subprocess

from prefix import compiled, equal, folders, loop, prof_run

compiled()
os.mkdir("disk")
subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k", "none", "disk"], check=True)
try:
    # Nothing can be made there at all.
    subprocess.run(["mount", "-o", "remount,ro", "disk"], check=True)
    done = prof_run("-o", "disk/out", "echo", "started", status=125)
    equal((done.stdout, done.stderr),
          ("", "prof-run: error: disk/out: Read-only file system\n"))
    subprocess.run(["mount", "-o", "remount,rw", "disk"], check=True)
    # Its runs fit, and nothing else.
    fill = "dd if=/dev/zero of=disk/fill bs=4k 2>/dev/null; "
    for status, command in (125, "true"), (3, "exit 3"):
        done = prof_run("-o", "disk/out", "sh", "-c", f"./work 6; ./work 1; {fill}"
                        f"{command}", status=status)
        folder, = folders("disk")
        assert "No space left on device" in done.stderr, done.stderr
        said = f"prof-run: the runs are kept: prof-run --recover {os.getcwd()}/disk/" \
               f"{folder}\n"
        assert done.stderr.endswith(said), done.stderr
        equal(os.path.exists("disk/out"), False)
        prof_run("--recover", f"disk/{folder}", status=125)  # nor now
        os.unlink("disk/fill")
        prof_run("--recover", f"disk/{folder}")
        equal((loop("disk/out"), folders("disk")), ((2, 7), []))
        os.unlink("disk/out")
    # None while the command runs: which is as it is without, and what is missing is said.
    for words in (), ("--time",), ("--kills",), ("--every", 1):
        done = prof_run(*words, "-o", "disk/out", "sh", "-c", f"./work 1; {fill}./work 10; echo a;"
                        "./work 100 500; rm disk/fill; ./work 1000; exit 3", status=3)
        equal((done.stdout, done.stderr.count(": the disk is full: runs may be missing\n")),
              ("a\n", 1))
        runs, turns = loop("disk/out")
        assert (runs, turns) in ((2, 1001), (3, 1011), (3, 1101), (4, 1111)), (runs, turns)
        equal(folders("disk"), [])
        os.unlink("disk/out")
        for name in os.listdir("disk"):
            os.unlink(f"disk/{name}")  # snapshots
finally:
    subprocess.run(["umount", "disk"], check=True)
