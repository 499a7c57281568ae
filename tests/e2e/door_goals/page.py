"""Write docs/generated/door.md."""

import platform
import re
import subprocess
from datetime import UTC, datetime

from bench.__main__ import processors
from tests.e2e import volunteer
from tests.e2e.door_goals import scans, tables, walk
from tests.e2e.door_goals.measured import Measured
from tests.e2e.door_goals.phone import SLOWDOWN
from tests.support.servers.running_shop import ROOT

PAGE = ROOT / "docs" / "generated" / "door.md"
HEAD = "| What | n | Median | p95 | Result | Goal | Met |\n|---|---|---|---|---|---|---|"
INTRODUCTION = f"""
# The door, as measured

Written by `make door`, which starts a shop on this machine and drives the volunteers' page in headless Chromium, at the
size of a phone and with the processor slowed down {SLOWDOWN} times (Chromium's `Emulation.setCPUThrottlingRate`), the
usual stand-in for a cheap phone. The page runs as it is; only its camera is replaced by a canvas of 1280 × 720 pixels
and 25 frames a second, drawn by the same slowed-down thread.
"""
EXPLANATION = f"""
## How it is measured

- **Ticket in view to verdict**: from the first frame with the ticket until the verdict is painted. Each scan is of
  another ticket. Tickets are photos of the shop's own QR codes, 9 to 16 cm away, tilted up to 15°, turned up to 20°, in
  front of a scene, which the camera also shows between two tickets. “Online” is the shop on the same machine, so a real
  network's latency comes on top; after 600 ms the page doesn't wait any longer.
- **Photos**: of 240 tickets, each 30 mm wide with its white border, through a lens with a view of 65°. They are held up
  to the page's camera, one after the other, and have to be read within a second. Misread codes would show as unknown.
- **Queued entries**: {scans.QUEUED} scans without a connection; from the browser's event `online` until “All sent”.
- **{walk.GUESTS} guests**: in real time, with generated pauses: a guest steps up within {volunteer.STEP_UP[0]:g} to
  {volunteer.STEP_UP[1]:g} s, every eighth searches for the ticket for {volunteer.SEARCH_POCKETS[0]:g} to
  {volunteer.SEARCH_POCKETS[1]:g} s; the volunteer reads an answer for {volunteer.READ[0]:g} to {volunteer.READ[1]:g} s,
  finds a button within {volunteer.FIND[0]:g} to {volunteer.FIND[1]:g} s, and types a character in {volunteer.KEY:g} s.
  {walk.SCANNED + 1} have a ticket that is scanned, one of them let in too early and undone; {walk.TYPED} codes are
  typed; {len(walk.FOUND_BY_NAME) + 1} are found by name; a party of four comes in two parts; two friends of the host
  have no ticket; and one ticket is shown again at the end. The shop then has to know of {walk.GUESTS} guests, without
  conflict.
- **The drawer**: a float of ${walk.FLOAT} and {walk.SALES} sales. Two people count for {volunteer.COUNT_CASH:g} s each,
  type what they counted, and hand the phone over; they note why $3.00 is missing, and close.
- **Tables**: {tables.PLAYERS} players are inside. The scorekeeper finds each button within {volunteer.FIND[0]:g} to
  {volunteer.FIND[1]:g} s; each table's result is one tap, the next round another, and the time ends when its pairing is
  on the screen. For the players' phones, the scorekeeper enters the last result and pairs without a connection, and
  {tables.REPEATS} times the time runs from the return of the connection until the player's table of the new round is on
  the page, which asks every five seconds.
- **Histories, tills, controls**: as in `make prove`, whose page explains them: [proof.md](proof.md).
"""


def write_page(rows: list[Measured], *, browser: str, load: str) -> None:
    now = datetime.now(UTC)
    commit = subprocess.run(
        ["git", "describe", "--always", "--dirty"], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout.strip()
    when = f"Measured on {now:%B} {now.day}, {now.year}, at commit `{commit}`, on {processors()}"
    how = f"{when}, {browser}, Python {platform.python_version()}. {load}"
    parts = [INTRODUCTION.strip(), how, format_table(rows), EXPLANATION.strip()]
    PAGE.write_text("\n\n".join(map(unwrap, parts)) + "\n")


def unwrap(text: str) -> str:
    """Join the lines of each paragraph."""
    return re.sub(r"(?<=[^\n])\n *(?=[^\n #|-])", " ", text)


def format_table(rows: list[Measured]) -> str:
    return "\n".join([HEAD, *("| " + " | ".join(row.cells) + " |" for row in rows)])
