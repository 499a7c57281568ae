"""An empty database for each test of an upgrade, on the server that the tests use."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest
from django.db import connection

from tests.support.servers.prepared_database import drop, on_the_server, postgresql_url


@pytest.fixture
def has_git() -> None:
    """Skip a test where there is no git."""
    if shutil.which("git") is None:
        pytest.skip("releases are tags of git")


@pytest.fixture
def database_url(tmp_path: Path, db: None) -> Iterator[str]:
    name = f"old_{uuid4().hex[:12]}"
    if connection.vendor == "sqlite":
        yield f"sqlite:///{tmp_path / name}"
        return
    on_the_server(f"CREATE DATABASE {name}")
    yield postgresql_url(name)
    drop(postgresql_url(name))
