"""`python -m tests.resilience.proof.machine.broken_rules`: break rules in copies of the tree, and expect failures.

The rules are those of "Where features meet": seats and money are separate facts, entries are facts, an order is worth
what was paid, what is booked stays, money returns from where it went, promises are stored, late money goes to review.
Numbers as arguments choose rules.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[4]
HISTORIES = "tests/resilience/proof/machine/test_histories.py"
SIZES = {"PROOF_SEASONS": "300", "PROOF_STEPS": "30", "PROOF_SEED": "1", "PROOF_SHRINK": "0"}
LEFT_OUT = shutil.ignore_patterns(".git", ".venv", ".run", "node_modules", "__pycache__", "staticfiles")

BREAKS: dict[int, tuple[str, str, str]] = {  # by rule: the file, and the text with what replaces it
    1: ("payments/services/refunds/returned_seats.py", "if line.line_price and left[line.pk]}", "if left[line.pk]}"),
    2: (
        "changes/services/request_change.py",
        "    if inside.total and free < (count or 1) <= left:\n        raise AlreadyIn\n",
        "    free = max(free, left)\n",
    ),
    3: ("orders/worth.py", "    if paid == totals.total:\n        return totals\n", "    return totals\n"),
    4: ("payments/services/booked_money.py", "max(day, refund.booked_on or day)", "refund.booked_on or day"),
    5: ("giving/splits.py", "self._take_retained(max(unexplained - for_seats, ZERO))", "[]"),
    6: (
        "changes/services/options.py",
        "get_fee(policy=line.refund_policy,",
        "get_fee(policy=line.booking.occurrence.event.refund_policy,",
    ),
    7: ("payments/services/settle_payment.py", "    if order.review_because:\n", "    if False:\n"),
}


def explore(rule: int | None) -> tuple[str, str]:
    """Explore a copy of the tree in which this rule is broken, or none. Return pytest's output, and why it failed."""
    with TemporaryDirectory(prefix="broken-rule-") as folder:
        tree = shutil.copytree(ROOT, Path(folder, "tree"), ignore=LEFT_OUT)
        if rule is not None:
            name, old, new = BREAKS[rule]
            source = (tree / name).read_text()
            if source.count(old) != 1:
                raise SystemExit(f"{name} has {source.count(old)} times the text to replace: {old!r}")
            (tree / name).write_text(source.replace(old, new))
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "--tb=short", HISTORIES]
        done = subprocess.run(command, cwd=tree, env=os.environ | SIZES, capture_output=True, text=True, check=False)
    lines = done.stdout.splitlines()
    why = next((line.partition("Error: ")[2][:200] for line in lines if "Error: " in line), done.stdout[-300:])
    size = " ".join(line for line in lines if line.endswith("were explored.") or " failed in " in line)
    return done.stdout, f"{why} ({size})"


def is_found(rule: int) -> bool:
    output, why = explore(rule)
    found = "1 failed" in output
    print(f"rule {rule}: {'found' if found else 'NOT FOUND'}: {why}", flush=True)
    return found


if __name__ == "__main__":
    output, why = explore(None)
    if "1 passed" not in output:  # then a failure would not show that the break was found
        raise SystemExit(f"The same histories fail without a break: {why}")
    chosen = [int(number) for number in sys.argv[1:]] or list(BREAKS)
    sys.exit(0 if all(is_found(rule) for rule in chosen) else 1)
