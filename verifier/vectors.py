#!/usr/bin/env python3
"""Judges every test vector of a folder: `python3 vectors.py FOLDER`.

The kinds are those of protocol/tests/vectors/README.md. An unknown kind is a
failure, and so is a folder without vectors.
"""

from __future__ import annotations

import argparse
import json
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

from marque import claims, draws, frame, group, keys, letters, seals, ticket, verdict
from marque.encoding import Malformed, decode
from marque.laws import Laws, Line
from marque.sealed import Sealed
from marque.statements import (
    Entry,
    Opened,
    Unauthentic,
    head_behind,
    open_signed,
    read_signed,
)
from marque.table import HashedBoard
from marque.terms import Agreed, Refused, accept_agreement, accept_terms, read_agreement
from marque.transcript import Context
from verify import judge_record

Case = dict[str, Any]
unhex = bytes.fromhex


def key(case: Case) -> Case:
    acceptable = {
        "signing": keys.signing_key_is_acceptable,
        "exchange": keys.exchange_key_is_acceptable,
    }[case["kind"]]
    return {"acceptable": acceptable(unhex(case["key"]))}


def point(case: Case) -> Case:
    return {"point": group.is_point(unhex(case["bytes"]))}


def scalar(case: Case) -> Case:
    return {"scalar": group.scalar(unhex(case["bytes"])) is not None}


def signature(case: Case) -> Case:
    public, message, signed = (unhex(case[name]) for name in ("key", "message", "signature"))
    return {"strict": keys.is_strict(public, case["tag"].encode(), message, signed)}


def terms(case: Case) -> Case:
    try:
        accept_terms(unhex(case["bytes"]))
    except Refused:
        return {"accepted": False}
    return {"accepted": True}


def _agreed(data: str) -> Agreed:
    return accept_agreement(decode(unhex(data), read_agreement))


def agreement(case: Case) -> Case:
    try:
        return {"accepted": True, "game": _agreed(case["bytes"]).id.hex()}
    except (Refused, Malformed):
        return {"accepted": False}


def statement(case: Case) -> Case:
    try:
        said = open_signed(decode(unhex(case["signed"]), read_signed), _agreed(case["agreement"]))
    except (Unauthentic, Malformed):
        return {"authentic": False}
    found: Case = {"authentic": True, "digest": said.digest.hex()}
    if isinstance(said.statement, Entry):
        found["head"] = head_behind(unhex(case["behind"]), said).hex()
    return found


def _context(case: Case) -> Context:
    return Context(unhex(case["game"]), case["seat"], case["number"], unhex(case["previous"]))


def _laws(case: Case) -> Laws:
    return Laws(
        case["slots"],
        tuple(map(tuple, case["at_most_one"])),
        tuple((tuple(line), number) for line, number in case["exactly"]),
    )


def _sealed(case: Case) -> Sealed | None:
    try:
        seal = decode(unhex(case["seal"]), seals.read_seal)
    except Malformed:
        return None
    tip, laws, context = unhex(case["tip"]), _laws(case["laws"]), _context(case["context"])
    return seals.verify_seal(seal, tip, laws, context)


def _base(case: Case) -> Sealed:
    sealed = _sealed(case["base"])
    if sealed is None:
        raise ValueError("the seal of the base does not verify")
    return sealed


def _verified(sealed: Sealed | None) -> Case:
    return {"verifies": True, "root": sealed.root.hex()} if sealed else {"verifies": False}


def seal(case: Case) -> Case:
    return _verified(_sealed(case))


def extension(case: Case) -> Case:
    base = _base(case)
    try:
        added = decode(unhex(case["seal"]), seals.read_seal)
    except Malformed:
        return {"verifies": False}
    context = _context(case["context"])
    return _verified(seals.verify_extension(added, base, _laws(case["laws"]), context))


def _claim(case: Case) -> claims.Claim:
    if "opens" in case:
        return claims.Opens(tuple(case["opens"]), case["sum"])
    return claims.OneOf(tuple((tuple(line), value) for line, value in case["one_of"]))


def prove_claims(case: Case) -> Case:
    base, context = _base(case), _context(case["context"])
    try:
        proof = decode(unhex(case["proof"]), claims.read_claims_proof)
    except Malformed:
        return {"proven": False}
    return {"proven": claims.are_proven(list(map(_claim, case["claims"])), proof, base, context)}


def letter(case: Case) -> Case:
    base, context = _base(case), _context(case["context"])
    lines: list[Line] = list(map(tuple, case["lines"]))
    reader, disclosed = unhex(case["reader"]), unhex(case["disclosed"])
    try:
        read = decode(unhex(case["letter"]), letters.read_letter)
    except Malformed:
        return {"good": False}
    return {"good": letters.is_good(read, disclosed, lines, reader, base, context)}


def link(case: Case) -> Case:
    game, last, shown = (unhex(case[name]) for name in ("game", "last", "link"))
    numbers = case["last_number"], case["number"]
    return {"follows": draws.follows(game, case["seat"], last, *numbers, shown)}


def outcome(case: Case) -> Case:
    links = [unhex(shown) for _, shown in case["links"]]
    seed = draws.outcome(unhex(case["game"]), case["number"], unhex(case["head"]), links)
    stream = draws.Stream(seed)
    return {"outcome": seed.hex(), "below": [stream.below(bound) for bound in case["bounds"]]}


def chart(case: Case) -> Case:
    boards = [HashedBoard(n, unhex(before), unhex(board)) for n, before, board in case["parts"]]
    opened = Opened(unhex(case["seed"]), unhex(case["values"]))
    if not verdict.fits(unhex(case["game"]), case["seat"], boards, opened):
        return {"fits": False, "lawful": None}
    return {"fits": True, "lawful": verdict.is_lawful(boards, _laws(case["laws"]), opened)}


def record(case: Case) -> Case:
    code, found, _ = judge_record(unhex(case["bytes"]))
    return {"exit": code, "verdict": without_words(found)}


def without_words(found: Case) -> Case:
    """The texts are each verifier's own."""
    kept = {name: value for name, value in found.items() if name not in ("file", "text")}
    if kept.get("fault"):
        kept["fault"] = without_words(kept["fault"])
    return kept


def read_frame(case: Case) -> Case:
    try:
        frame.read_frame(unhex(case["bytes"]))
    except Malformed:
        return {"read": False}
    return {"read": True}


def read_ticket(case: Case) -> Case:
    try:
        found = ticket.read_ticket(case["text"])
    except ticket.NotFound:
        return {"error": "not found"}
    except ticket.Mistyped:
        return {"error": "mistyped"}
    except ticket.Newer:
        return {"error": "newer"}
    return {
        "ticket": {
            "id": found.id.hex(),
            "table": found.table.hex(),
            "relay": found.relay,
            "addresses": found.addresses,
        }
    }


KINDS: dict[str, Callable[[Case], Case]] = {
    "key": key,
    "point": point,
    "scalar": scalar,
    "signature": signature,
    "terms": terms,
    "agreement": agreement,
    "statement": statement,
    "seal": seal,
    "extension": extension,
    "claims": prove_claims,
    "letter": letter,
    "link": link,
    "outcome": outcome,
    "chart": chart,
    "record": record,
    "frame": read_frame,
    "ticket": read_ticket,
}


def joined(value: Any, folder: Path) -> Any:
    """An input whose byte strings in pieces are joined."""
    if isinstance(value, dict):
        return {name: joined(item, folder) for name, item in value.items()}
    if not isinstance(value, list):
        return value
    if value and all(map(_is_piece, value)):
        return "".join(_piece(item, folder) for item in value)
    return [joined(item, folder) for item in value]


def _is_piece(item: Any) -> bool:
    match item:
        case str() | [str(), int()] | {"file": str(), "from": int(), "to": int()}:
            return True
    return False


def _piece(item: Any, folder: Path) -> str:
    match item:
        case [str() as text, int() as times]:
            return text * times
        case {"file": name, "from": start, "to": end}:
            whole = json.loads((folder / name).read_text(encoding="utf-8"))["input"]["bytes"]
            return str(whole)[2 * start : 2 * end]
    return str(item)


def failure(file: Path) -> str | None:
    """What is wrong with a vector, if anything."""
    try:
        vector = json.loads(file.read_text(encoding="utf-8"))
        judge = KINDS.get(vector["kind"])
        if judge is None:
            return f"unknown kind {vector['kind']!r}"
        found, expected = judge(joined(vector["input"], file.parent)), vector["expect"]
        if vector["kind"] == "record":
            expected = {**expected, "verdict": without_words(expected["verdict"])}
    except Exception:  # whatever a vector does to the verifier is a failure of this vector
        return traceback.format_exc()
    return None if found == expected else f"found {found}, expected {expected}"


def main() -> int:
    parser = argparse.ArgumentParser(description="Judges every test vector of a folder.")
    parser.add_argument("folder", metavar="FOLDER", type=Path)
    files = sorted(parser.parse_args().folder.glob("*.json"))
    failures = [(file, text) for file in files if (text := failure(file)) is not None]
    for file, text in failures:
        print(f"{file.name}: {text}")
    print(f"{len(files)} vectors, {len(failures)} failures")
    return 1 if failures or not files else 0


if __name__ == "__main__":
    sys.exit(main())
