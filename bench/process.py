"""The processes behind the figures: how long they take to start, and whether their memory stays flat."""

import subprocess
import sys
import time
from pathlib import Path
from statistics import median
from typing import Any

from bench.load import ask
from bench.scenes import Server, get
from bench.size import SIZE
from tests.support.servers.running_shop import ROOT

MEGABYTE = 1024 * 1024
BARE = "import django; from django.conf import settings; settings.configure(INSTALLED_APPS={apps}); django.setup()"
BARE_APPS = ["django.contrib.auth", "django.contrib.contenttypes", "django.contrib.sessions", "django.contrib.admin"]
SCRIPTS = {
    "shop": "import django; django.setup(); import charityshop.urls",
    "bare": BARE.format(apps=BARE_APPS),
    "rest": BARE.format(apps=[*BARE_APPS, "rest_framework"]) + "; import rest_framework.viewsets",
}


def memory(shop: Server, path: str, *, requests: int = SIZE.requests, at_most: float = 90.0) -> dict[str, Any]:
    """Megabytes of the server's workers after warming up, and after so many requests more (or `at_most` seconds)."""
    ask(shop.port, get(path)(), server=shop.pid, seconds=2 * SIZE.seconds)
    before, answered, began = resident(shop.pid), 0, time.perf_counter()
    while answered < requests and time.perf_counter() - began < at_most:
        answered += len(ask(shop.port, get(path)(), server=shop.pid, seconds=3 * SIZE.seconds).latencies)
    return {"requests": answered, "before": before, "after": resident(shop.pid)}


def resident(pid: int) -> float:
    """Megabytes that the workers of this master hold, together."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    pages = sum(int(Path(f"/proc/{child}/statm").read_text().split()[1]) for child in children)
    return pages * 4096 / MEGABYTE


def start_up(environment: dict[str, str]) -> dict[str, float]:
    """Seconds until Django is ready, in turns: the shop's, a bare one's, and a bare one's with REST framework alone."""
    took: dict[str, list[float]] = {name: [] for name in SCRIPTS}
    for _ in range(SIZE.starts):
        for name, script in SCRIPTS.items():
            took[name].append(seconds_of(script, environment))
    return {name: median(times) for name, times in took.items()}


def seconds_of(script: str, environment: dict[str, str]) -> float:
    began = time.perf_counter()
    subprocess.run([sys.executable, "-c", script], env=environment, cwd=ROOT, check=True, capture_output=True)
    return time.perf_counter() - began
