#!/usr/bin/env python3
"""Tests streamd with the lab, judged by other programs. Run it with scripts/lab.

    scripts/lab host                  every trial on this machine
    scripts/lab guest                 every trial in the guest
    scripts/lab guest camera unplug   these
    scripts/lab host sync --seconds 600

Each trial prints its findings, and PASS or FAIL; the exit code is 1 after a failure.
"""
import argparse
import importlib
import os
import pathlib
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
FOLDERS = {"host": HERE / "host.d", "guest": HERE / "guest.d"}
for folder in (ROOT / "scripts" / "acceptance.d", HERE / "oracles", *FOLDERS.values()):
    sys.path.insert(0, str(folder))

import trial as trials  # noqa: E402
import wire  # noqa: E402

#: How many times a trial's own time it may take in the guest, which has several parts and may be slow; and to start up.
GUEST_PARTS, GUEST_MARGIN = 15, 240


def names(where):
    return sorted(path.stem for path in FOLDERS[where].glob("*.py"))


def main():
    if sys.argv[1:2] == ["act"]:
        return act(*sys.argv[2:])
    summaries = "\n".join(f"  {where} {name}: {summary(where, name)}" for where in FOLDERS for name in names(where))
    parser = argparse.ArgumentParser(description=f"{__doc__}\n{summaries}", prog="scripts/lab",
                                     usage="%(prog)s WHERE [NAME...]",
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("where", choices=FOLDERS, help="on this machine, or in the guest")
    parser.add_argument("names", nargs="*", metavar="NAME", help="the trials; all by default")
    parser.add_argument("--seconds", type=float, help="how long each trial runs, instead of its own time")
    parser.add_argument("--streamd", type=pathlib.Path, help="the program to test; .build/release/streamd by default")
    parser.add_argument("--scratch", type=pathlib.Path, help="keep all files in this folder")
    options = parser.parse_args()
    unknown = set(options.names) - set(names(options.where))
    if unknown:
        parser.error(f"there is no trial {', '.join(sorted(unknown))} on the {options.where}; there are: "
                     + ", ".join(names(options.where)))
    streamd = (options.streamd or ROOT / ".build/release/streamd").resolve()
    if not os.access(streamd, os.X_OK):
        parser.error(f"{streamd} does not exist; build it with: swift build -c release --product streamd")

    trials.leave_at_signal()
    failed = [name for name in options.names or names(options.where) if not passes(name, streamd, options)]
    if failed:
        print("failed: " + ", ".join(failed))
    return 1 if failed else 0


def summary(where, name):
    """The first line of a trial's docstring."""
    return (FOLDERS[where] / f"{name}.py").read_text().split('"""')[1].splitlines()[0]


def passes(name, streamd, options):
    module = importlib.import_module(name)
    print(f"{name}: {summary(options.where, name)}", flush=True)
    began = time.monotonic()
    with trials.Trial(name, streamd, options.scratch) as run:
        try:
            seconds = options.seconds or module.SECONDS
            if options.where == "guest":
                act_in_guest(run, name, streamd, seconds)
                module.judge(run, run.scratch, seconds)
            else:
                module.run(run, seconds)
        except (trials.Abandoned, wire.Broken, OSError, ValueError, subprocess.CalledProcessError) as error:
            run.check(False, f"the trial did not finish: {error}")
    result = "FAIL" if run.failures else "SKIPPED" if run.is_skipped else "PASS"
    print(f"{name}: {result} after {time.monotonic() - began:.0f} s\n", flush=True)
    return not run.failures


def act_in_guest(run, name, streamd, seconds):
    """The first half of a trial in the guest: the actions. The second half judges on this machine, which is faster."""
    environment = dict(os.environ, GUEST_SECONDS=str(int(GUEST_PARTS * seconds + GUEST_MARGIN)))
    command = [ROOT / "scripts/lab", "job", run.scratch, sys.executable, __file__, "act", name, streamd, str(seconds)]
    code = subprocess.run(command, env=environment, check=False, stderr=subprocess.DEVNULL).returncode
    run.require(code == 0, f"the part in the guest finished (exit code {code})")


def act(name, streamd, seconds):
    """Runs inside the guest; results go to /mnt."""
    module = importlib.import_module(name)
    with trials.Trial(name, pathlib.Path(streamd), pathlib.Path("/dev/shm")) as run:
        try:
            module.act(run, pathlib.Path("/mnt"), float(seconds))
        except (trials.Abandoned, wire.Broken, OSError, subprocess.CalledProcessError) as error:
            run.check(False, f"the trial did not finish: {error}")
    return 1 if run.failures else 0


if __name__ == "__main__":
    sys.exit(main())
