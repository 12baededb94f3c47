#!/usr/bin/env python3
"""Run the job of a GitHub workflow that uses the action in a folder, as a runner would.

usage: action.py ACTION WORKFLOW ORIGIN BRANCH BASE FOLDER

A pull request from BRANCH to BASE of the repository ORIGIN: actions/checkout is a clone,
the action's steps are run by bash in FOLDER/work, and what they put into
GITHUB_STEP_SUMMARY is FOLDER/summary.  The status is 1 if a step fails.  What is not
known here, of a workflow, an action or an expression, is an error.
"""
import os
import re
import subprocess
import sys

import yaml

FILES = ("GITHUB_ENV", "GITHUB_PATH", "GITHUB_STEP_SUMMARY")


class Job:
    def __init__(self, folder, origin, branch, base, action):
        self.folder = folder
        self.work = os.path.join(folder, "work")
        self.origin = origin
        self.branch = branch
        self.action = action
        self.failed = False
        os.makedirs(os.path.join(folder, "temp"))
        self.environment = {
            **os.environ, "CI": "true", "GITHUB_ACTIONS": "true", "GITHUB_BASE_REF": base,
            "GITHUB_HEAD_REF": branch, "GITHUB_WORKSPACE": self.work,
            "GITHUB_ACTION_PATH": action, "RUNNER_TEMP": os.path.join(folder, "temp")}

    def checkout(self, fetch_depth=1):
        """As actions/checkout leaves it: of one commit nothing else is there."""
        depth = ["--depth", str(fetch_depth)] if fetch_depth else []
        subprocess.run(["git", "clone", "-q", "-b", self.branch, *depth,
                        "file://" + self.origin, self.work], check=True)

    def use(self, inputs):
        with open(os.path.join(self.action, "action.yml"), encoding="utf-8") as file:
            action = yaml.safe_load(file)
        assert action["runs"].pop("using") == "composite"
        declared = action["inputs"]
        assert not set(inputs) - set(declared), "no such input"
        values = {}
        for name, words in declared.items():
            assert name in inputs or not words.get("required"), f"{name} is required"
            values[name] = inputs.get(name, words.get("default", ""))
        for step in action["runs"].pop("steps"):
            self.step(values, **step)
        assert not action["runs"]

    def step(self, values, name, shell, run, env=None, **more):
        condition = more.pop("if", None)
        assert not more and shell == "bash" and condition in (None, "${{ !cancelled() }}")
        if self.failed and not condition:
            return

        def expand(text):
            text = re.sub(r"\$\{\{ inputs\.(\w+) \}\}", lambda m: values[m.group(1)], text)
            assert "${{" not in text, text
            return text

        script = os.path.join(self.folder, "temp", "script.sh")
        with open(script, "w", encoding="utf-8") as out:
            out.write(expand(run))
        files = {key: os.path.join(self.folder, key) for key in FILES}
        for path in files.values():
            with open(path, "w", encoding="utf-8"):
                pass
        print(f"== {name}", flush=True)
        status = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", script], cwd=self.work,
            check=False, env={**self.environment, **files, **{
                key: expand(value) for key, value in (env or {}).items()}}).returncode
        print(f"== status {status}", flush=True)
        self.failed |= status != 0
        self.take(files)

    def take(self, files):
        """What a step leaves for those behind it, and for the summary."""
        with open(files["GITHUB_ENV"], encoding="utf-8") as file:
            for line in file:
                key, value = line.rstrip("\n").split("=", 1)
                self.environment[key] = value
        with open(files["GITHUB_PATH"], encoding="utf-8") as file:
            for line in file:
                self.environment["PATH"] = line.strip() + ":" + self.environment["PATH"]
        with open(files["GITHUB_STEP_SUMMARY"], encoding="utf-8") as file:
            with open(os.path.join(self.folder, "summary"), "a", encoding="utf-8") as out:
                out.write(file.read())


def main(action, workflow, origin, branch, base, folder):
    with open(workflow, encoding="utf-8") as file:
        (job,) = yaml.safe_load(file)["jobs"].values()
    run = Job(folder, origin, branch, base, action)
    for step in job["steps"]:
        assert set(step) == {"uses", "with"}, step
        if step["uses"].startswith("actions/checkout@"):
            run.checkout(**{key.replace("-", "_"): value for key, value in step["with"].items()})
        else:
            assert "/edgeprof@" in step["uses"]
            run.use(step["with"])
    return run.failed


if __name__ == "__main__":
    sys.exit(main(*(os.path.abspath(a) if i not in (3, 4) else a
                    for i, a in enumerate(sys.argv[1:]))))
