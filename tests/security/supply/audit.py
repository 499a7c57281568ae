"""`make audit`: has anything that is pinned a known hole? Exit 1: yes. Exit 2: it could not be found out.

The databases of holes are somebody else's, on the network. Where they do not answer, nothing is known, and that is what
this says; a list that was not looked at never counts as clean. Written exceptions stand in docs/audit-exceptions.toml.
"""

import json
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]
PIP_AUDIT = ROOT / ".venv-audit" / "bin" / "pip-audit"
EXCEPTIONS = ROOT / "docs" / "audit-exceptions.toml"
LOCKS = tuple(sorted(file.name for file in ROOT.glob("requirements*.txt")))
SERVICES = ("pypi", "osv")  # asked in this order, until one knows every package
CLEAN, HOLES, UNKNOWN = 0, 1, 2


@dataclass(frozen=True, slots=True)
class Hole:
    package: str
    ids: frozenset[str]  # one hole has several names

    def __str__(self) -> str:
        return f"{self.package}: {', '.join(sorted(self.ids))}"


class NotFoundOut(Exception):
    """Why a list could not be looked at."""


# --- Asking ----------------------------------------------------------------------------------------------------------


def holes_in_lock(lock: str) -> list[Hole]:
    """Raises NotFoundOut when no service knows every package of the lock."""
    reasons = []
    for service in SERVICES:
        command = [str(PIP_AUDIT), "-r", lock, "--require-hashes", "--disable-pip", "-f", "json", "-s", service]
        command += ["--progress-spinner", "off", "--timeout", "10"]
        done = run(command)
        try:
            return holes_told_by_pip_audit(done.stdout)
        except NotFoundOut as reason:
            reasons.append(f"{service}: {reason} {last_line(done.stderr)}".strip())
    raise NotFoundOut("; ".join(reasons))


def holes_told_by_pip_audit(output: str) -> list[Hole]:
    rows = parsed(output).get("dependencies")
    if not rows:
        raise NotFoundOut("no answer.")
    if unseen := [row["name"] for row in rows if "skip_reason" in row]:
        raise NotFoundOut(f"{len(unseen)} of {len(rows)} packages were not looked at.")
    return [
        Hole(row["name"], frozenset([hole["id"], *hole.get("aliases", ())])) for row in rows for hole in row["vulns"]
    ]


def holes_in_npm() -> list[Hole]:
    done = run(["npm", "--prefix", "frontend", "audit", "--json"])
    return holes_told_by_npm(done.stdout)


def holes_told_by_npm(output: str) -> list[Hole]:
    answer = parsed(output)
    if "vulnerabilities" not in answer:
        raise NotFoundOut(str(answer.get("message") or "no answer."))
    return [
        Hole(name, frozenset([str(via["url"]).rpartition("/")[2]]))
        for name, about in answer["vulnerabilities"].items()
        for via in about["via"]
        if isinstance(via, dict)  # a text names the package below, which has a row of its own
    ]


def parsed(output: str) -> dict[str, Any]:
    try:
        answer = json.loads(output)
    except ValueError:
        return {}
    return answer if isinstance(answer, dict) else {}


def run(command: list[str]) -> "subprocess.CompletedProcess[str]":
    try:
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=300)
    except (OSError, subprocess.TimeoutExpired) as problem:
        return subprocess.CompletedProcess(command, 1, "", str(problem))


def last_line(text: str) -> str:
    lines = text.strip().splitlines()
    return lines[-1][:200] if lines else ""


# --- Exceptions ------------------------------------------------------------------------------------------------------


def excepted(file: Path, *, today: date) -> frozenset[str]:
    """Names of holes that are known and borne, each until its day; afterwards it counts again."""
    rows = tomllib.loads(file.read_text()).get("exception", [])
    for row in rows:
        if not (row["id"] and row["package"] and row["reason"]):
            raise ValueError(f"{file.name}: every exception has an id, a package, a reason and a day: {row}")
    return frozenset(row["id"] for row in rows if row["until"] >= today)


def not_excepted(holes: Iterable[Hole], known: frozenset[str]) -> list[Hole]:
    return [hole for hole in holes if not hole.ids & known]


# --- Telling ---------------------------------------------------------------------------------------------------------


def main() -> int:
    known = excepted(EXCEPTIONS, today=date.today())  # noqa: DTZ011  # a day on the calendar of whoever runs this
    ends: Counter[int] = Counter()
    for name in (*LOCKS, "frontend/package-lock.json"):
        try:
            holes = not_excepted(holes_in_npm() if name.startswith("frontend") else holes_in_lock(name), known)
        except NotFoundOut as reason:
            print(f"NOT CHECKED  {name}: {reason}")
            ends[UNKNOWN] += 1
            continue
        print(f"{'HOLES       ' if holes else 'clean       '} {name}", *(f"  {hole}" for hole in holes), sep="\n")
        ends[HOLES if holes else CLEAN] += 1
    if UNKNOWN in ends:
        print("Whether what was not checked has holes is not known: no database of holes answered. Run this again.")
    print(f"Audit: {ends[CLEAN]} lists clean, {ends[HOLES]} with holes, {ends[UNKNOWN]} not checked")
    return next(end for end in (HOLES, UNKNOWN, CLEAN) if end in ends)


if __name__ == "__main__":
    sys.exit(main())
