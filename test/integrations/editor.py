#!/usr/bin/env python3
"""Use the extension in VS Code as a reader does, and compare what is beside the lines with
prof-show lines.

usage: editor.py FOLDER SERVER TOOLS

FOLDER has extensions/, and project/ with src/prog.c and a profile.
"""
import os
import re
import socket
import subprocess
import sys
import time

from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

FLAGS = """--headless --no-sandbox --disable-gpu --no-first-run --disable-sync
    --disable-background-networking --disable-dev-shm-usage --window-size=1280,900""".split()
# Of the lines of the editor that are in sight, what is before each.
BEFORE = """return [...document.querySelectorAll('.view-line')]
    .sort((a, b) => parseInt(a.style.top) - parseInt(b.style.top))
    .map(line => [...line.querySelectorAll('span')]
        .map(span => getComputedStyle(span, '::before').content)
        .filter(text => text !== 'none' && text !== 'normal')
        .join('').replace(/["\\s]/g, ''))"""


class Window:
    def __init__(self, folder, port):
        options = webdriver.ChromeOptions()
        options.binary_location = "/usr/bin/chromium"
        for flag in FLAGS + [f"--user-data-dir={folder}/chrome"]:
            options.add_argument(flag)
        self.web = webdriver.Chrome(options=options, service=webdriver.chrome.service.Service(
            "/usr/bin/chromedriver"))
        self.picture = os.path.join(folder, "failed.png")
        self.web.get(f"http://127.0.0.1:{port}/?folder={folder}/project")

    def all(self, what, text=""):
        return [e for e in self.web.find_elements(By.CSS_SELECTOR, what)
                if e.is_displayed() and text in e.text]

    def wait(self, what, get, seconds=60):
        """What GET gives, as soon as it is something."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                found = get()
            except Exception:  # what was found is gone again
                found = None
            if found:
                return found
            time.sleep(.2)
        self.web.save_screenshot(self.picture)
        raise SystemExit(f"no {what}: {self.picture}")

    def click(self, what, text):
        self.wait(text, lambda: self.all(what, text))[0].click()

    def command(self, name):
        ActionChains(self.web).send_keys(Keys.F1).perform()
        self.wait("palette", lambda: self.all(".quick-input-widget input"))
        ActionChains(self.web).send_keys(name).perform()
        self.wait(name, lambda: self.all(".quick-input-list .monaco-list-row", name))
        ActionChains(self.web).send_keys(Keys.ENTER).perform()

    def shows(self, wanted):
        what = "counts " + " ".join(wanted)
        self.wait(what, lambda: self.web.execute_script(BEFORE)[:len(wanted)] == wanted)


def counts(tools, project):
    """What prof-show lines has before each line."""
    text = subprocess.run([os.path.join(tools, "prof-show"), "lines"], cwd=project, check=True,
                          stdout=subprocess.PIPE, text=True).stdout
    return re.findall(r"^ *([0-9]+|-):[0-9]+:", text, re.MULTILINE)


def check(window, tools, project):
    window.click(".monaco-dialog-box .monaco-button", "Yes, I trust")
    window.click(".explorer-folders-view .monaco-list-row", "src")
    window.click(".explorer-folders-view .monaco-list-row", "prog.c")
    first = counts(tools, project)
    assert {"0", "2", "-"} == set(first), first
    window.shows(first)
    window.wait("status", lambda: window.all(".statusbar-item", "4 of 7 lines ran"))

    window.command("edgeprof: Go to the Next Line That Is Not Covered")
    window.wait("line 6", lambda: window.all(".statusbar-item", "Ln 6,"))
    window.command("edgeprof: Which Tests Ran This Line")
    for test in ("small", "large"):
        window.wait(test, lambda: window.all(".quick-input-list .monaco-list-row", test))
    ActionChains(window.web).send_keys(Keys.ESCAPE).perform()

    # A run more: the counts follow.
    subprocess.run(["./prog", "x"], cwd=project, check=False)
    runs = [name for name in os.listdir(project) if name.startswith("prof.out.")]
    subprocess.run([os.path.join(tools, "prof-merge"), "-q", "-o", "prof.out", *runs],
                   cwd=project, check=True)
    second = counts(tools, project)
    assert second != first
    window.shows(second)

    window.command("edgeprof: Show or Hide Counts")
    window.shows([""] * len(second))
    print(f"{len(second)} lines as prof-show lines has them, twice")


def main(folder, server, tools):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with open(os.path.join(folder, "server.log"), "w", encoding="utf-8") as log:
        process = subprocess.Popen(
            ["node", os.path.join(folder, server, "out/server-main.js"), "--host", "127.0.0.1",
             "--port", str(port), "--without-connection-token", "--accept-server-license-terms",
             "--telemetry-level", "off", "--extensions-dir", os.path.join(folder, "extensions"),
             "--server-data-dir", os.path.join(folder, "data")],
            stdout=log, stderr=subprocess.STDOUT)
        try:
            for _ in range(100):
                with socket.socket() as probe:
                    if probe.connect_ex(("127.0.0.1", port)) == 0:
                        break
                time.sleep(.2)
            window = Window(folder, port)
            try:
                check(window, tools, os.path.join(folder, "project"))
            finally:
                window.web.quit()
        finally:
            process.terminate()
            process.wait()


if __name__ == "__main__":
    main(*sys.argv[1:])
