# SPDX-License-Identifier: MIT
"""The end that both injectors have: every trial, and what they found."""
import concurrent.futures
import os


def run_all(trials, step):
    """The exit status.  A trial, called with STEP, fails every STEPth call; it is
    then its number of `runs` and its `faults`, as texts."""
    runs, faults = 0, []
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for trial in pool.map(lambda each: each(step), trials):
            runs += trial.runs
            faults += trial.faults
    for fault in faults:
        print(fault)
    print(f"{runs} runs with a failure, {len(faults)} complaints")
    return 1 if faults or not runs else 0
