#!/usr/bin/env python3
"""Make the good and the broken files of this folder's tests, byte by byte.

usage: make.py FOLDER

Each broken file breaks one rule of docs/format.md, is named after it, and has
checksums that fit unless they are the rule.  FOLDER/expect.txt gets a line
`NAME: MESSAGE` for each, the message that the tools must print.
"""
import os
import struct
import sys
import zlib

ID = bytes(range(1, 21))


def leb(value):
    out = bytearray()
    while value > 0x7f:
        out.append(value & 0x7f | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def record(kind, body):
    return leb(kind) + leb(len(body)) + body


def runs(n=1, flags=0, cut=0):
    return record(1, leb(n) + leb(flags) + leb(cut))


def pairs(counts):
    """One pair for each counter: simple, and allowed."""
    return b"".join(leb(0) + leb(1) + leb(c) if c else leb(1) + leb(0)
                    for c in counts)


def module(counts=(3, 0, 5), path=b"/nowhere/prog", ident=ID, n=None, tail=b""):
    return record(3, leb(1) + leb(len(ident)) + ident + leb(len(path)) + path +
                  leb(len(counts) if n is None else n) + pairs(counts) + tail)


def labelled(label=0, counts=(1, 0, 5), cut=0, number=0, more=b""):
    body = leb(label) + leb(cut) + leb(1)
    if counts:
        body += leb(number) + leb(len(pairs(counts))) + pairs(counts)
    return record(5, body + more)


def text(data):
    return leb(len(data)) + data


def samples(texts=(b"a.c", b"main"), objects=((ID, b"/x/prog"), (b"", b"[kernel]")),
            places=((2, 1, 1, 7), (2, 0, 0, 0)),
            items=((0, 16, 1, 5), (0, 4, 0, 1), (1, 0, 0, 3)), period=1000, n=None,
            tail=b""):
    body = b"".join(map(leb, (1, period, 0, 1, 2)))
    body += leb(len(texts) if n is None else n) + b"".join(map(text, texts))
    body += leb(len(objects)) + b"".join(text(i) + text(p) for i, p in objects)
    body += leb(len(places)) + b"".join(leb(v) for place in places for v in place)
    return record(6, body + b"".join(leb(v) for item in items for v in item) + tail)


def stacks(texts=(b"a.c", b"main"), objects=((ID, b"/x/prog"), (b"", b"[kernel]")),
           places=((2, 1, 1, 7), (2, 0, 0, 0)),
           nodes=((0, 0, 1, 0, 5), (0, 1, 0, 0, 0), (1, 0, 0, 4, 1), (1, 0, 1, 0, 2)),
           period=1000, n=None, tail=b""):
    """Each node: parent less that of the one before, object, place, offset, samples."""
    body = b"".join(map(leb, (1, period, 0)))
    body += leb(len(texts) if n is None else n) + b"".join(map(text, texts))
    body += leb(len(objects)) + b"".join(text(i) + text(p) for i, p in objects)
    body += leb(len(places)) + b"".join(leb(v) for place in places for v in place)
    return record(13, body + b"".join(leb(v) for node in nodes for v in node) + tail)


def ended(*items):
    return record(8, b"".join(leb(v) for item in items for v in item))


def run_file(plain, magic=b"EDGEPROF", version=1, kind=2, packed=None,
             plain_size=None, packed_size=None, crc=None, head_crc=None):
    packed = zlib.compress(plain) if packed is None else packed
    head = magic + struct.pack(
        "<IIQQI", version, kind,
        len(packed) if packed_size is None else packed_size,
        len(plain) if plain_size is None else plain_size,
        zlib.crc32(packed) if crc is None else crc)
    head_crc = zlib.crc32(head) if head_crc is None else head_crc
    return head + struct.pack("<I", head_crc) + packed


def page(data):
    return data + bytes(-len(data) % 4096)


def raw_head(size=4096, flags=0, label=b"a test", opened=b"", ticket=bytes(16)):
    return page(b"EDGEPROF" + struct.pack("<IIQII1024s1024s16s", 1, 1, size, flags, 42,
                                          label, opened, ticket))


def raw_module(n=3, ident=ID, id_size=None, path=b"/nowhere/prog", size=4096, ring=0):
    id_size = len(ident) if id_size is None else id_size
    return page(struct.pack("<IIQIIQ64s3072sQ", 2, 0, size, 1, id_size, n, ident, path, ring))


def raw_counts(counts=(3, 0, 5), number=0, offset=40, n=None, size=4096):
    return page(struct.pack("<IIQIIQQ", 3, 0, size, number, 0, offset,
                            len(counts) if n is None else n) +
                struct.pack(f"<{len(counts)}Q", *counts))


def eights(data):
    return data + bytes(-len(data) % 8)


def raw_part(label=b"part", counts=(1, 0, 1), number=0, size=None, left=None,
             label_size=None):
    """An entry; of LEFT counters the pairs tell."""
    packed = pairs(counts)[:left]
    body = eights(label) + struct.pack("<IIII", number, 7, len(packed), 0) + eights(packed)
    return struct.pack("<IIQII", 24 + len(body) if size is None else size,
                       len(label) if label_size is None else label_size, 1000, 0, 0) + body


def raw_maps(text=b"0-1 r", threads=1, size=None):
    return page(struct.pack("<IIQIIQ", 5, 0, 4096, threads, 0,
                            len(text) if size is None else size) + text)


def raw_stack(data=b"stack", size=None):
    return page(struct.pack("<IIQIIQQ17Q", 6, 0, 4096, 7, 0, 0x7ff0,
                            len(data) if size is None else size, *range(17)) + data)


def raw_ring(names=(20, 1, 21), cursor=None, size=4096 + 4 * 65536):
    """Of which cursor and slots are written, and what follows is a hole."""
    head = struct.pack("<IIQI", 7, 0, size, 7).ljust(64, b"\0") + struct.pack(
        "<I", len(names) if cursor is None else cursor)
    return page(head) + struct.pack(f"<{1 + len(names)}I", 0, *names).ljust(4 * 65536, b"\0")


def raw_parts(*entries, size=4096):
    return page(struct.pack("<IIQ", 4, 0, size) + b"".join(entries))


def entry(image, size=None, withdrawn=0, name=b"", ticket=bytes(16), name_size=None):
    return struct.pack("<QII16s", 32 + len(name) + len(image) if size is None else size,
                       withdrawn, len(name) if name_size is None else name_size,
                       ticket) + name + image


def pool(*entries, size=None, crc=None, more=b""):
    body = b"".join(entries)
    head = b"EDGEPROF" + struct.pack("<IIQI", 1, 3, 32 + len(body) if size is None else size,
                                     0)
    return head + struct.pack("<I", zlib.crc32(head) if crc is None else crc) + body + more


GOOD_RUN = run_file(runs() + module())
GOOD_RAW = raw_head() + raw_module() + raw_counts()
TOP = 2**64 - 1

LABELS = runs(5, 1, 2) + record(2, leb(2) + b"two") + record(2, leb(1) + b"one")
SAMPLES = "damaged samples record"
STACKS = "damaged record of stacks"
LABELLED = "damaged record of a label's counts"
STACK = "a stack that is larger than its chunk"
PART = "damaged entry of a part of the run"
TIMES = "damaged record of a label's time"
ENDED = "damaged record of frames that ended"

OTHER = run_file(runs(2, 1, 1) + module((1, 0, TOP)))
LATER = run_file(runs() + record(2, leb(1) + b"a") + module())
TICKET = b"good-raw-ticket."

GOOD = {
    "pool": pool(entry(GOOD_RUN), entry(OTHER, name=b"gone"), entry(LATER), more=b"begun"),
    "pool-labels": pool(entry(LATER), entry(LATER), entry(run_file(
        runs() + record(2, leb(1) + b"b") + module((0, 1, 1))))),
    "pool-withdrawn": pool(entry(GOOD_RUN, withdrawn=1), entry(OTHER)),
    "pool-raw-there": pool(entry(OTHER), entry(
        GOOD_RUN, name=b"good-raw-ticket.prof", ticket=TICKET)),
    "pool-raw-other": pool(entry(OTHER), entry(
        GOOD_RUN, name=b"good-raw-ticket.prof", ticket=bytes(16))),
    "raw-ticket": raw_head(ticket=TICKET) + raw_module() + raw_counts(),
    "run": GOOD_RUN,
    "raw": GOOD_RAW,
    "raw-no-chunks": raw_head(),
    "raw-ends-in-holes": GOOD_RAW + bytes(8192),
    "raw-two-threads": GOOD_RAW + raw_counts((1, 1, TOP)),
    "raw-loaded-twice": GOOD_RAW + raw_module() + raw_counts((4, 4, 4), 1),
    "raw-parts": raw_head() + raw_parts(
        raw_part(), raw_part(b"", (1, 0, 0)), raw_part(b"other"), raw_part(number=2**32 - 1)
    ) + raw_module() + raw_counts(),
    "raw-stacks": raw_head() + raw_module() + raw_counts() + raw_maps() + raw_stack() +
        raw_stack(),
    "raw-ring": raw_head() + raw_module(ring=2) + raw_counts((3, 7, 5)) + raw_ring(),
    "raw-rings": raw_head() + raw_ring(()) + raw_ring((20, 0, 21), 2**32 - 1) + raw_module() +
        raw_counts() + raw_ring(range(100, 60000)),
    "raw-stacks-twice": raw_head() + raw_module() + raw_counts() + raw_maps() * 2 +
        raw_stack(),
    "raw-parts-later": raw_head() + raw_module() + raw_counts() + raw_parts(
        raw_part(counts=(3, 1, 0)), raw_part(b"", (1, 0, 0))),
    "raw-part-open": raw_head(opened=b"part") + raw_module() + raw_counts() + raw_parts(
        raw_part(), raw_part(b"", (1, 0, 0))),
    "raw-part-unlabelled": raw_head(label=b"", opened=b"part") + raw_module() + raw_counts(),
    "run-label-twice": run_file(runs(3) + record(2, leb(1) + b"a") * 2 + module() +
                                labelled(0, (1, 0, 0)) + labelled(1, (1, 0, 2))),
    "run-times": run_file(runs(3) + record(2, leb(1) + b"a") + record(2, leb(2) + b"b") +
                          record(7, leb(1) + leb(2) + leb(900)) +
                          record(7, leb(0) + leb(1) + leb(TOP))),
    "run-ticket": run_file(runs() + module() + record(11, TICKET)),
    "run-ended": run_file(runs() + module() + ended((0, 1, 1), (0, 3, TOP), (2, 1, 2))),
    "run-ended-nobody": run_file(runs() + module() + ended()),
    "run-unknown-record": run_file(runs() + record(99, b"later") + module()),
    "run-labels": run_file(runs(3, 1, 2) + record(2, leb(2) + b"two") + module()),
    "run-labelled": run_file(LABELS + module() + labelled(1) + labelled(
        0, (2, 0, 0), 1)),
    "run-labelled-nothing": run_file(LABELS + module() + labelled(0, ())),
    "run-labelled-one": run_file(runs(2) + record(2, leb(2) + b"a") + module()),
    "run-labelled-twice": run_file(runs(2) + record(2, leb(2) + b"a") + module() +
                                   labelled(0, (9, 9, 9), 1)),
    "run-notes": run_file(runs() + module() + record(4, bytes(8) + b"x")),
    "run-over-raw": GOOD_RUN + GOOD_RAW[len(GOOD_RUN):],
    "run-samples": run_file(runs() + module() + samples()),
    "run-samples-alone": run_file(runs() + samples((), (), (), ()) + samples(
        period=7, items=((1, 9, 0, TOP),) * 2)),
    "run-samples-twice": run_file(runs() + samples() + samples()),
    "run-stacks": run_file(runs() + samples() + stacks()),
    "run-stacks-alone": run_file(runs() + stacks((), (), (), ()) + stacks(
        period=7, nodes=((0, 1, 0, 9, TOP),) * 2)),
    "run-stacks-twice": run_file(runs() + samples() + stacks() + samples() + stacks(
        nodes=((0, 1, 0, 0, 3), (1, 0, 1, 0, 1)))),
    "run-top": run_file(runs() + module((TOP, 1, 0))),
}

BROKEN = {
    "empty": (b"", "empty"),
    "short": (b"EDGEPROF", "not an edgeprof file"),
    "text": (b"This is no profile at all.\n", "not an edgeprof file"),
    "zeros": (bytes(1 << 20), "not an edgeprof file"),
    "version": (run_file(runs(), version=9),
                "version 9 of the format, this program reads version 1"),
    "kind": (run_file(runs(), kind=7), "kind 7, neither raw (1), run (2) nor pool (3)"),
    "pool-head-cut": (pool()[:20], "cut off after 20 bytes, within its head"),
    "pool-head-crc": (pool(entry(GOOD_RUN), crc=1), "damaged head, its checksum differs"),
    "pool-cut": (pool(entry(GOOD_RUN))[:-4], "cut off, 4 bytes are missing"),
    "pool-ends-early": (pool(size=100), "cut off after 32 bytes, within an entry"),
    "pool-entry-size": (pool(entry(GOOD_RUN, size=1 << 40)), "entry at byte 32: damaged"),
    "pool-entry-small": (pool(entry(GOOD_RUN, size=31)), "entry at byte 32: damaged"),
    "pool-entry-overlaps": (pool(entry(GOOD_RUN, size=80), entry(GOOD_RUN)),
                            "entry at byte 32: damaged"),
    "pool-entry-name": (pool(entry(GOOD_RUN, name_size=4096)), "entry at byte 32: damaged"),
    "pool-entry-raw": (pool(entry(GOOD_RUN), entry(GOOD_RAW)),
                       f"entry at byte {64 + len(GOOD_RUN)}: no run file"),
    "pool-entry-crc": (pool(entry(run_file(runs(), crc=1))),
                       "damaged, the checksum differs"),
    "pool-differs": (pool(entry(GOOD_RUN), entry(run_file(runs() + module((1, 2))))),
                     f"2 counters for /nowhere/prog (build-id {ID.hex()}), elsewhere 3"),
    "run-head-cut": (GOOD_RUN[:30], "cut off after 30 bytes, within its head"),
    "run-head-crc": (run_file(runs(), head_crc=1),
                     "damaged head, its checksum differs"),
    "run-cut": (GOOD_RUN[:-4], "cut off, 4 bytes are missing"),
    "run-crc": (run_file(runs(), crc=1), "damaged, the checksum differs"),
    "run-claims-too-much": (run_file(runs(), plain_size=1 << 60),
                            "damaged head, impossible sizes"),
    "run-packed-claims": (run_file(runs(), packed_size=1 << 60),
                          "cut off, 1152921504606846963 bytes are missing"),
    "run-plain-size": (run_file(runs(), plain_size=4),
                       "damaged, its contents do not unpack"),
    "run-not-zlib": (run_file(runs(), packed=b"not zlib", plain_size=9),
                     "damaged, its contents do not unpack"),
    "run-bomb": (run_file(bytes(1 << 24), plain_size=100),
                 "damaged, its contents do not unpack"),
    "run-nothing": (run_file(b""), "holds no run"),
    "run-not-first": (run_file(module() + runs()),
                      "damaged, its runs record is not the first"),
    "run-twice": (run_file(runs() + runs()),
                  "damaged, its runs record is not the first"),
    "run-more-cut": (run_file(runs(1, 1, 2)), "damaged runs record"),
    "record-too-long": (run_file(runs() + leb(3) + leb(1 << 40)),
                        "damaged, a record ends after the file"),
    "leb-too-long": (run_file(runs() + b"\xff" * 11),
                     "damaged, a record ends after the file"),
    "module-no-id": (run_file(runs() + module(ident=b"")),
                     "damaged module record"),
    "module-long-id": (run_file(runs() + module(ident=bytes(65))),
                       "damaged module record"),
    "module-few": (run_file(runs() + module(n=4)), "damaged module record"),
    "module-many": (run_file(runs() + module(n=2)), "damaged module record"),
    "module-tail": (run_file(runs() + module(tail=b"\0")),
                    "damaged module record"),
    "module-empty-pair": (run_file(runs() + module((), n=1, tail=b"\0\0")),
                          "damaged module record"),
    "module-huge": (run_file(runs() + module((), n=1 << 40,
                                             tail=leb(1 << 40) + leb(0))),
                    "damaged module record"),
    "labelled-alone": (run_file(runs() + module() + labelled()), LABELLED),
    "labelled-twice": (run_file(LABELS + module() + labelled() * 2), LABELLED),
    "labelled-cut": (run_file(LABELS + module() + labelled(cut=3)), LABELLED),
    "labelled-few": (run_file(LABELS + module() + labelled(counts=(1, 1))),
                     LABELLED),
    "labelled-module": (run_file(LABELS + module() + labelled(number=1)),
                        LABELLED),
    "labelled-before": (run_file(LABELS + labelled() + module()), LABELLED),
    "labelled-module-twice": (run_file(LABELS + module() + labelled(
        more=leb(0) + leb(6) + pairs((1, 1, 1)))), LABELLED),
    "labelled-size": (run_file(LABELS + module() + labelled(
        counts=(), more=leb(0) + leb(1 << 40))), LABELLED),
    "samples-cut": (run_file(runs() + record(6, leb(1) + leb(1000))), SAMPLES),
    "samples-period": (run_file(runs() + samples(period=0)), SAMPLES),
    "samples-many-texts": (run_file(runs() + samples(n=1 << 40)), SAMPLES),
    "samples-empty-text": (run_file(runs() + samples((b"a", b""))), SAMPLES),
    "samples-zero-in-text": (run_file(runs() + samples((b"a", b"b\0c"))), SAMPLES),
    "samples-long-id": (run_file(runs() + samples(
        objects=((bytes(65), b"/x"),) * 2)), SAMPLES),
    "samples-no-path": (run_file(runs() + samples(objects=((ID, b""),) * 2)),
                        SAMPLES),
    "samples-no-such-text": (run_file(runs() + samples(places=((3, 0, 0, 0),))),
                             SAMPLES),
    "samples-line": (run_file(runs() + samples(places=((1, 0, 0, 1 << 32),))),
                     SAMPLES),
    "samples-no-such-object": (run_file(runs() + samples(items=((2, 0, 0, 1),))),
                               SAMPLES),
    "samples-no-such-place": (run_file(runs() + samples(items=((0, 0, 3, 1),))),
                              SAMPLES),
    "samples-none": (run_file(runs() + samples(items=((0, 0, 1, 0),))), SAMPLES),
    "samples-offset": (run_file(runs() + samples(items=((0, TOP, 1, 1),
                                                        (0, 1, 1, 1)))), SAMPLES),
    "samples-tail": (run_file(runs() + samples(tail=b"\0")), SAMPLES),
    "stacks-cut": (run_file(runs() + record(13, leb(1) + leb(1000))), STACKS),
    "stacks-period": (run_file(runs() + stacks(period=0)), STACKS),
    "stacks-many-texts": (run_file(runs() + stacks(n=1 << 40)), STACKS),
    "stacks-no-such-object": (run_file(runs() + stacks(nodes=((0, 2, 0, 0, 1),))), STACKS),
    "stacks-no-such-place": (run_file(runs() + stacks(nodes=((0, 0, 3, 0, 1),))), STACKS),
    "stacks-own-parent": (run_file(runs() + stacks(nodes=((1, 0, 1, 0, 1),))), STACKS),
    "stacks-parent-later": (run_file(runs() + stacks(nodes=((0, 0, 1, 0, 1),
                                                            (TOP, 0, 1, 0, 1)))), STACKS),
    "stacks-tail": (run_file(runs() + stacks(tail=b"\0")), STACKS),
    "notes-alone": (run_file(runs() + record(4, bytes(9))),
                    "damaged notes record"),
    "notes-short": (run_file(runs() + module() + record(4, bytes(7))),
                    "damaged notes record"),
    "notes-twice": (run_file(runs() + module() + record(4, bytes(9)) * 2),
                    "two notes records for one module"),
    "raw-head-cut": (raw_head()[:500], "cut off after 500 bytes, within its head"),
    "raw-head-size": (raw_head(size=64), "damaged head"),
    "raw-label-end": (raw_head(label=b"x" * 1024), "damaged head"),
    "raw-chunk-size": (raw_head() + raw_module(size=100),
                       "chunk at byte 4096: damaged"),
    "raw-chunk-type": (raw_head() + page(struct.pack("<IIQ", 9, 0, 4096)),
                       "chunk at byte 4096: unknown type"),
    "raw-part-open-end": (raw_head(opened=b"x" * 1024), "damaged head"),
    "raw-part-size": (GOOD_RAW + raw_parts(raw_part(size=20)), PART),
    "raw-part-outside": (GOOD_RAW + raw_parts(raw_part(size=8192)), PART),
    "raw-part-label": (GOOD_RAW + raw_parts(raw_part(label_size=1000)), PART),
    "raw-part-zero": (GOOD_RAW + raw_parts(raw_part(b"a\0b")), PART),
    "raw-part-counts": (GOOD_RAW + raw_parts(raw_part(counts=(1, 1, 1, 1))), PART),
    "raw-part-short": (GOOD_RAW + raw_parts(raw_part(left=2)), PART),
    "raw-maps-outside": (GOOD_RAW + raw_maps(size=4065), STACK),
    "raw-stack-outside": (GOOD_RAW + raw_stack(size=3921), STACK),
    "raw-stack-cut": (GOOD_RAW + raw_stack()[:180], 
                      "cut off after 12468 bytes, within a stack"),
    "raw-ring-size": (GOOD_RAW + raw_ring(size=4096), "a ring of 4096 bytes"),
    "raw-ring-cut": (GOOD_RAW + raw_ring()[:8192], "cut off after 20480 bytes, within a ring"),
    "raw-ring-counter": (raw_head() + raw_module(ring=4),
                         "chunk at byte 4096: a ring that no counter stands for"),
    "raw-parts-cut": (GOOD_RAW + raw_parts(raw_part())[:60],
                      "cut off after 12348 bytes, within a part of the run"),
    "times-label": (run_file(runs() + record(7, bytes(3))), TIMES),
    "times-runs": (run_file(runs() + record(2, leb(1) + b"a") +
                            record(7, leb(0) + leb(2) + leb(1))), TIMES),
    "times-twice": (run_file(runs() + record(2, leb(1) + b"a") +
                             record(7, leb(0) + leb(1) + leb(1)) * 2), TIMES),
    "ticket-short": (run_file(runs() + record(11, bytes(15))), "damaged ticket"),
    "ticket-long": (run_file(runs() + record(11, bytes(17))), "damaged ticket"),
    "ended-module": (run_file(runs() + ended((0, 1, 1))), ENDED),
    "ended-counter": (run_file(runs() + module() + ended((3, 1, 1))), ENDED),
    "ended-correction": (run_file(runs() + module() + ended((1, 0, 1))), ENDED),
    "ended-nobody": (run_file(runs() + module() + ended((0, 1, 0))), ENDED),
    "ended-order": (run_file(runs() + module() + ended((1, 2, 1), (0, 1, 1))), ENDED),
    "ended-again": (run_file(runs() + module() + ended((1, 2, 1), (0, 2, 1))), ENDED),
    "ended-cut": (run_file(runs() + module() + record(8, leb(1) + leb(2))), ENDED),
    "ended-twice": (run_file(runs() + module() + ended((0, 1, 1)) * 2), ENDED),
    "raw-module-cut": (raw_head() + raw_module()[:2000],
                       "cut off after 6096 bytes, within a module"),
    "raw-module-id": (raw_head() + raw_module(id_size=65),
                      "chunk at byte 4096: no module id"),
    "raw-module-path": (raw_head() + raw_module(path=b"p" * 3072),
                        "chunk at byte 4096: path without end"),
    "raw-module-huge": (raw_head() + raw_module(n=1 << 40),
                        "chunk at byte 4096: more counters than any program has"),
    "raw-counts-module": (raw_head() + raw_module() + raw_counts(number=1),
                          "chunk at byte 8192: counts of a module that is not "
                          "there"),
    "raw-counts-outside": (raw_head() + raw_module() + raw_counts(offset=4088),
                           "chunk at byte 8192: counts outside their chunk"),
    "raw-counts-odd": (raw_head() + raw_module() + raw_counts(offset=44),
                       "chunk at byte 8192: counts outside their chunk"),
    "raw-counts-n": (raw_head() + raw_module() + raw_counts(n=2),
                     "2 counts for module /nowhere/prog, which has 3"),
    "raw-counts-cut": (GOOD_RAW[:-4096 + 48],
                       "cut off after 8240 bytes, within counts"),
    "raw-module-differs": (raw_head() + raw_module() + raw_module(n=4),
                           "module /nowhere/prog has 4 counters, and 3 before"),
}


def main(folder):
    os.makedirs(folder, exist_ok=True)
    expect = []
    for name, data in GOOD.items():
        with open(os.path.join(folder, f"good-{name}.prof"), "wb") as out:
            out.write(data)
    for name, (data, message) in BROKEN.items():
        with open(os.path.join(folder, f"{name}.prof"), "wb") as out:
            out.write(data)
        expect.append(f"{name}.prof: {message}")
    with open(os.path.join(folder, "expect.txt"), "w", encoding="utf-8") as out:
        out.write("\n".join(expect) + "\n")


if __name__ == "__main__":
    main(sys.argv[1])
