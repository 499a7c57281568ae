"""Settings of the floors: the shop's, with the minimal views. BENCH_NO_MIDDLEWARE=1 removes the middleware."""

import os

from charityshop.settings import *  # noqa: F403

ROOT_URLCONF = "bench.floor.urls"
if os.environ.get("BENCH_NO_MIDDLEWARE") == "1":
    MIDDLEWARE: list[str] = []
