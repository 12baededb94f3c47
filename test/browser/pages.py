#!/usr/bin/env python3
"""Use the pages of prof-show html in Chromium as a reader does: clicks, keys,
filters; light, dark, narrow, printed, without a script, by a screen reader.

usage: pages.py BUILD [SCREENSHOTS]
"""
import base64
import glob
import itertools
import json
import os
import re
import resource
import subprocess
import sys
import tempfile

from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.dirname(HERE))
import compilers  # noqa: E402
FLAGS = """--headless --no-sandbox --disable-gpu --disable-quic --no-first-run
    --disable-background-networking --disable-component-update --disable-sync
    --disable-dev-shm-usage --hide-scrollbars""".split()
FOLDERS = {"src/core": 3, "src/tools/show": 2, "lib": 1}


def make_pages(build, folder):
    """Runs of one program whose copies lie in several folders."""
    source = os.path.join(HERE, "pages.cc")
    with open(source, encoding="utf-8") as file:
        text = file.read()
    names = [f"{d}/part{i}.cc" for d, n in FOLDERS.items() for i in range(n)]
    for i, name in enumerate(names):
        os.makedirs(os.path.join(folder, os.path.dirname(name)), exist_ok=True)
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text + f"// {i}\n" * i)
        subprocess.run([compilers.driver(compilers.gcc(build), ".cc"), "-g", f"-fplugin={build}/lib/edgeprof/"
                        "edgeprof.so", name, "-o", f"prog{i}"],
                       cwd=folder, check=True)
        subprocess.run([f"./prog{i}"] + ["x"] * i, cwd=folder, check=True,
                       env={**os.environ, "EDGEPROF_LABEL": f"test {i % 2}"})
    show = os.path.join(build, "bin/prof-show")
    done = subprocess.run([show, "html", "-o", "site", "--tests", "--fail-under-lines",
                           "99", "--fail-under-functions", "10"], cwd=folder,
                          check=False)
    assert done.returncode == 2, done.returncode
    subprocess.run([show, "html", "-o", "one.html", "--single-file"],
                   cwd=folder, check=True)
    subprocess.run([compilers.gcc(build), "-O1", "-g", "-pthread", "-fplugin="
                    f"{build}/lib/edgeprof/edgeprof.so", f"{HERE}/../prof-run/Inputs/chains.c",
                    "-o", "chains"], cwd=folder, check=True)
    subprocess.run([f"{build}/bin/prof-run", "-q", "--stacks", "-o", "stacks", "./chains", "-",
                    "only"], cwd=folder, check=True)
    subprocess.run([show, "html", "--time", "-o", "flames", "stacks"], cwd=folder, check=True)
    return names


# 13 lines.
FUNCTION = """
/* The %dth. */
int f%d(int n)
{
    int s = n;
    if (n > 3 && n < %d)
        s += 2;
    else
        s -= 2;
    for (int i = 0; i < n; i++)
        s += i;
    return s;
}
"""


def make_large(build, folder):
    """A page of 39,000 lines in the folder "large"; the seconds of processor time that it took."""
    with open(f"{folder}/large.c", "w", encoding="utf-8") as file:
        for i in range(2950):
            file.write(FUNCTION % (i, i, i + 5))
        file.write("int main(int n, char **v)\n{\n    (void)v;\n")
        file.writelines(f"    n += f{i}({i % 7});\n" for i in range(0, 2950, 5))
        file.write("    return n < 0;\n}\n")
    subprocess.run([compilers.gcc(build), "-g", f"-fplugin={build}/lib/edgeprof/edgeprof.so",
                    "large.c", "-o", "large.bin"], cwd=folder, check=True)
    subprocess.run(["./large.bin"], cwd=folder, check=True,
                   env={**os.environ, "EDGEPROF_FILE": "large.prof"})
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([f"{build}/bin/prof-show", "html", "-o", "large", "large.prof"], cwd=folder,
                   check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def tests_of(show, folder, place):
    """Names of the tests that ran FILE:LINE."""
    done = subprocess.run([show, "tests", place, "--format", "json"], cwd=folder, check=True,
                          stdout=subprocess.PIPE)
    return {test["test"] for test in json.loads(done.stdout)["places"][0]["tests"]}


class Reader:
    def __init__(self, folder, profile, shots, show):
        self.show = show
        options = webdriver.ChromeOptions()
        options.binary_location = "/usr/bin/chromium"
        for flag in FLAGS + ["--user-data-dir=" + profile]:
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.web = webdriver.Chrome(
            options=options, service=webdriver.chrome.service.Service(
                "/usr/bin/chromedriver"))
        self.folder, self.shots, self.wrong = folder, shots, 0
        self.screen(1280, 900)

    def same(self, what, got, want):
        if got != want:
            self.wrong += 1
            print(f"{what}: {got}\n  wanted {want}")

    def screen(self, width, height):
        self.web.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 1,
            "mobile": width < 600})

    def media(self, kind, scheme="light"):
        self.web.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "media": kind, "features": [
                {"name": "prefers-color-scheme", "value": scheme}]})

    def open(self, page):
        self.web.get("about:blank")
        self.web.get(f"file://{self.folder}/{page}")

    def all(self, what):
        return self.web.find_elements(By.CSS_SELECTOR, what)

    def one(self, what):
        return self.web.find_element(By.CSS_SELECTOR, what)

    def texts(self, what):
        """Of all that can be seen."""
        return [e.text for e in self.all(what) if e.is_displayed() and e.text]

    def run(self, script, *arguments):
        return self.web.execute_script("return " + script, *arguments)

    def click(self, element):
        """In the middle, away from what sticks to the top."""
        self.run("arguments[0].scrollIntoView({block: 'center'})", element)
        element.click()

    def key(self, key):
        self.one("body").send_keys(key)

    def shot(self, name):
        if self.shots:
            self.web.save_screenshot(os.path.join(self.shots, name + ".png"))

    def place(self):
        return self.run("location.hash")


def number(text):
    return float(re.sub(r"\s", "", text).split("%")[0])


def check_tree(r, names):
    r.open("site/index.html")
    r.shot("overview")
    r.same("files", sorted(r.texts(".tree a")),
           sorted(os.path.basename(n) for n in names))
    r.same("folders", r.texts(".tree summary .row > :first-child"),
           ["lib", "src", "core", "tools/show"])
    r.one("#filter").send_keys("CORE part1")
    r.same("filtered", (r.texts(".tree a"), r.one("#shown").text),
           (["part1.cc"], f"1 of {len(names)} files"))
    r.one("#filter").clear()
    r.one("#filter").send_keys("x", Keys.BACKSPACE)
    r.click(r.one("#flat"))
    r.same("flat", r.texts(".tree a"), sorted(names))
    for i, head in enumerate(r.all(".head button")[1:], 1):
        for down in (i < 3, i >= 3):
            r.click(head)
            got = [number(t) for t in
                   r.texts(f".tree li > .row > :nth-child({i + 1})")]
            r.same(f"sorted by column {i}", got, sorted(got, reverse=down))
            r.same("said", head.get_attribute("aria-label").rsplit(" ", 1)[1],
                   "descending" if down else "ascending")
    r.click(r.one("#flat"))
    r.click(r.one("#close"))
    r.same("closed", r.texts(".tree a"), [])
    r.one(".tree summary").send_keys(Keys.ENTER)
    r.same("a folder opens by key", len(r.texts(".tree a")) > 0, True)
    r.click(r.one("#uncovered"))
    r.same("all have missing lines", len(r.texts(".tree a")), len(names))
    r.key("/")
    r.same("focus", r.run("document.activeElement.id"), "filter")


def check_runs(r):
    r.open("site/index.html")
    tables = r.all("#runs ~ .table")
    r.same("programs", len(tables[0].find_elements(By.CSS_SELECTOR, "tbody tr")),
           sum(FOLDERS.values()))
    r.same("labels", tables[1].text.split("\n")[1:], ["test 0 3", "test 1 3"])


def check_gates(r):
    r.open("site/index.html")
    r.same("gates", [t.split(" ")[-1] for t in r.texts(".verdict")],
           ["failed", "passed"])
    r.click(r.one("summary.verdict"))
    place = r.one(".place a")
    line = place.text.rsplit(":", 1)[1]
    r.click(place)
    r.same("what is missing", (r.place(), "m" in r.one(":target").get_attribute(
        "class").split()), ("#L" + line, True))


def check_tables(r):
    r.open("site/index.html")
    head = r.all("th[aria-sort] button")[1]
    for order in ("descending", "ascending"):
        r.click(head)
        calls = [number(t) for t in
                 r.texts("h2 + .table:first-of-type td:nth-child(2)")][:6]
        r.same("calls " + order, calls, sorted(calls, reverse=order[0] == "d"))
        r.same("said", head.find_element(By.XPATH, "..").get_attribute(
            "aria-sort"), order)


def check_source(r, page):
    r.open(page)
    code = [(e.get_attribute("class"), "#" + e.get_attribute("id"))
            for e in r.all(".l.h, .l.m, .l.q")]
    runs = [next(run) for _, run in itertools.groupby(code, lambda x: x[0])]
    marks = [place for kind, place in runs if kind != "l h"]
    seen = []
    for _ in marks:
        r.key("n")
        seen.append(r.place())
        top = r.run("document.querySelector(':target')"
                    ".getBoundingClientRect().top")
        r.same("in sight", 0 < top < 900, True)
        r.same("focus", r.run("'#' + document.activeElement.parentNode.id"), seen[-1])
    r.same("by n", seen, marks)
    r.same("tab stops in the text", r.run(
        "[...document.querySelectorAll('.source a')].filter(a => a.tabIndex >= 0).length"), 0)
    r.shot("source")
    r.key("n")
    r.same("the end", r.one("[role=status]").text, "no further place")
    r.key("p")
    r.same("by p", r.place(), marks[-2])
    r.all("[data-step]")[0].click()
    r.same("by the button", r.place(), marks[-1])
    many = r.one(".source summary")
    r.same("many outcomes", many.text, "3 of 8 outcomes taken")
    r.click(many)
    r.same("counts", len(re.findall(r"case \d+\s1\b", r.one(".source details").text)), 3)
    r.click(r.one(".l[id] > a"))
    r.same("link of a line", r.place(), "#L1")
    r.click(r.one("nav a"))
    r.same("back", r.web.title, "Execution counts")


def check_heat(r, page):
    r.open(page)
    counts = [number(t) for t in r.texts(".l.h > b, .l.q > b")]
    seen = []
    while not seen or r.one("[role=status]").text != "no cooler place":
        r.key("h")
        seen.append(number(r.one(":target > b").text))
    seen.pop()
    r.same("from the hottest on", (seen[0], seen), (max(counts), sorted(seen, reverse=True)))
    r.same("all that ran", set(seen), set(counts))
    r.key("H")
    r.same("back", number(r.one(":target > b").text), seen[-2])


def check_tests(r, page):
    """Of a line of each kind: what the page says is what `prof-show tests` says."""
    r.open(page)
    name = r.one("h1").text
    found = set()
    for kind in "hqm":
        for line in r.all(f".l.{kind}"):
            want = tests_of(r.show, r.folder,
                            f"{name}:{line.get_attribute('id')[1:]}")
            r.click(line.find_element(By.CSS_SELECTOR, "b"))
            said = r.one("[role=status]").text.split(": ")[1]
            got = set(said[len("ran in "):].split(", ")) if want else said
            r.same(f"tests of {line.get_attribute('id')}", got, want or "no test ran it")
            found.add(said)
    r.same("some, and none", len(found) >= 2, True)
    place = r.all(".l.m")[-1].get_attribute("id")
    r.run("sources[0].go(document.getElementById(arguments[0]))", place)
    r.key("t")
    r.same("by t", r.one("[role=status]").text, f"line {place[1:]}: no test ran it")


def check_single(r, names):
    r.open("one.html")
    r.same("one section", r.texts("h1"), ["Execution counts"])
    r.click(r.one(".tree li a"))
    r.same("a file", r.texts("h1"), ["lib/part0.cc"])
    r.key("n")
    r.same("a line of it", (bool(re.fullmatch(r"#F\d+L\d+", r.place())),
                            r.texts("h1")), (True, ["lib/part0.cc"]))
    r.click(r.one("section:has(:target) nav a"))
    r.same("back", (r.texts("h1"), len(r.texts(".tree a"))),
           (["Execution counts"], len(names)))


def check_times(r):
    """What time functions took: in order, and the same on each page."""
    column = """[...[...document.querySelectorAll('table')].find(t => t.tHead.rows[0]
        .cells[%d].textContent === %r).tBodies[0].rows].map(r => r.cells[%d].textContent)"""
    units = {"s": 1e9, "ms": 1e6, "us": 1e3, "ns": 1}

    def ns(text):
        return float(text.split()[0]) * units[text.split()[-1]]

    r.open("flames/index.html")
    times, names = r.run(column % (0, "Time", 0)), r.run(column % (0, "Time", 5))
    r.same("most time", names[0], "spin")
    r.same("in order", sorted(map(ns, times), reverse=True), list(map(ns, times)))
    all_times = r.run(column % (2, "With callees", 2))
    r.click(next(b for b in r.all("th button") if b.text == "With callees"))
    r.same("sorted by another", list(map(ns, r.run(column % (2, "With callees", 2)))),
           sorted(map(ns, all_times), reverse=True))
    r.click(next(a for a in r.all("td a") if "chains.c:35" in a.text))
    own = r.run(column % (2, "Time", 2))
    r.same("as in the overview", max(filter(None, own), key=ns), times[0])


def check_flame(r):
    """By keys as by the mouse; boxes lie below those that they are called by."""
    r.open("flames/index.html")
    boxes = r.run("""[...document.querySelectorAll('.flame li')].map(box => {
        const {left, right, top, bottom} = box.getBoundingClientRect();
        return [+box.ariaLevel, left, right, top, bottom];
    })""")
    path = []
    for level, *box in boxes:
        del path[level - 1:]
        if path:
            r.same("below its caller", path[-1][0] <= box[0] + 1 and box[1] <= path[-1][1] + 1
                   and abs(path[-1][3] - box[2]) < 2, True)
        path.append(box)
    r.same("many", len(boxes) > 5, True)
    r.same("tab stops", r.run("[...document.querySelectorAll('.flame *')]"
                              ".filter(e => e.tabIndex >= 0).length"), 1)
    focus = "document.activeElement"
    seen = ["all"]
    r.one(".flame li").send_keys(Keys.ARROW_DOWN)
    while seen[-1] != "main":
        seen.append(r.run(focus + ".firstChild.textContent").strip())
        r.same("said", r.one("ul.flame").find_element(
            By.XPATH, "preceding-sibling::*[1]").text, r.run(focus + ".textContent"))
        r.web.switch_to.active_element.send_keys(Keys.ARROW_DOWN)
    r.web.switch_to.active_element.send_keys(Keys.ARROW_UP)
    r.same("back at", r.run(focus + ".firstChild.textContent"), "main")
    at = len(seen) + 1
    below = [i for i, box in enumerate(boxes) if box[0] == at]
    if len(below) > 1:
        r.web.switch_to.active_element.send_keys(Keys.ARROW_DOWN, Keys.ARROW_RIGHT)
        r.web.switch_to.active_element.send_keys(Keys.ARROW_LEFT, Keys.ARROW_UP)
        r.same("round", r.run(focus + ".firstChild.textContent"), "main")
    share = f"{focus}.offsetWidth / document.querySelector('.flame').offsetWidth"
    before = r.run(share)
    r.shot("flame")
    r.web.switch_to.active_element.send_keys(" ")
    r.same("as wide as all", r.run(share) > 0.99, True)
    r.web.switch_to.active_element.send_keys(Keys.ESCAPE)
    r.same("and as before", (r.run(focus + ".firstChild.textContent.trim()"), abs(r.run(
        "document.querySelectorAll('.flame li')[arguments[0]].offsetWidth /"
        "document.querySelector('.flame').offsetWidth", len(seen) - 1) - before) < 0.01),
        ("all", True))
    for scheme in ("light", "dark"):
        r.media("screen", scheme)
        for what in (".flame .h9", ".flame .h9 small", ".flame a", ".flame li"):
            ratio = r.run(CONTRAST, r.one(what))
            r.same(f"contrast of {what}, {scheme}", ratio >= 4.5 or ratio, True)
    r.media("screen")
    nodes = r.web.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    told = [node["name"]["value"] for node in nodes
            if node["role"].get("value") == "treeitem"]
    r.same("told of each", (len(told), "" in told), (len(boxes), False))
    main = r.all(".flame li")[len(seen) - 1]
    main.send_keys(Keys.ENTER)
    WebDriverWait(r.web, 20).until(lambda web: "/chains.c." in web.current_url)
    r.same("the source", (r.one("h1").text[-8:], r.one(":target code").text[:8]),
           ("chains.c", "int main"))


# Ratio of WCAG 2 between text and what is behind it, half-transparent or not.
CONTRAST = """(element => {
    const parse = c => c.match(/[\\d.]+/g).map(Number);
    const over = (a, b) => a[3] === undefined ? a :
        [0, 1, 2].map(i => a[i] * a[3] + b[i] * (1 - a[3]));
    let back = [], at = element;
    for (; at; at = at.parentElement)
        back.unshift(parse(getComputedStyle(at).backgroundColor));
    const page = back.reduce((a, b) => over(b, a), [255, 255, 255]);
    const light = c => [.2126, .7152, .0722].reduce((s, w, i) => {
        const v = c[i] / 255;
        return s + w * (v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4);
    }, 0) + .05;
    const a = light(parse(getComputedStyle(element).color)), b = light(page);
    return Math.max(a, b) / Math.min(a, b);
})(arguments[0])"""


def check_looks(r, page):
    pages = {}
    for scheme in ("light", "dark"):
        r.media("screen", scheme)
        for width in (1280, 390):
            r.screen(width, 844)
            for name, where in (("overview", "site/index.html"),
                                ("source", page)):
                r.open(where)
                r.shot(f"{name}-{scheme}-{width}")
                r.same("wider than the window", r.run(
                    "document.documentElement.scrollWidth") > width, False)
        for what in (".l > a", ".l.m > b", ".l.m > code", ".l.q > b",
                     ".l.q > code", ".l i", ".l em", ".l > .h9", "th", "td a"):
            ratio = r.run(CONTRAST, r.one(what))
            r.same(f"contrast of {what}, {scheme}", ratio >= 4.5 or ratio,
                   True)
        pages[scheme] = r.run("getComputedStyle(document.body).backgroundColor")
    r.same("schemes differ", pages["light"] != pages["dark"], True)
    r.screen(1280, 900)
    r.media("print", "dark")
    r.same("printed on white", r.run(
        "getComputedStyle(document.body).backgroundColor"),
        "rgb(255, 255, 255)")
    r.same("printed", len(r.texts(".source .l")) > 40, True)
    pdf = base64.b64decode(r.web.execute_cdp_cmd("Page.printToPDF", {})["data"])
    r.same("printed text", b"/Font" in pdf, True)
    r.media("")


def check_plain(r, page):
    """Without a script everything can be read."""
    r.web.execute_cdp_cmd("Emulation.setScriptExecutionDisabled",
                          {"value": True})
    r.open("site/index.html")
    r.same("no tools", r.texts(".tools"), [])
    r.same("files", len(r.texts(".tree a")), sum(FOLDERS.values()))
    r.open("flames/index.html")
    r.same("boxes", len(r.texts(".flame li")) > 5, True)
    r.open(page)
    first = r.one(".plain")
    line = first.get_attribute("href").split("#")[1]
    r.same("first line", "m" in r.one("#" + line).get_attribute("class").split(),
           True)
    r.web.execute_cdp_cmd("Emulation.setScriptExecutionDisabled",
                          {"value": False})


def check_access(r, page):
    """What a screen reader is told."""
    for where in ("site/index.html", page):
        r.open(where)
        nodes = r.web.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
        roles = {}
        for node in nodes:
            if node["ignored"]:
                continue
            role = node["role"]["value"]
            name = node.get("name", {}).get("value", "")
            roles.setdefault(role, []).append(name)
        for role in ("link", "button", "searchbox", "checkbox", "heading",
                     "columnheader"):
            r.same(f"nameless {role} in {where}", "" in roles.get(role, []),
                   False)
        for role in ("main", "heading", "button", "columnheader", "status"):
            r.same(f"{role} in {where}", role in roles, True)
        said = " ".join(roles.get("StaticText", []))
        if "index" in where:
            r.same("cells say what they are", [what in said for what in (
                "executions ", "missing lines ", "branches ")], [True] * 3)


def check_large(r, written):
    """39,000 lines are shown; prints the processor time of that, and of writing them."""
    page = os.path.relpath(glob.glob(os.path.join(r.folder, "large/large.c.*"))[0], r.folder)
    r.web.execute_cdp_cmd("Performance.enable", {"timeDomain": "threadTicks"})
    took = []
    for _ in range(5):
        r.open(page)
        metrics = r.web.execute_cdp_cmd("Performance.getMetrics", {})["metrics"]
        took.append(next(m["value"] for m in metrics if m["name"] == "ThreadTime"))
    r.web.execute_cdp_cmd("Performance.disable", {})
    r.same("lines", len(r.all(".source .l")) > 38900, True)
    print(f"39,000 lines: written in {written:.2f} s, shown in {min(took):.2f}")


def check(r, names):
    page = "site/" + os.path.basename(
        glob.glob(os.path.join(r.folder, "site/part0.cc.*"))[0])
    check_tree(r, names)
    check_tables(r)
    check_runs(r)
    check_gates(r)
    check_source(r, page)
    check_heat(r, page)
    check_tests(r, page)
    check_single(r, names)
    check_looks(r, page)
    check_access(r, page)
    check_times(r)
    check_flame(r)
    r.same("nothing from elsewhere", r.run(
        "performance.getEntriesByType('resource').map(e => e.name)"
        ".filter(n => !n.startsWith('file://') && !n.startsWith('data:'))"), [])
    r.same("console", r.web.get_log("browser"), [])
    check_plain(r, page)


def main(build, shots=None):
    with tempfile.TemporaryDirectory() as folder, \
            tempfile.TemporaryDirectory() as profile:
        names = make_pages(os.path.abspath(build), folder)
        reader = Reader(folder, profile, shots,
                        os.path.join(os.path.abspath(build), "bin/prof-show"))
        written = make_large(os.path.abspath(build), folder)
        try:
            check_large(reader, written)
            check(reader, names)
        finally:
            reader.web.quit()
        return 1 if reader.wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
