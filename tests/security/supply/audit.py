"""`make audit`: look up known vulnerabilities of all pinned packages. Exit 1: found some. Exit 2: not checked.

The databases are remote services. If none of them answers, the list is reported as not checked, never as clean.
docs/audit-exceptions.toml has the accepted vulnerabilities.
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
SERVICES = ("pypi", "osv")  # tried in this order, until one has every package
CLEAN, VULNERABLE, UNKNOWN = 0, 1, 2


@dataclass(frozen=True, slots=True)
class Vulnerability:
    package: str
    ids: frozenset[str]  # all its names

    def __str__(self) -> str:
        return f"{self.package}: {', '.join(sorted(self.ids))}"


class NotChecked(Exception):
    """The reason why a list could not be checked."""


# --- Looking up ------------------------------------------------------------------------------------------------------


def check_lock(lock: str) -> list[Vulnerability]:
    """Return the vulnerabilities of a lock file's packages. Raise NotChecked if no service has all of them."""
    reasons = []
    for service in SERVICES:
        command = [str(PIP_AUDIT), "-r", lock, "--require-hashes", "--disable-pip", "-f", "json", "-s", service]
        command += ["--progress-spinner", "off", "--timeout", "10"]
        done = run(command)
        try:
            return parse_pip_audit(done.stdout)
        except NotChecked as reason:
            reasons.append(f"{service}: {reason} {last_line(done.stderr)}".strip())
    raise NotChecked("; ".join(reasons))


def parse_pip_audit(output: str) -> list[Vulnerability]:
    rows = parse_json(output).get("dependencies")
    if not rows:
        raise NotChecked("no answer.")
    if missing := [row["name"] for row in rows if "skip_reason" in row]:
        raise NotChecked(f"{len(missing)} of {len(rows)} packages were not checked.")
    return [
        Vulnerability(row["name"], frozenset([found["id"], *found.get("aliases", ())]))
        for row in rows
        for found in row["vulns"]
    ]


def check_npm() -> list[Vulnerability]:
    done = run(["npm", "--prefix", "frontend", "audit", "--json"])
    return parse_npm_audit(done.stdout)


def parse_npm_audit(output: str) -> list[Vulnerability]:
    answer = parse_json(output)
    if "vulnerabilities" not in answer:
        raise NotChecked(str(answer.get("message") or "no answer."))
    return [
        Vulnerability(name, frozenset([str(via["url"]).rpartition("/")[2]]))
        for name, about in answer["vulnerabilities"].items()
        for via in about["via"]
        if isinstance(via, dict)  # a string names another package, which has its own row
    ]


def parse_json(output: str) -> dict[str, Any]:
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


def read_exceptions(file: Path, *, today: date) -> frozenset[str]:
    """Return the IDs of accepted vulnerabilities. Each exception ends after its date."""
    rows = tomllib.loads(file.read_text()).get("exception", [])
    for row in rows:
        if not (row["id"] and row["package"] and row["reason"]):
            raise ValueError(f"{file.name}: every exception needs an ID, a package, a reason and a date: {row}")
    return frozenset(row["id"] for row in rows if row["until"] >= today)


def remove_exceptions(found: Iterable[Vulnerability], accepted: frozenset[str]) -> list[Vulnerability]:
    return [each for each in found if not each.ids & accepted]


# --- The report ------------------------------------------------------------------------------------------------------


def main() -> int:
    accepted = read_exceptions(EXCEPTIONS, today=date.today())  # noqa: DTZ011  # the date where this runs
    ends: Counter[int] = Counter()
    for name in (*LOCKS, "frontend/package-lock.json"):
        try:
            found = remove_exceptions(check_npm() if name.startswith("frontend") else check_lock(name), accepted)
        except NotChecked as reason:
            print(f"NOT CHECKED  {name}: {reason}")
            ends[UNKNOWN] += 1
            continue
        print(f"{'VULNERABLE  ' if found else 'clean       '} {name}", *(f"  {each}" for each in found), sep="\n")
        ends[VULNERABLE if found else CLEAN] += 1
    if UNKNOWN in ends:
        print("Some lists were not checked, because no database of vulnerabilities answered. Run this again.")
    print(f"Audit: {ends[CLEAN]} lists clean, {ends[VULNERABLE]} vulnerable, {ends[UNKNOWN]} not checked")
    return next(end for end in (VULNERABLE, UNKNOWN, CLEAN) if end in ends)


if __name__ == "__main__":
    sys.exit(main())
