# SPDX-License-Identifier: MIT
"""Reads raw and run files as docs/format.md describes them; the tests' own
reader, so that the runtime is not judged by the tools' code."""
import os
import struct
import zlib

CUT, SHARED, CLONE, LOST = 1, 2, 4, 8


class Profile:
    def __init__(self, path, data=None):
        self.raw, self.label, self.flags, self.modules = False, "", 0, []
        if data is None:
            with open(path, "rb") as file:
                data = file.read()
        assert len(data) >= 16, f"{path} has only been begun"
        magic, version, kind = struct.unpack_from("<8sII", data)
        assert magic == b"EDGEPROF" and version == 1, path
        (self._read_raw if kind == 1 else self._read_run)(data)

    def module(self, name):
        """Counts of the module of that file name: instances added up."""
        found = [c for p, _, c in self.modules if p.split("/")[-1] == name]
        assert found, (name, [p for p, _, _ in self.modules])
        return [sum(counts) for counts in zip(*found)]

    def _read_raw(self, data):
        self.raw = True
        size, self.flags, self.pid = struct.unpack_from("<QII", data, 16)
        assert size == 4096
        self.label = data[32:32 + 1024].split(b"\0")[0].decode()
        at = size
        while at < len(data):
            kind, zero, size = struct.unpack_from("<IIQ", data, at)
            if kind == 0:
                break
            assert zero == 0 and size > 0 and size % 4096 == 0
            if kind == 2:
                id_kind, id_size, n = struct.unpack_from("<IIQ", data, at + 16)
                ident = data[at + 32:at + 32 + id_size]
                path = data[at + 96:at + 4096].split(b"\0")[0].decode()
                self.modules.append((path, (id_kind, ident), [0] * n))
            elif kind == 3:
                index, zero, offset, n = struct.unpack_from("<IIQQ", data,
                                                            at + 16)
                assert zero == 0 and offset % 8 == 0 and offset + 8 * n <= size
                counts = self.modules[index][2]
                assert len(counts) == n
                for i, c in enumerate(struct.unpack_from(f"<{n}Q", data,
                                                         at + offset)):
                    counts[i] += c
            at += size

    def _read_run(self, data):
        packed, plain, crc, head_crc = struct.unpack_from("<QQII", data, 16)
        assert zlib.crc32(data[:36]) == head_crc
        stream = data[40:40 + packed]
        assert len(stream) == packed and zlib.crc32(stream) == crc
        body = zlib.decompress(stream)
        assert len(body) == plain
        at = 0
        while at < len(body):
            kind, at = number(body, at)
            size, at = number(body, at)
            self._record(kind, body[at:at + size])
            at += size
        assert at == len(body)

    def _record(self, kind, body):
        if kind == 1:
            runs, at = number(body, 0)
            self.flags, at = number(body, at)
            cut, at = number(body, at)
            assert (runs, cut) == (1, self.flags & CUT) and at == len(body)
        elif kind == 2:
            _, at = number(body, 0)
            self.label = body[at:].decode()
        elif kind == 3:
            id_kind, at = number(body, 0)
            id_size, at = number(body, at)
            ident = body[at:at + id_size]
            size, at = number(body, at + id_size)
            path = body[at:at + size].decode()
            n, at = number(body, at + size)
            counts = []
            while len(counts) < n:
                zeros, at = number(body, at)
                values, at = number(body, at)
                counts += [0] * zeros
                for _ in range(values):
                    value, at = number(body, at)
                    counts.append(value)
            assert len(counts) == n and at == len(body)
            self.modules.append((path, (id_kind, ident), counts))


def number(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:
            return value, at


def is_pool(path):
    with open(path, "rb") as file:
        return file.read(16) == struct.pack("<8sII", b"EDGEPROF", 1, 3)


def ticket(path):
    """That of a raw file, if there is one."""
    if not os.path.exists(path):
        return None
    with open(path, "rb") as file:
        head = file.read(4096)
    raw = head[:16] == struct.pack("<8sII", b"EDGEPROF", 1, 1)
    return head[2080:2096] if raw else None


def pool(path):
    """The runs in a pool that count."""
    with open(path, "rb") as file:
        data = file.read()
    end, zero, crc = struct.unpack_from("<QII", data, 16)
    assert zero == 0 and zlib.crc32(data[:28]) == crc and end <= len(data)
    runs, at = [], 32
    while at < end:
        size, withdrawn, name_size = struct.unpack_from("<QII", data, at)
        name = data[at + 32:at + 32 + name_size].decode()
        raw = os.path.join(os.path.dirname(path), name)
        if not withdrawn and not (
                name and ticket(raw) == data[at + 16:at + 32]):
            runs.append(Profile(path, data[at + 32 + name_size:at + size]))
        at += size
    assert at == end
    return runs
