"""A store of JSON documents, in an SQLite file or, without a folder, in memory."""

import json
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

Json = dict[str, Any]
Row = tuple[str, str, int, str]

SCHEMA = """
CREATE TABLE IF NOT EXISTS document (
    kind TEXT NOT NULL, key TEXT NOT NULL, position INTEGER NOT NULL, body TEXT NOT NULL, PRIMARY KEY (kind, key)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS in_order ON document (kind, position);
CREATE TABLE IF NOT EXISTS counter (name TEXT PRIMARY KEY, value INTEGER NOT NULL);
"""


class Store:
    """Documents by kind and key. Changes run inside `transaction()`, one thread at a time."""

    def __init__(self, folder: Path | None) -> None:
        if folder:
            folder.mkdir(parents=True, exist_ok=True)
        path = folder / "paypal-simulator.sqlite3" if folder else ":memory:"
        self._lock = threading.RLock()
        self._depth = 0
        self._connection = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
        # WAL with NORMAL keeps committed changes if the process is killed, which is enough here.
        self._connection.executescript(f"PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; {SCHEMA}")

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Run a block atomically. May be nested; the outermost transaction commits."""
        with self._lock:
            outermost = self._depth == 0
            if outermost:
                self._connection.execute("BEGIN IMMEDIATE")
            self._depth += 1
            try:
                yield
            except BaseException:
                if outermost:
                    self._connection.execute("ROLLBACK")
                raise
            else:
                if outermost:
                    self._connection.execute("COMMIT")
            finally:
                self._depth -= 1

    def get(self, kind: str, key: str) -> Json | None:
        with self._lock:
            query = "SELECT body FROM document WHERE kind = ? AND key = ?"
            row = self._connection.execute(query, (kind, key)).fetchone()
        return json.loads(row[0]) if row else None

    def put(self, kind: str, key: str, body: Json) -> None:
        with self.transaction():
            change = (
                "INSERT INTO document (kind, key, position, body) "
                "VALUES (?1, ?2, (SELECT 1 + COALESCE(MAX(position), 0) FROM document WHERE kind = ?1), ?3) "
                "ON CONFLICT (kind, key) DO UPDATE SET body = excluded.body"
            )
            self._connection.execute(change, (kind, key, json.dumps(body)))

    def list_all(self, kind: str) -> list[Json]:
        """Return all documents of a kind, oldest first."""
        with self._lock:
            query = "SELECT body FROM document WHERE kind = ? ORDER BY position"
            rows = self._connection.execute(query, (kind,)).fetchall()
        return [json.loads(row[0]) for row in rows]

    def list_items(self, kind: str) -> list[tuple[str, Json]]:
        """Return the keys and documents of a kind, oldest first."""
        with self._lock:
            query = "SELECT key, body FROM document WHERE kind = ? ORDER BY position"
            rows = self._connection.execute(query, (kind,)).fetchall()
        return [(key, json.loads(body)) for key, body in rows]

    def list_latest(self, kind: str, limit: int) -> list[Json]:
        """Return the `limit` newest documents of a kind, newest first."""
        with self._lock:
            query = "SELECT body FROM document WHERE kind = ? ORDER BY position DESC LIMIT ?"
            rows = self._connection.execute(query, (kind, limit)).fetchall()
        return [json.loads(row[0]) for row in rows]

    def next_number(self, name: str) -> int:
        """Return the next number, from 1. `delete` doesn't reset it, so that no ID is used twice."""
        with self._lock:
            change = (
                "INSERT INTO counter (name, value) VALUES (?, 1) "
                "ON CONFLICT (name) DO UPDATE SET value = value + 1 RETURNING value"
            )
            return int(self._connection.execute(change, (name,)).fetchone()[0])

    def delete(self, *kinds: str) -> None:
        with self.transaction():
            for kind in kinds:
                self._connection.execute("DELETE FROM document WHERE kind = ?", (kind,))

    def dump(self) -> list[Row]:
        with self._lock:
            return self._connection.execute("SELECT kind, key, position, body FROM document").fetchall()

    def restore(self, rows: list[Row]) -> None:
        """Restore the documents of a dump. Counters continue, so that no ID is used twice."""
        with self.transaction():
            self._connection.execute("DELETE FROM document")
            self._connection.executemany("INSERT INTO document (kind, key, position, body) VALUES (?, ?, ?, ?)", rows)

    def close(self) -> None:
        with self._lock:
            self._connection.close()
