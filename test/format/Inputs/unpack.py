#!/usr/bin/env python3
"""Write the files that a test holds.

usage: unpack.py TEST

Each is a line `FILE: NAME`, its bytes as base64, and a line `END`.
"""
import base64
import re
import sys

with open(sys.argv[1], encoding="utf-8") as test:
    for name, text in re.findall(r"^FILE: (.*)\n([^:]*)^END$", test.read(), re.M):
        with open(name, "wb") as out:
            out.write(base64.b64decode(text))
