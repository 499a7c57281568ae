"""A migrated database with one member of staff, prepared once per run and copied for every running shop."""

import atexit
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
from django.conf import settings
from django.db import connection

ROOT = Path(__file__).resolve().parents[3]
SETTINGS = {
    "DJANGO_SETTINGS_MODULE": "charityshop.settings",
    "SECRET_KEY": "only-for-tests-0123456789-abcdefghijklmnopqrstuvwxyz",
    "PAYPAL_ENVIRONMENT": "simulator",
}

# By database, the SQLite file or the name of PostgreSQL's template; and the folder of a shop with demo data.
prepared: dict[str, str] = {}


def new_database(folder: Path) -> str:
    """Return the URL of a new prepared database. A SQLite file is created in `folder`."""
    return new_sqlite(folder) if connection.vendor == "sqlite" else new_postgresql()


def prepare(url: str) -> None:
    """Migrate the empty database that the URL names as the shop does, and add the member of staff."""
    run_python(["-m", "tests.support.servers.prepare"], os.environ | SETTINGS | {"DATABASE_URL": url})


def run_python(arguments: Sequence[str], environment: Mapping[str, str]) -> str:
    """Run a program of the shop. Return its output, or raise AssertionError with it."""
    command = [sys.executable, *arguments]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise AssertionError(f"{arguments} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def new_sqlite(folder: Path) -> str:
    if "sqlite" not in prepared:
        template = Path(tempfile.mkdtemp(prefix="prepared-shop-")) / "shop.sqlite3"
        prepare(f"sqlite:///{template}")
        prepared["sqlite"] = str(template)
        atexit.register(shutil.rmtree, template.parent, ignore_errors=True)
    shutil.copy(prepared["sqlite"], folder / "shop.sqlite3")  # no process has it open, so there is no -wal file
    return f"sqlite:///{folder / 'shop.sqlite3'}"


def new_postgresql() -> str:
    if "postgresql" not in prepared:
        template = f"prepared_{uuid4().hex[:12]}"
        on_the_server(f"CREATE DATABASE {template}")
        prepare(postgresql_url(template))
        prepared["postgresql"] = template
        atexit.register(drop_postgresql, template)
    name = f"shop_{uuid4().hex[:12]}"
    on_the_server(f"CREATE DATABASE {name} TEMPLATE {prepared['postgresql']}")
    return postgresql_url(name)


def load_demo_data(folder: Path, url: str, seed: Callable[[], object]) -> None:
    """Seed the shop with its media in `folder`. With SQLite, later shops get copies, as resizing images is slow."""
    if url != f"sqlite:///{folder / 'shop.sqlite3'}":
        seed()
    elif "demo data" in prepared:
        shutil.copytree(prepared["demo data"], folder, dirs_exist_ok=True)
    else:
        seed()
        template = Path(tempfile.mkdtemp(prefix="seeded-shop-"))
        shutil.copy(folder / "shop.sqlite3", template)
        shutil.copytree(folder / "media", template / "media")
        prepared["demo data"] = str(template)
        atexit.register(shutil.rmtree, template, ignore_errors=True)


def rows_of(url: str, sql: str) -> list[tuple[Any, ...]]:
    """Run one statement on the database that the URL names, and commit. Return its rows."""
    if url.startswith("sqlite"):
        with closing(sqlite3.connect(url.removeprefix("sqlite:///"), timeout=20, isolation_level=None)) as line:
            return line.execute(sql).fetchall()
    with psycopg.connect(url, autocommit=True) as line:
        done = line.execute(sql)
        return done.fetchall() if done.description else []


def drop(url: str) -> None:
    """Drop a PostgreSQL database. A SQLite file is deleted with its folder."""
    if not url.startswith("sqlite"):
        drop_postgresql(url.partition("@/")[2].partition("?")[0])


def drop_postgresql(name: str) -> None:
    on_the_server(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")


def on_the_server(sql: str) -> None:
    with psycopg.connect(**server_settings(), dbname="postgres", autocommit=True) as line:
        line.execute(sql)


def postgresql_url(name: str) -> str:
    server = server_settings()
    port = f"&port={server['port']}" if server["port"] else ""
    return f"postgresql://{server['user']}:{server['password'] or ''}@/{name}?host={server['host']}{port}"


def server_settings() -> dict[str, Any]:
    server = settings.DATABASES["default"]
    host = server.get("OPTIONS", {}).get("host") or server["HOST"]
    login = {"user": server["USER"], "password": server["PASSWORD"] or None}
    return {"host": host, "port": server["PORT"] or None, **login}
