"""The shop's settings with other views. BENCH_BARE=1 takes away what stands in front of them."""

import os

from charityshop.settings import *  # noqa: F403

ROOT_URLCONF = "bench.floor.urls"
if os.environ.get("BENCH_BARE") == "1":
    MIDDLEWARE: list[str] = []
