#!/usr/bin/env python3
"""A second reader of raw and run files, written from docs/format.md alone.

usage: reader.py FILE...

Prints for each file what is in it, in one canonical text: equal profiles, equal
texts.  Exit status 1 at a file that breaks the format.
"""
import os
import struct
import sys
import zlib

TOP = 2**64 - 1


class Broken(Exception):
    pass


def need(condition, fact):
    if not condition:
        raise Broken(fact)


class Bytes:
    """Bytes read from the front."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def left(self):
        return len(self.data) - self.at

    def take(self, size):
        need(size <= self.left(), "ends too early")
        self.at += size
        return self.data[self.at - size:self.at]

    def leb(self):
        value = shift = 0
        while True:
            byte = self.take(1)[0]
            value |= (byte & 0x7f) << shift
            shift += 7
            if not byte & 0x80:
                need(value <= TOP, "number too large")
                return value
            need(shift < 70, "number too long")


class Profile:
    def __init__(self):
        self.runs = self.flags = self.cut = 0
        self.labels, self.modules = {}, {}
        self.labelled = {}  # label -> Profile
        self.times = {}  # label -> [runs, nanoseconds]
        self.ended = {}  # module, counter, correction -> frames
        self.samplings = {}  # event, period, flags -> [runs, lost, samples, paths]
        self.stacks = {}  # event, period, flags -> (frames -> samples, paths)

    def add_counts(self, key, path, counts):
        known = self.modules.setdefault(key, [path, [0] * len(counts), None])
        need(len(known[1]) == len(counts), "counters differ")
        known[1] = [min(a + b, TOP) for a, b in zip(known[1], counts)]

    def of_label(self, label):
        """Its runs' Profile, or None if their counts are not kept."""
        if list(self.labels.values()) == [self.runs] and self.runs < TOP:
            return self
        return self.labelled.get(label)

    def add(self, other):
        """A label's counts are kept if both keep them."""
        kept = {label: [part for part in (self.of_label(label) if label in self.labels
                                          else None, other.of_label(label)
                                          if label in other.labels else None) if part]
                for label in {**self.labels, **other.labels}
                if (label not in self.labels or self.of_label(label)) and
                (label not in other.labels or other.of_label(label))}
        self.labelled = {}
        for label, parts in kept.items():
            self.labelled[label] = of = Profile()
            for part in parts:
                of.add_own(part)
        self.add_own(other)
        for label, runs in other.labels.items():
            self.labels[label] = self.labels.get(label, 0) + runs
        for label, times in other.times.items():
            known = self.times.get(label, [0, 0])
            self.times[label] = [a + b for a, b in zip(known, times)]

    def add_own(self, other):
        self.runs += other.runs
        self.cut += other.cut
        self.flags |= other.flags
        for key, (path, counts, _) in other.modules.items():
            self.add_counts(key, path, counts)

    def text(self):
        lines = [f"runs {self.runs} flags {self.flags} cut {self.cut}"]
        for label, runs in sorted(self.labels.items()):
            lines.append(f"label {label!r} {runs}")
            of = self.of_label(label)
            if of:
                lines.append(f" flags {of.flags} cut {of.cut}")
                lines += [f" {ident.hex()} {counts}" for (_, ident), (
                    _, counts, _) in sorted(of.modules.items())]
            if label in self.times:
                lines.append(f" time {self.times[label]}")
        for (kind, ident), (path, counts, notes) in sorted(
                self.modules.items(), key=lambda m: (m[1][0], m[0])):
            lines.append(f"module {kind}:{ident.hex()} {path}"
                         f" notes {len(notes) if notes else 0}")
            lines.append(" ".join(map(str, counts)))
            lines += [f" ended {at[1]} {at[2]} {frames}" for at, frames in
                      sorted(self.ended.items()) if at[0] == (kind, ident)]
        for key, (runs, lost, items, paths) in sorted(self.samplings.items()):
            lines.append(f"samples {key} runs {runs} lost {lost}")
            lines += sorted(f" {paths[item[0]]} {item} {n}" for item, n in items.items())
        for key, (items, paths) in sorted(self.stacks.items()):
            lines += sorted(f" {key} {[(paths[f[0]], *f) for f in frames]} {n}"
                            for frames, n in items.items() if n)
        return "\n".join(lines)


def zero_ended(data):
    need(b"\0" in data, "text without end")
    return data[:data.index(b"\0")].decode()


def read_entries(chunk, entries):
    """Those of a PARTS chunk: [label, time, flags, [(module, bytes)]]."""
    at = 16
    while at + 24 <= len(chunk):
        size, label_size, time, flags = struct.unpack_from("<IIQI", chunk, at)
        if size == 0:
            break
        need(size % 8 == 0 and 24 <= size <= len(chunk) - at, "entry")
        of, end = at + 24 + (label_size + 7) // 8 * 8, at + size
        label = chunk[at + 24:at + 24 + label_size].decode()
        parts = []
        while of < end:
            module, _, n = struct.unpack_from("<III", chunk, of)
            parts.append((module, chunk[of + 16:of + 16 + n]))
            of += 16 + (n + 7) // 8 * 8
        need(of == end, "entry")
        entries.append((label, time, flags, parts))
        at = end


def add_parts(profile, entries, numbers, run, opened):
    """What docs/format.md says of labels in a raw file."""
    said = {key: [0] * len(known[1]) for key, known in profile.modules.items()}
    outside, ofs = Profile(), {}
    for label, time, flags, parts in entries:
        of = ofs.setdefault(label, Profile()) if label else outside
        of.flags |= flags
        if label:
            profile.runs += 1
            profile.labels[label] = profile.labels.get(label, 0) + 1
            timed = profile.times.setdefault(label, [0, 0])
            profile.times[label] = [timed[0] + 1, timed[1] + time]
        for module, data in parts:
            if module < len(numbers):
                key, path, n, _ = numbers[module]
                counts = read_counts(Bytes(data), n)
                of.add_counts(key, path, counts)
                said[key] = [min(a + b, TOP) for a, b in zip(said[key], counts)]
    rest = {}
    for key, known in profile.modules.items():
        known[1] = [max(a, b) for a, b in zip(known[1], said[key])]
        rest[key] = [a - b for a, b in zip(known[1], said[key])]
    profile.cut += bool(opened)
    profile.runs += bool(opened)
    for label, more in ((opened, True), (run, not opened)):
        if label:
            of = ofs.setdefault(label, Profile())
            of.cut, of.flags = of.cut + 1, of.flags | profile.flags
            profile.labels[label] = profile.labels.get(label, 0) + 1
            for key, (path, _, _) in profile.modules.items():
                if more:
                    of.add_counts(key, path, rest[key])
                if label == run and key in outside.modules:
                    of.add_counts(key, path, outside.modules[key][1])
    profile.labelled = ofs


def read_raw(data):
    profile = Profile()
    need(len(data) >= 4096, "head too short")
    size, flags, _, label = struct.unpack_from("<QII1024s", data, 16)
    need(size == 4096, "head size")
    profile.runs = profile.cut = 1
    profile.flags = flags | 1
    run = zero_ended(label)
    opened = zero_ended(data[32 + 1024:32 + 2048])
    numbers, entries = [], []
    at = 4096
    while at < len(data):
        kind, _, size = struct.unpack_from("<IIQ", data, at)
        if kind == 0:
            break
        need(size and size % 4096 == 0 and at + size <= len(data), "chunk size")
        chunk = data[at:at + size]
        if kind == 2:
            id_kind, id_size, n, ident, path = struct.unpack_from(
                "<IIQ64s3072s", chunk, 16)
            ring, = struct.unpack_from("<Q", chunk, 3168)
            need(id_kind in (1, 2) and 1 <= id_size <= 64, "id")
            need(n <= 2**28 and ring <= n, "counters")
            numbers.append(((id_kind, ident[:id_size]), zero_ended(path), n, ring))
            profile.add_counts(*numbers[-1][:2], [0] * n)
        elif kind == 4:
            read_entries(chunk, entries)
        elif kind == 5:
            need(struct.unpack_from("<Q", chunk, 24)[0] <= size - 32, "mappings")
        elif kind == 6:
            need(struct.unpack_from("<Q", chunk, 32)[0] <= size - 176, "stack")
        elif kind == 7:
            need(size >= 4096 + 4 * 65536, "ring")
        else:
            need(kind == 3, "chunk type")
            number, _, offset, n = struct.unpack_from("<IIQQ", chunk, 16)
            need(number < len(numbers) and n == numbers[number][2], "counts")
            need(offset % 8 == 0 and 40 <= offset and
                 offset + 8 * n <= size, "counts outside")
            counts = list(struct.unpack_from(f"<{n}Q", chunk, offset))
            if numbers[number][3]:
                counts[numbers[number][3] - 1] = 0
            profile.add_counts(*numbers[number][:2], counts)
        at += size
    if entries or opened:
        add_parts(profile, entries, numbers, run, opened)
    elif run:
        profile.labels[run] = 1
    return profile


def read_counts(body, n):
    counts = []
    while len(counts) < n:
        zeros, values = body.leb(), body.leb()
        need(0 < zeros + values <= n - len(counts), "pair")
        counts += [0] * zeros
        counts += [body.leb() for _ in range(values)]
    need(body.left() == 0, "record too long")
    return counts


def read_labelled(body, profile, texts, numbers, done):
    number = body.leb()
    need(number < len(texts) and number not in done, "label")
    done.add(number)
    of = profile.labelled.setdefault(texts[number], Profile())
    of.cut, of.flags = of.cut + body.leb(), of.flags | body.leb()
    need(of.cut <= profile.labels[texts[number]], "cut")
    seen = set()
    while body.left():
        module = body.leb()
        need(module < len(numbers) and module not in seen, "module")
        seen.add(module)
        key, path, n = numbers[module]
        of.add_counts(key, path, read_counts(Bytes(body.take(body.leb())), n))


def read_str(body):
    text = body.take(body.leb())
    need(text and b"\0" not in text, "text")
    return text.decode()


def read_objects(body, paths):
    """Keys: ids, and else paths; of the paths of an id the smallest."""
    objects = []
    for _ in range(body.leb()):
        size = body.leb()
        need(size <= 64, "id size")
        ident, path = body.take(size), read_str(body)
        objects.append(ident or path)
        paths[objects[-1]] = min(path, paths.get(objects[-1], path))
    return objects


def read_tables(body, paths):
    texts = [""] + [read_str(body) for _ in range(body.leb())]
    objects = read_objects(body, paths)
    places = [("", "", "", 0)]
    for _ in range(body.leb()):
        numbers = [body.leb() for _ in range(4)]
        need(max(numbers[:3]) < len(texts), "text of a place")
        places.append((*(texts[n] for n in numbers[:3]), numbers[3]))
    return objects, places


def read_stacks(body, profile):
    key = tuple(body.leb() for _ in range(3))
    need(key[1], "period")
    profile.samplings.setdefault(key, [0, 0, {}, {}])
    own, paths = profile.stacks.setdefault(key, ({}, {}))
    objects, places = read_tables(body, paths)
    nodes, parent = [()], 0
    while body.left():
        more, of, place, offset, n = (body.leb() for _ in range(5))
        parent += more
        need(parent < len(nodes) and of < len(objects) and place < len(places), "node")
        nodes.append((*nodes[parent], (objects[of], offset, places[place])))
        own[nodes[-1]] = min(own.get(nodes[-1], 0) + n, TOP)


def read_samples(body, profile):
    event, period, flags, runs, lost = (body.leb() for _ in range(5))
    need(period, "period")
    own = profile.samplings.setdefault((event, period, flags), [0, 0, {}, {}])
    own[0], own[1] = min(own[0] + runs, TOP), min(own[1] + lost, TOP)
    objects, places = read_tables(body, own[3])
    last = offset = None
    while body.left():
        of, more, place, n = (body.leb() for _ in range(4))
        need(of < len(objects) and place < len(places) and n, "sample")
        offset = more + (offset if of == last else 0)
        need(offset <= TOP, "offset")
        last = of
        key = objects[of], offset, places[place]
        own[2][key] = min(own[2].get(key, 0) + n, TOP)


def read_ended(body, profile, module, n_counters):
    need(not any(at[0] == module for at in profile.ended), "ENDED twice")
    before = (module, 0, 0)
    while body.left():
        at = module, before[1] + body.leb(), body.leb()
        frames = body.leb()
        need(before < at and at[1] < n_counters and at[2] and frames, "ENDED")
        profile.ended[at] = frames
        before = at


def read_run(data):
    need(len(data) >= 40, "head too short")
    packed_size, plain_size, crc, head_crc = struct.unpack_from("<QQII", data, 16)
    need(zlib.crc32(data[:36]) == head_crc, "head checksum")
    packed = data[40:40 + packed_size]
    need(len(packed) == packed_size, "size")
    need(zlib.crc32(packed) == crc, "checksum")
    plain = Bytes(zlib.decompress(packed))
    need(plain.left() == plain_size, "plain size")
    profile = Profile()
    last = None
    first = True
    texts, numbers, done = [], [], set()
    while plain.left():
        kind, body = plain.leb(), Bytes(plain.take(plain.leb()))
        need(first == (kind == 1), "RUNS is not first")
        first = False
        if kind == 1:
            profile.runs, profile.flags, profile.cut = (
                body.leb(), body.leb(), body.leb())
        elif kind == 2:
            runs = body.leb()
            texts.append(body.take(body.left()).decode())
            profile.labels[texts[-1]] = profile.labels.get(texts[-1], 0) + runs
        elif kind == 3:
            id_kind = body.leb()
            last = (id_kind, body.take(body.leb()))
            path = body.take(body.leb()).decode()
            numbers.append((last, path, body.leb()))
            profile.add_counts(last, path, read_counts(body, numbers[-1][2]))
        elif kind == 4:
            need(last and profile.modules[last][2] is None, "NOTES")
            body.take(8)
            profile.modules[last][2] = body.take(body.left())
        elif kind == 5:
            read_labelled(body, profile, texts, numbers, done)
        elif kind == 6:
            read_samples(body, profile)
        elif kind == 13:
            read_stacks(body, profile)
        elif kind == 7:
            number, runs, time = body.leb(), body.leb(), body.leb()
            need(number < len(texts) and runs <= profile.labels[texts[number]], "time")
            timed = profile.times.setdefault(texts[number], [0, 0])
            profile.times[texts[number]] = [timed[0] + runs, timed[1] + time]
        elif kind == 8:
            need(last, "ENDED")
            read_ended(body, profile, last, numbers[-1][2])
    need(not first, "no RUNS")
    return profile


def ticket_of(path):
    """That of a raw file, or None."""
    try:
        with open(path, "rb") as file:
            head = file.read(4096)
    except OSError:
        return None
    raw = len(head) == 4096 and head[:16] == struct.pack("<8sII", b"EDGEPROF", 1, 1)
    return head[2080:2096] if raw else None


def read_pool(data, folder):
    profile = Profile()
    end, _, crc = struct.unpack_from("<QII", data, 16)
    need(zlib.crc32(data[:28]) == crc and end <= len(data), "head")
    at = 32
    while at < end:
        size, withdrawn, name_size = struct.unpack_from("<QII", data, at)
        need(size >= 32 + name_size and at + size <= end and name_size < 4096, "entry")
        name = data[at + 32:at + 32 + name_size].decode()
        ticket = data[at + 16:at + 32]
        if not withdrawn and not (
                name and ticket_of(os.path.join(folder, name)) == ticket):
            image = data[at + 32 + name_size:at + size]
            need(image[:16] == struct.pack("<8sII", b"EDGEPROF", 1, 2), "no run file")
            profile.add(read_run(image))
        at += size
    return profile


def read(path):
    with open(path, "rb") as file:
        data = file.read()
    need(data[:8] == b"EDGEPROF", "magic")
    version, kind = struct.unpack_from("<II", data, 8)
    need(version == 1 and kind in (1, 2, 3), "version or kind")
    if kind == 3:
        return read_pool(data, os.path.dirname(path))
    return read_raw(data) if kind == 1 else read_run(data)


def main(paths):
    for path in paths:
        try:
            print(read(path).text())
        except (Broken, struct.error, zlib.error, UnicodeDecodeError) as fact:
            print(f"{path}: {fact}")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
