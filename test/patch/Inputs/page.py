#!/usr/bin/env python3
"""Check that a page's elements are closed in their order, and its links lead somewhere.

usage: page.py PAGE
"""
import html.parser
import sys

VOID = ("meta", "link", "br")


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.ids, self.links = [], set(), set()

    def handle_starttag(self, tag, attrs):
        if tag not in VOID:
            self.open.append(tag)
        for name, value in attrs:
            if name == "id":
                assert value not in self.ids, f"twice: {value}"
                self.ids.add(value)
            if name == "href" and value.startswith("#"):
                self.links.add(value[1:])

    def handle_endtag(self, tag):
        assert self.open and self.open.pop() == tag, f"{tag} at {self.getpos()}"


def main(path):
    page = Page()
    with open(path, encoding="utf-8") as text:
        page.feed(text.read())
    assert not page.open, page.open
    assert page.links and page.links <= page.ids, page.links - page.ids


if __name__ == "__main__":
    main(*sys.argv[1:])
