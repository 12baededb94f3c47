# RUN: %py %s
# REQUIRES: root
# Name spaces of processes that share the folder, and users who do not.
import os
import shutil

from prefix import OWN, compiled, equal, loop, prof_run

compiled()
# Ten containers with processes of equal numbers, while sums are made.
CONTAINER = "unshare --fork --pid --mount-proc sh -c " \
            "'i=0; while [ $i -lt 60 ]; do ./work 2; i=$((i+1)); done; ./work 3 1500'"
for words in (), ("--keep", "kept"):
    prof_run(*words, "sh", "-c", f"for i in 1 2 3 4 5; do {CONTAINER} & done; wait",
             said="prof-run: 305 runs of 1 program or library: prof.out\n")
    equal(loop(), (305, 5 * 123))
# One of them is killed with all that it runs, another one goes on.
prof_run("sh", "-c", "unshare --fork --kill-child --pid sh -c './work 4 100000' & "
         "sleep 0.5; kill -9 $!; ./work 5")
equal(loop(), (2, 9))

# A container with mounts of its own, where the folder is seen; or where its place has another
# file system: what is counted there is gone with that.
MOUNTS = "unshare --mount --pid --fork --mount-proc sh -c"
prof_run("sh", "-c", f"./work 1; {MOUNTS} 'mount -t tmpfs none /mnt; ./work 3; exec ./work 4'")
equal(loop(), (3, 8))
os.mkdir("seen")
prof_run("sh", "-c", f"./work 1; {MOUNTS} 'mount --bind . /mnt && mount -t tmpfs none {OWN} && "
         "cd /mnt && ./work 3'")
equal(loop(), (1, 1))

# sudo makes an environment of its own, but for what it is told to hand on.
if shutil.which("sudo"):
    prof_run("sh", "-c", "./work 1; sudo -n --preserve-env=EDGEPROF_FILE,EDGEPROF_LABEL ./work 3")
    equal(loop(), (2, 4))
    prof_run("sh", "-c", "./work 1; cd seen; sudo -n ../work 3")
    equal((loop(), len(os.listdir("seen"))), ((1, 1), 1))

# Another user's programs write into a folder that is open to them.
os.chmod(OWN, 0o755)
os.mkdir("open")
os.chmod("open", 0o1777)
su = "setpriv --reuid 65534 --regid 65534 --clear-groups"
prof_run("--keep", "open", "sh", "-c", f"./work 1; {su} ./work 2")
equal(loop(), (2, 3))
done = prof_run("sh", "-c", f"./work 1; {su} ./work 2")
equal((loop(), done.returncode), ((1, 1), 0))
