"""Back up the database and the uploaded images to one file, and restore them. The shop can keep running.

The database is copied first, with SQLite's online backup or pg_dump, so the copy is consistent. Images are copied after
it: their names are hashes of their content and they never change, so all images that the database refers to are
included. A backup is read to its end and compared with the hashes of its files before it appears under its name, and
again before it is restored.
"""

import hashlib
import io
import json
import os
import shutil
import sqlite3
import tarfile
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path, PurePosixPath

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone

from charityshop.db import gzip_files, postgresql_tools
from charityshop.db.postgresql_tools import ToolFailed
from charityshop.db.retries import NotFinished

DATABASE = "shop.sqlite3" if settings.SQLITE else "shop.dump"
MEDIA, LABEL = "media", "backup.json"
FORMAT = 2
OWNER_ONLY = 0o600  # the file contains names, addresses and password hashes


class BackupProblem(NotFinished):
    """A backup can't be made, read or restored. Nothing was changed."""


@dataclass(frozen=True, slots=True)
class Label:
    """The metadata of a backup."""

    format: int
    made_at: str  # UTC
    database_sha256: str
    images_sha256: dict[str, str]  # by name; names are hashes of what was uploaded, not of the files that are kept


# --- Writing -------------------------------------------------------------------------------------------------------


def write_backup(file: Path) -> Label:
    """Write a backup to `file`, which appears only when it is complete. Raises BackupProblem."""
    if file.exists():
        raise BackupProblem(f"{file} already exists. Choose another file.")
    if not file.parent.is_dir():
        raise BackupProblem(f"There is no folder {file.parent}.")
    with convert_errors(), tempfile.TemporaryDirectory(prefix=".backup-", dir=file.parent) as folder:
        made_at, database_sha256 = f"{timezone.now():%Y-%m-%dT%H:%M:%SZ}", copy_database(Path(folder) / DATABASE)
        archive = Path(folder) / "archive"
        with open_private(archive) as out, gzip_files.open_new(out) as packed, tarfile.open(None, "w", packed) as tar:
            tar.add(Path(folder) / DATABASE, arcname=DATABASE)
            images = add_images(tar, Path(settings.MEDIA_ROOT))
            label = Label(FORMAT, made_at, database_sha256, images)
            add_bytes(tar, LABEL, json.dumps(asdict(label)).encode())
        unpack(archive, Path(folder) / "unpacked")
        archive.replace(file)
    sync_folder(file.parent)
    return label


def copy_database(to: Path) -> str:
    """Copy the database and return the copy's SHA-256. This doesn't block writers, in SQLite because of WAL mode."""
    if not settings.SQLITE:
        postgresql_tools.write_dump(to)
        return sha256_of(to)
    connection.ensure_connection()
    with closing(sqlite3.connect(to)) as copy:
        connection.connection.backup(copy)  # all pages in one step, so that writes don't restart it
        copy.execute("PRAGMA journal_mode=DELETE")  # a single file without a -wal file
        refuse_damage(copy)
    return sha256_of(to)


def add_images(tar: tarfile.TarFile, folder: Path) -> dict[str, str]:
    """Add all files of a folder and return their SHA-256 by name."""
    added = {}
    for path, name in list_files(folder):
        with suppress(FileNotFoundError):  # temporary files of uploads may be deleted meanwhile
            content = path.read_bytes()
            add_bytes(tar, f"{MEDIA}/{name}", content)
            added[name] = hashlib.sha256(content).hexdigest()
    return added


def list_files(folder: Path) -> Iterator[tuple[Path, str]]:
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.is_symlink():
            yield path, path.relative_to(folder).as_posix()


def add_bytes(tar: tarfile.TarFile, name: str, content: bytes) -> None:
    member = tarfile.TarInfo(name)
    member.size, member.mode, member.mtime = len(content), 0o644, int(timezone.now().timestamp())
    tar.addfile(member, io.BytesIO(content))


@contextmanager
def open_private(path: Path) -> Iterator[io.BufferedWriter]:
    """Open a new file readable only by its owner, and sync it to disk at the end."""
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY), "wb") as out:
        yield out
        out.flush()
        os.fsync(out.fileno())


def sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


# --- Reading -------------------------------------------------------------------------------------------------------


def restore_backup(file: Path, *, force: bool) -> Label:
    """Restore a backup. Raises BackupProblem.

    The backup is checked before anything changes. SQLite's database is replaced in one transaction, PostgreSQL's tables
    are dropped before (`load_dump`). Images are only added.
    Without `force`, an existing database is not replaced.
    """
    with convert_errors():
        if not force:
            refuse_to_overwrite()
        media = Path(settings.MEDIA_ROOT)
        media.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".restore-", dir=media.parent) as name:
            folder = Path(name)
            label = unpack(file, folder)
            if settings.SQLITE:
                with closing(sqlite3.connect(folder / DATABASE)) as database:
                    refuse_damage(database)
            refuse_newer(list_migrations(folder / DATABASE))
            move_images(folder / MEDIA, media)
            replace_database(folder / DATABASE)
        connection.close()
    return label


def replace_database(copy: Path) -> None:
    if not settings.SQLITE:
        postgresql_tools.load_dump(copy)
        return
    connection.ensure_connection()
    with closing(sqlite3.connect(copy)) as database:
        database.backup(connection.connection)


@contextmanager
def convert_errors() -> Iterator[None]:
    """Turn file and database errors into BackupProblem."""
    try:
        yield
    except (OSError, sqlite3.Error, DatabaseError, ToolFailed) as error:
        raise BackupProblem(f"{type(error).__name__}: {error}") from error


def unpack(file: Path, folder: Path) -> Label:
    """Unpack a backup into a folder. Raise BackupProblem unless all of it is as it was written."""
    try:
        gzip_files.read_to_end(file)
        with tarfile.open(file, mode="r:gz") as tar:
            for member in tar:
                unpack_member(tar, member, folder)
        read = json.loads((folder / LABEL).read_text())
        if read["format"] != FORMAT:
            raise BackupProblem(f"{file} is of format {read['format']}; this shop reads format {FORMAT}.")
        label = Label(**read)
    except (OSError, EOFError, zlib.error, tarfile.TarError, ValueError, TypeError, KeyError) as error:
        raise BackupProblem(f"{file} cannot be read as a backup: {error}") from error
    refuse_other_files(file, folder, label)
    return label


def refuse_other_files(file: Path, folder: Path, label: Label) -> None:
    """Reject a backup whose files aren't exactly those that its label names."""
    if not (folder / DATABASE).is_file():
        raise BackupProblem(f"{file} has no {DATABASE}: it was made with another kind of database.")
    if sha256_of(folder / DATABASE) != label.database_sha256:
        raise BackupProblem(f"{file} is damaged: its database is not the one that was backed up.")
    found = {name: sha256_of(path) for path, name in list_files(folder / MEDIA)}
    if changed := sorted(name for name, _ in found.items() ^ label.images_sha256.items()):
        raise BackupProblem(f"{file} is damaged: the image {changed[0]} is not as it was backed up.")


def unpack_member(tar: tarfile.TarFile, member: tarfile.TarInfo, folder: Path) -> None:
    """Extract a file if a backup contains such a name. Other names could write outside the folder."""
    path = PurePosixPath(member.name)
    content = tar.extractfile(member) if member.isfile() and ".." not in path.parts else None
    if content is None or not (member.name in (DATABASE, LABEL) or path.parts[:1] == (MEDIA,)):
        raise tarfile.TarError(f"{member.name} does not belong in a backup")
    place = folder / path
    place.parent.mkdir(parents=True, exist_ok=True)
    with content, place.open("wb") as out:
        shutil.copyfileobj(content, out)


def refuse_to_overwrite() -> None:
    if connection.introspection.table_names():
        name = connection.settings_dict["NAME"]
        raise BackupProblem(f"There is a shop in {name}. Make a backup of it, then add --force to replace it.")


def refuse_damage(database: sqlite3.Connection) -> None:
    try:
        damage = [row[0] for row in database.execute("PRAGMA integrity_check")]
        strays = database.execute("PRAGMA foreign_key_check").fetchall()
    except sqlite3.DatabaseError as error:
        raise BackupProblem(f"The database is damaged: {error}") from error
    if damage != ["ok"] or strays:
        raise BackupProblem(f"The database is damaged: {damage[0] if damage != ['ok'] else strays[0]}")


def list_migrations(copy: Path) -> set[tuple[str, str]]:
    if not settings.SQLITE:
        return postgresql_tools.list_migrations(copy)
    with closing(sqlite3.connect(copy)) as database:
        return set(database.execute("SELECT app, name FROM django_migrations"))


def refuse_newer(applied: set[tuple[str, str]]) -> None:
    """Reject a backup with migrations that this version doesn't have."""
    loader = MigrationLoader(None)
    ours = {app for app, _ in loader.disk_migrations}
    if unknown := sorted(key for key in applied - loader.disk_migrations.keys() if key[0] in ours):
        raise BackupProblem(f"The backup is from a newer shop: this one does not know {'.'.join(unknown[0])}.")


def move_images(images: Path, media: Path) -> None:
    for path, name in list_files(images):
        (media / name).parent.mkdir(parents=True, exist_ok=True)
        path.replace(media / name)


def sha256_of(path: Path) -> str:
    with path.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()
