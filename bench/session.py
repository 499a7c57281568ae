"""Everything that is measured on one database: the shop, its floors beside it, and the shop again when it has grown."""

import json
import time
from contextlib import ExitStack
from statistics import median
from types import TracebackType
from typing import Any, Self

from django.db import connection

from bench import database, drop, process
from bench.load import ask
from bench.purchases import purchases_a_second
from bench.scenes import Figure, Scene, Server, asked, get, holds, measure, reads
from bench.servers import gunicorn
from bench.size import SIZE
from tests.support.servers.redis_server import running_redis
from tests.support.servers.running_shop import RunningShop

LIMITLESS = {"MAX_HELD_ORDERS": "1000000", "PAYPAL_TIMEOUT": "10"}


class Session:
    """`with Session() as session: session.run()`."""

    def __enter__(self) -> Self:
        self.stack = ExitStack()
        flags = dict(LIMITLESS)
        if connection.vendor == "postgresql" and (redis := self.stack.enter_context(running_redis())):
            flags["CACHE_URL"] = redis.url
        self.running = self.stack.enter_context(RunningShop(flags=flags))
        self.shop = Server(self.running.ports[0], self.running.running[0].pid)
        self.data = json.loads(self.running.python("-m", "bench.data", "seed"))
        self.sessions = json.loads(self.running.python("-m", "tests.support.crowd", str(SIZE.buyers)))
        environment = self.running.environment
        self.usual = Server(*self.stack.enter_context(gunicorn(environment, "bench.floor.settings")))
        bare = environment | {"BENCH_BARE": "1"}
        self.bare = Server(*self.stack.enter_context(gunicorn(bare, "bench.floor.settings")))
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.stack.close()

    def run(self) -> dict[str, Any]:
        reading = [measure(scene, self.shop, self.usual) for scene in reads(self.shop, self.data)]
        holding = [measure(scene, self.shop, self.bare) for scene in holds(self.sessions, self.data)]
        month = f"/api/products/all?start={self.data['month'][0]}&end={self.data['month'][1]}"
        return {
            "database": connection.vendor,
            "redis": "CACHE_URL" in self.running.flags,
            "figures": [told(figure) for figure in reading + holding],
            "floors": self.floors(),
            "by_the_database": self.by_the_database(),
            "workers": self.as_workers_grow(),
            "purchases": purchases_a_second(self.running, self.sessions, self.data),
            "drop": drop.measure(self.running, self.shop, holding[0].turns[-1].floor.rate, self.sessions[: SIZE.crowd]),
            "books": self.running.check_books().strip().splitlines()[-1],
            "start_up": process.start_up(self.running.environment),
            "memory": process.memory(self.shop, month) if connection.vendor == "sqlite" else None,
            "growth": self.growth(),
        }

    def floors(self) -> dict[str, float]:
        """Answers a second of what can't be made shorter."""
        alone = {
            "a bare JSON view": (self.bare, "/healthz"),
            "one read behind the usual middleware": (self.usual, f"/read/{self.data['event']}"),
            "a static file, by WhiteNoise": (self.shop, "/static/brand/favicon.svg"),
        }
        return {name: ask(server.port, get(path)(), server=server.pid).rate for name, (server, path) in alone.items()}

    def by_the_database(self) -> dict[str, float]:
        """Holds a second that the database makes by itself."""
        url = self.running.environment["DATABASE_URL"]
        dates = [pk for pk, _ in self.data["roomy_dates"][1:51]]
        return {
            "one date for all": database.holds_a_second(url, dates[:1]),
            "50 dates": database.holds_a_second(url, dates),
        }

    def as_workers_grow(self) -> dict[str, float]:
        """Holds a second over 50 dates with one worker and with two, in turns."""
        _, spread = holds(self.sessions, self.data)
        with gunicorn(self.running.environment | {"WEB_WORKERS": "1"}, "charityshop.settings") as server:
            alone = Server(*server)
            ask(alone.port, spread.shop(), server=alone.pid, seconds=0.4)
            turns = [(asked(spread.shop(), alone, 201, spread).rate, self.rate(spread)) for _ in range(SIZE.rounds)]
        return {"one": median(one for one, _ in turns), "two": median(two for _, two in turns)}

    def growth(self) -> list[dict[str, Any]]:
        """Answers a second as the shop grows, and how long staff's lists take."""
        grown = []
        for times, copies in SIZE.grown:
            if copies:
                self.running.python("-m", "bench.data", "grow", str(copies))
            scenes = [scene for scene in reads(self.shop, self.data) if scene.expected == 200]
            rates = {}
            for scene in scenes + holds(self.sessions, self.data):
                ask(self.shop.port, scene.shop(), server=self.shop.pid, seconds=0.4)  # the first looks keep an answer
                rates[scene.name] = self.rate(scene)
            grown.append({"times": times, "rates": rates, "staff": self.staff_lists()})
        return grown

    def rate(self, scene: Scene) -> float:
        return asked(scene.shop(), self.shop, scene.expected, scene).rate

    def staff_lists(self) -> dict[str, float]:
        """Milliseconds of each list, as staff open it; the second look, so that the first pays for reading the disk."""
        staff = self.running.as_staff()
        product = self.data["product"]
        when = self.data["roomy_dates"][0][1]
        paths = {
            "orders": "/api/orders?pageNumber=1",
            "orders of a name": "/api/orders?keyword=member+7",
            "users": "/api/users?pageNumber=1",
            "events": "/api/products?pageNumber=1",
            "who comes": f"/api/products/{product}/guests?startTime={when}",
        }
        found = {}
        for name, path in paths.items():
            for _ in range(2):
                began = time.perf_counter()
                staff.call("GET", path)
                found[name] = 1000 * (time.perf_counter() - began)
        return found


def told(figure: Figure) -> dict[str, Any]:
    """What the report needs to know of a figure."""
    last = figure.turns[-1]
    return {
        "name": figure.scene.name,
        "floor": figure.scene.floor_name,
        "target": figure.scene.target,
        "ratio": figure.ratio,
        "spread": figure.spread,
        "cpu_ratio": figure.cpu_ratio,
        "shop_rate": last.shop.rate,
        "floor_rate": last.floor.rate,
        "shop_cpu": last.shop.cpu_each,
        "floor_cpu": last.floor.cpu_each,
        "p95": last.shop.percentile(95),
        "met": figure.met,
    }
