"""Write the measured figures between the markers of docs/generated/performance.md, with each target, met or not."""

import platform
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench.size import QUICK, SIZE

DOC = Path("docs/generated/performance.md")
BEGIN, END = "<!-- measured: begin -->", "<!-- measured: end -->"
NAMES = {"sqlite": "SQLite (the default)", "postgresql": "PostgreSQL"}


def write_report(runs: list[dict[str, Any]]) -> int:
    """Put the tables into the document and print them; 0, since a figure is a fact and no failure."""
    text = "\n".join(lines_of(runs))
    print(text)
    if SIZE is QUICK:  # seen to run; its figures mean nothing
        return 0
    before, _, rest = DOC.read_text().partition(BEGIN)
    after = rest.partition(END)[2]
    DOC.write_text(f"{before}{BEGIN}\n\n{text}\n\n{END}{after}")
    return 0


def lines_of(runs: list[dict[str, Any]]) -> Iterator[str]:
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=True).stdout
    yield f"Measured at commit `{commit.strip()}` on {processor()}, Python {platform.python_version()}."
    for run in runs:
        redis = " with Redis" if run["redis"] else ""
        yield f"\n### {NAMES[run['database']]}{redis}\n"
        yield from figures(run["figures"])
        yield from floors(run["floors"])
        yield from database_and_workers(run)
        yield from purchases_and_drop(run)
        yield from processes(run)
        yield from growth(run["growth"])


def processor() -> str:
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return f"{len(models)} × {models[0]}" if models else platform.machine()


def figures(rows: list[dict[str, Any]]) -> Iterator[str]:
    yield "| Asked | Shop, a second | Floor, a second | Ratio (least – most) | By processor time | Target | Met |"
    yield "|---|---|---|---|---|---|---|"
    for row in rows:
        least, most = row["spread"]
        yield (
            f"| {row['name']} | {row['shop_rate']:.0f} | {row['floor_rate']:.0f} ({row['floor']}) "
            f"| **{row['ratio']:.2f}** ({least:.2f} – {most:.2f}) | {row['cpu_ratio']:.2f} "
            f"({row['shop_cpu']:.2f} against {row['floor_cpu']:.2f} ms) | ≥ {row['target']} | {said(row['met'])} |"
        )


def floors(rates: dict[str, float]) -> Iterator[str]:
    yield "\nFor comparison, a second: " + "; ".join(f"{name} {rate:.0f}" for name, rate in rates.items()) + "."


def database_and_workers(run: dict[str, Any]) -> Iterator[str]:
    alone, workers = run["by_the_database"], run["workers"]
    tool = "pgbench" if run["database"] == "postgresql" else "one writer without pause"
    yield (
        f"\nThe database by itself ({tool}) makes "
        + " and ".join(f"{rate:.0f} holds a second on {dates}" for dates, rate in alone.items())
        + f". Over 50 dates the shop makes {workers['one']:.0f} with one worker and {workers['two']:.0f} with two."
    )


def purchases_and_drop(run: dict[str, Any]) -> Iterator[str]:
    bought, drop = run["purchases"], run["drop"]
    yield (
        f"\n- Whole purchases (order, PayPal order, approval, pay): **{bought['rate']:.1f} a second** "
        f"({bought['number']:,} of them), "
        f"{bought['rate_with_queues']:.1f} until the outbox behind them was empty too. Target 120: "
        f"{said(bought['rate_with_queues'] >= 120)}. For one purchase the bare view makes "
        f"{run['figures'][-1]['floor_rate'] / bought['rate']:.0f} holds over 50 dates."
    )
    late = drop["last_answer"] / drop["ideal"]
    slower = drop["page_meanwhile"] / drop["page_idle"]
    answers = ", ".join(f"{number} × {status}" for status, number in sorted(drop["answers"].items()))
    yield (
        f"- A drop, {drop['buyers']} buyers at once for {drop['seats']} seats: {answers}; the last answer after "
        f"{drop['last_answer']:.1f} s, {late:.1f} × of what bare holds would take (target 2: {said(late <= 2)}); "
        f"the month's page meanwhile {1000 * drop['page_meanwhile']:.0f} ms, {slower:.1f} × of idle "
        f"(target 2: {said(slower <= 2)})."
    )
    yield f"- The books afterwards: {run['books']}"


def processes(run: dict[str, Any]) -> Iterator[str]:
    start = run["start_up"]
    times = start["shop"] / start["bare"]
    yield (
        f"- Start-up: {start['shop']:.2f} s against {start['bare']:.2f} s of bare Django, {times:.1f} × "
        f"(target 1.5: {said(times <= 1.5)}). Bare Django with REST framework's views, and nothing of the shop's, "
        f"takes {start['rest'] / start['bare']:.1f} ×."
    )
    if memory := run["memory"]:
        grown = memory["after"] - memory["before"]
        yield (
            f"- Memory of the workers after {memory['requests']:,} requests: {memory['before']:.0f} MB, then "
            f"{memory['after']:.0f} MB ({grown:+.0f})."
        )


def growth(rows: list[dict[str, Any]]) -> Iterator[str]:
    yield "\nAs the shop grows (people, orders, bookings and archived nights), a second:\n"
    times = [f"{row['times']} ×" for row in rows]
    yield "| Asked | " + " | ".join(times) + " | 100 × against 1 × |"
    yield "|---|" + "---|" * (len(rows) + 1)
    for name in rows[0]["rates"]:
        rates = [row["rates"][name] for row in rows]
        yield f"| {name} | " + " | ".join(f"{rate:.0f}" for rate in rates) + f" | {rates[-1] / rates[0]:.2f} |"
    yield "\nStaff's lists, milliseconds for one look:\n"
    yield "| List | " + " | ".join(times) + " |"
    yield "|---|" + "---|" * len(rows)
    for name in rows[0]["staff"]:
        yield f"| {name} | " + " | ".join(f"{row['staff'][name]:.0f}" for row in rows) + " |"


def said(met: bool | None) -> str:
    return "–" if met is None else "yes" if met else "**no**"
