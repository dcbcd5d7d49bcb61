#!/usr/bin/env python3
"""Judges records of Marque: `python3 verify.py FILE... [--json]` (P-66)."""

from __future__ import annotations

import argparse
import io
import json
import os
import sys
from pathlib import Path
from typing import Any

from marque.log import Log
from marque.record import NoRecord, read_file, read_record
from marque.verdict import Verdict, judge

DAMAGED = 4


def as_object(log: Log, verdict: Verdict) -> dict[str, Any]:
    """The verdict as `--json` prints it, but for the name of the file (P-66)."""
    first = verdict.faults[0] if verdict.faults else None
    return {
        "game": log.agreed.game.card.id,
        "seats": len(log.agreed.terms.seats),
        "entries": verdict.entries,
        "outcome": verdict.outcome,
        "winner": verdict.winner,
        "honest": not verdict.faults,
        "fault": first
        and {
            "seat": first.seat,
            "entry": first.number,
            "rule": first.fault.rule,
            "text": first.fault.text,
        },
        "audited": verdict.audited,
    }


def judge_record(data: bytes) -> tuple[int, dict[str, Any], list[str]]:
    """Exit code, object and words for the bytes of a file."""
    try:
        log = read_record(data)
    except NoRecord as error:
        return damaged(error)
    verdict = judge(log)
    return verdict.exit_code, as_object(log, verdict), in_words(log, verdict)


def damaged(error: NoRecord) -> tuple[int, dict[str, Any], list[str]]:
    text = str(error)
    return DAMAGED, {"game": None, "outcome": "damaged", "fault": None, "text": text}, [text]


def in_words(log: Log, verdict: Verdict) -> list[str]:
    seats = log.agreed.terms.seats
    # A nickname is anybody's text: nothing in it may steer the terminal.
    names = ["".join(c if c.isprintable() else "?" for c in seat.nickname) for seat in seats]
    won = "" if verdict.winner is None else f", the winner is {names[verdict.winner]}"
    lines = [f"{verdict.outcome} after {verdict.entries} entries{won}"]
    for finding in verdict.faults:
        seat, fault = finding.seat, finding.fault
        where = f"{names[seat]} (seat {seat}), entry {finding.number}"
        lines.append(f"{where}: {fault.text} [{fault.rule}]")
    for seat, audit in enumerate(verdict.audits):
        lines.append(f"{names[seat]} (seat {seat}): {audit.value}")
    return lines


def judge_file(name: str) -> tuple[int, dict[str, Any], list[str]]:
    try:
        data = read_file(Path(name))
    except NoRecord as error:
        return damaged(error)
    return judge_record(data)


def main() -> int:
    parser = argparse.ArgumentParser(description="Judges records of Marque, offline.")
    parser.add_argument("files", metavar="FILE", nargs="+")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    arguments = parser.parse_args()
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")  # whatever the terminal takes by default
    worst = 0
    for name in arguments.files:
        code, found, words = judge_file(name)
        worst = max(worst, code)
        shown = os.fsencode(name).decode(errors="replace")
        if arguments.json:
            line = {"file": shown, **found}
            print(json.dumps(line, sort_keys=True, separators=(",", ":"), ensure_ascii=False))
        else:
            print(f"{shown}: " + "\n  ".join(words))
    return worst


if __name__ == "__main__":
    sys.exit(main())
