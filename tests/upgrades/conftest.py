"""The databases of earlier releases, which each test gets a copy of."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest
from django.db import connection

from tests.support.servers.prepared_database import drop, on_the_server, postgresql_url

DUMPS = sorted(Path(__file__).with_name("dumps").glob(f"*.{connection.vendor}.sql"))


@pytest.fixture
def has_git() -> None:
    """Skip a test where there is no git."""
    if shutil.which("git") is None:
        pytest.skip("releases are tags of git")


@pytest.fixture(params=DUMPS, ids=lambda file: file.name)
def old_shop(request: pytest.FixtureRequest, tmp_path: Path, db: None) -> Iterator[str]:
    """The URL of a database that an earlier release left."""
    name = f"old_{uuid4().hex[:12]}"
    if connection.vendor == "sqlite":
        with closing(sqlite3.connect(tmp_path / name)) as database:
            database.executescript(request.param.read_text())
        yield f"sqlite:///{tmp_path / name}"
        return
    on_the_server(f"CREATE DATABASE {name}")
    try:
        with psycopg.connect(postgresql_url(name), autocommit=True) as database:
            database.execute(request.param.read_text())
        yield postgresql_url(name)
    finally:
        drop(postgresql_url(name))
