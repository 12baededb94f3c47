#!/usr/bin/env python3
"""A module of Debian's kernel, compiled with runtime=none: its counts, of two processors
at once and sent by debugfs to the serial line, are those that sample.c promises.

usage: module.py BUILD

The kernel and its headers are downloaded, and unpacked into BUILD/kernel.
"""
import glob
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.append(os.path.dirname(HERE))
import compilers  # noqa: E402


def run(*command, **options):
    return subprocess.run(command, check=True, text=True, **options)


def depends(package):
    said = run("apt-cache", "depends", package, stdout=subprocess.PIPE).stdout
    return re.findall(r"Depends: (linux-\S+)", said)


def fetch(work, is_again=False):
    """The release of the kernel that is unpacked in WORK, and where."""
    for root in glob.glob(f"{work}/*-cloud-amd64"):
        return os.path.basename(root), root
    headers, = depends("linux-headers-cloud-amd64")
    release = headers.removeprefix("linux-headers-")
    root = f"{work}/{release}"
    packages = [headers, "linux-image-" + release] + [
        name for name in depends(headers) if "compiler" not in name]
    os.makedirs(work, exist_ok=True)
    for old in glob.glob(f"{work}/*.deb"):
        os.remove(old)
    if subprocess.run(["apt-get", "-q", "download", *packages], cwd=work,
                      check=False).returncode:
        assert not is_again
        run("apt-get", "-q", "update")  # what it knows is out of date
        return fetch(work, True)
    for package in glob.glob(f"{work}/*.deb"):
        run("dpkg-deb", "-x", package, f"{root}.part")
    makefile = f"{root}.part/usr/src/{headers}/Makefile"
    with open(makefile, encoding="utf-8") as file:
        text = file.read()
    with open(makefile, "w", encoding="utf-8") as file:
        file.write(text.replace("/usr/src", f"{root}/usr/src"))
    os.rename(f"{root}.part", root)
    return release, root


def make_module(build, release, root, work):
    os.makedirs(work, exist_ok=True)
    with open(f"{HERE}/sample.c", encoding="utf-8") as source:
        text = source.read()
    with open(f"{work}/sample.c", "w", encoding="utf-8") as copy:
        copy.write(text)
    plugin = f"{build}/lib/edgeprof/edgeprof.so"
    with open(f"{work}/Kbuild", "w", encoding="utf-8") as file:
        file.write(f"obj-m := sample.o\nccflags-y := -g -I{ROOT}/include -fplugin={plugin} "
                   "-fplugin-arg-edgeprof-runtime=none\n")
    run("make", "-C", f"{root}/usr/src/linux-headers-{release}", f"M={work}",
        "LDFLAGS_MODULE=--force-group-allocation "
        f"-T {ROOT}/include/edgeprof/kernel-module.lds", "modules")
    run("strip", "--strip-debug", "-o", f"{work}/stripped/sample.ko", f"{work}/sample.ko")


def archive(files):
    """An initramfs (cpio, newc) of FILES: path -> mode, device, bytes."""
    out = b""
    for number, (name, (mode, device, data)) in enumerate(files.items()):
        fields = [number, mode, 0, 0, 1, 0, len(data), 0, 0, *device, len(name) + 1, 0]
        out += b"070701" + b"".join(b"%08x" % field for field in fields)
        out += name.encode() + b"\0"
        out += bytes(-len(out) % 4) + data
        out += bytes(-len(out) % 4)
    return out


def boot(release, root, work):
    def load(path):
        with open(path, "rb") as file:
            return file.read()

    files = {"dev": (0o40755, (0, 0), b""), "dev/console": (0o20600, (5, 1), b""),
             "init": (0o100755, (0, 0), load(f"{work}/init")),
             "sample.ko": (0o100644, (0, 0), load(f"{work}/stripped/sample.ko")),
             "TRAILER!!!": (0, (0, 0), b"")}
    with open(f"{work}/initrd", "wb") as file:
        file.write(archive(files))
    if os.path.exists(f"{work}/log"):
        os.remove(f"{work}/log")
    run("timeout", "300", "qemu-system-x86_64", "-M", "pc", "-m", "256", "-smp", "2",
        "-accel", "tcg,thread=multi", "-nodefaults", "-display", "none", "-no-reboot",
        "-serial", f"file:{work}/log", "-kernel", f"{root}/boot/vmlinuz-{release}",
        "-initrd", f"{work}/initrd", "-append", "console=ttyS0 panic=-1 quiet")


def main(build):
    build = os.path.abspath(build)
    work = f"{build}/kernel/sample"
    release, root = fetch(f"{build}/kernel")
    os.makedirs(f"{work}/stripped", exist_ok=True)
    make_module(build, release, root, work)
    run(compilers.gcc(build), "-O2", "-static", "-o", f"{work}/init", f"{HERE}/init.c")
    boot(release, root, work)
    for module in "sample.ko", "stripped/sample.ko":
        said = run(f"{build}/bin/prof-merge", "--strict", "--image", "log", "--binary", module,
                   "-o", "prof.out", cwd=work, stderr=subprocess.PIPE).stderr
        assert said == "", said
        run(sys.executable, f"{ROOT}/test/counts.py", f"{build}/bin/prof-show", "sample.c",
            "prof.out", cwd=work)
    print(f"{release}: as promised")


if __name__ == "__main__":
    main(*sys.argv[1:])
