#!/usr/bin/env python3
"""Runs two verifiers over records and fails on any difference.

`python3 compare.py MARQUE_BINARY FOLDER...` reads every *.marque below the
folders. Compared are the exit codes and the objects of `--json`, but for the
words in `text`, which are each verifier's own (P-66).
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

VERIFY = Path(__file__).with_name("verify.py")
TIMEOUT_S = 300


def run(command: list[str]) -> dict[str, Any]:
    """Exit code and verdict of one verifier, or what went wrong with it."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT_S)
        found = json.loads(done.stdout)
        found["exit code"] = done.returncode
    except subprocess.TimeoutExpired:
        return {"failure": f"no verdict within {TIMEOUT_S} s"}
    except ValueError:
        return {"failure": f"no object; exit code {done.returncode}: {done.stderr.strip()[-400:]}"}
    return without_words(found)


def without_words(found: dict[str, Any]) -> dict[str, Any]:
    """A verdict whose free texts only say that they are there."""
    found = {key: "…" if key == "text" else value for key, value in found.items()}
    if found.get("fault"):
        found["fault"] = {**found["fault"], "text": "…"}
    return found


def difference(binary: str, file: Path) -> str | None:
    theirs = run([binary, "verify", "--json", str(file)])
    ours = run([sys.executable, str(VERIFY), "--json", str(file)])
    if theirs == ours and "failure" not in ours:
        return None
    keys = sorted(theirs.keys() | ours.keys())
    apart = [key for key in keys if theirs.get(key) != ours.get(key) or key == "failure"]
    lines = (f"\n  {key}: {theirs.get(key)!r} here {ours.get(key)!r}" for key in apart)
    return f"{file}:{''.join(lines)}"


def main() -> int:
    parser = argparse.ArgumentParser(description="Compares marque verify with verify.py.")
    parser.add_argument("binary", metavar="MARQUE_BINARY")
    parser.add_argument("folders", metavar="FOLDER", nargs="+", type=Path)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    arguments = parser.parse_args()
    files = sorted(file for folder in arguments.folders for file in folder.rglob("*.marque"))
    with ThreadPoolExecutor(arguments.jobs) as pool:
        found = list(pool.map(lambda file: difference(arguments.binary, file), files))
    differences = [text for text in found if text is not None]
    for text in differences:
        print(text)
    print(f"{len(files)} records compared, {len(differences)} differences")
    return 1 if differences or not files else 0


if __name__ == "__main__":
    sys.exit(main())
