"""Upgrade the shop to another release. If anything fails, the old one runs again with all its data.

python3 deploy/upgrade.py RELEASE        RELEASE is a folder, or a tag of the repository

Everything that can be tried beside the running shop is tried there. Only then it is stopped, and its data, which
nobody changes any more, is backed up once more; so going back loses no order. UNFINISHED says how far that part got.
If it is there, an upgrade was interrupted, and the next run goes back. See docs/operating.md, "Upgrades".
"""

import fcntl
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from types import FrameType
from typing import IO, Any
from urllib.request import Request, urlopen

SHOP = Path(os.environ.get("SHOP_FOLDER", "/srv/shop"))
BACKUPS = Path(os.environ.get("SHOP_BACKUPS", "/var/lib/shop/backups"))
BUILD = os.environ.get("SHOP_BUILD", "make static")
START = os.environ.get("SHOP_START", "systemctl --quiet enable --now shop-upkeep shop")
# Disabled, so that a server that loses power starts no release with half of a migration. The slice holds what RUN
# started, which systemd does not end when an upgrade is killed.
STOP = os.environ.get(
    "SHOP_STOP", "sh -c 'systemctl --quiet disable --now shop-upkeep shop && systemctl stop shop-upgrade.slice'"
)
# Runs manage.py as the account that the data belongs to, with the shop's variables and those of the database's owner.
RUN = os.environ.get(
    "SHOP_RUN",
    "systemd-run --quiet --wait --pipe --collect --slice=shop-upgrade.slice --uid=shop --gid=shop --property=UMask=0077"
    " --property=EnvironmentFile=/etc/shop/env --property=EnvironmentFile=-/etc/shop/owner.env",
)
RELEASES, CURRENT, UNFINISHED, LOCK = (SHOP / name for name in ("releases", "current", "upgrade.json", "upgrade.lock"))
PATIENCE = int(os.environ.get("SHOP_PATIENCE", "60"))  # seconds until a release that was started has to be ready
NOT_COPIED = shutil.ignore_patterns(".git", ".venv*", ".run", ".env", "node_modules")
PRINT_ADDRESS = "from django.conf import settings as s; print(f'http://{s.BIND}:{s.PORT}/readyz', s.SITE_HOST)"

lock: IO[str]


class Failed(Exception):
    """A step failed; the message says which."""


PROBLEMS = (Failed, OSError, KeyboardInterrupt)


@dataclass
class Change:
    """A change from one release to the other, after the old one is stopped. It is kept in UNFINISHED."""

    old: str
    new: str
    data: str = ""  # the backup to go back to, once there is one
    started: bool = False

    def note(self, **progress: Any) -> None:
        vars(self).update(progress)
        temporary = UNFINISHED.with_name(".upgrade.json")
        with temporary.open("w") as out:
            json.dump(asdict(self), out)
            out.flush()
            os.fsync(out.fileno())
        temporary.replace(UNFINISHED)


def upgrade(release: str) -> None:
    old = CURRENT.resolve(strict=True)
    backup = name_backup("upgrade")
    try:
        say(f"Backing up {old.name} into {backup}")
        manage(old, "backup", str(backup))
        new = fetch(release)
        if new == old:
            raise Failed(f"{new.name} runs already")
        say(f"Building {new.name} in {new}")
        run(*shlex.split(BUILD), cwd=new)
        say(f"Trying {new.name} with a copy of that backup")
        manage(new, "check", "--deploy")
        manage(new, "restore", "--trial", str(backup))
    except PROBLEMS as problem:
        where = f" A backup is in {backup}." if backup.exists() else ""
        sys.exit(f"{describe(problem)}. Nothing has changed: {old.name} runs.{where}")
    change = Change(str(old), str(new))
    try:
        replace(old, new, change)
    except PROBLEMS as problem:
        say(f"{describe(problem)}. Going back to {old.name}")
        go_back(change)
        sys.exit(f"{new.name} was not installed. {old.name} runs with all its data. A backup is in {backup}.")
    say(f"{new.name} runs. A backup of {old.name} is in {backup}.")


def fetch(release: str) -> Path:
    """Return the folder of the new release, beside the old one."""
    source = Path(release).resolve()
    place = RELEASES / (source.name if source.is_dir() else release)
    if not place.exists():
        copy = place.with_name(f".{place.name}")  # renamed when it is complete
        shutil.rmtree(copy, ignore_errors=True)
        if source.is_dir():
            shutil.copytree(source, copy, symlinks=True, ignore=NOT_COPIED)
        else:
            origin = run("git", "-C", str(CURRENT), "remote", "get-url", "origin", stdout=subprocess.PIPE)
            run("git", "clone", "--quiet", "--branch", release, origin, str(copy))
        copy.rename(place)
    return place.resolve()


def replace(old: Path, new: Path, change: Change) -> None:
    """Stop the old release, migrate its data and start the new release, whose check comes before its first order."""
    change.note()
    say(f"Stopping {old.name}. If this is interrupted, run it again: it starts {old.name} with the data of now")
    run(*shlex.split(STOP))
    data = name_backup("stopped")
    manage(old, "backup", str(data))
    change.note(data=str(data))
    say("Migrating")
    manage(new, "migrate", "--verbosity", "0")
    manage(new, "check_books")
    link(new)
    change.note(started=True)
    start(new)
    UNFINISHED.unlink()


def go_back(change: Change) -> None:
    """Start the old release with the data that it had when it was stopped. May be repeated after an interruption."""
    old = Path(change.old)
    try:
        run(*shlex.split(STOP))
        if change.started:  # it may have recorded something, although it was not ready
            discarded = name_backup("discarded")
            say(f"Backing up the data as it is now into {discarded}")
            manage(old, "backup", str(discarded))
        if change.data:
            manage(old, "restore", "--force", change.data)
        change.note(data="", started=False)  # from here, the old release may take orders that no backup has
        link(old)
        start(old)
        UNFINISHED.unlink()
    except PROBLEMS as problem:
        by_hand = [f"ln -sfn releases/{old.name} {CURRENT}", f"rm -f {UNFINISHED}", START]
        if change.data:
            by_hand.insert(0, shlex.join(command(old, "restore", "--force", change.data)))
        sys.exit(f"{describe(problem)}. Run this again to start {old.name}. By hand: {'; '.join(by_hand)}")


def finish_interrupted() -> None:
    change = Change(**json.loads(UNFINISHED.read_text()))
    old, new = Path(change.old), Path(change.new)
    if change.started and is_ready(new, seconds=10):
        UNFINISHED.unlink()
        say(f"The last upgrade was interrupted when it was complete: {new.name} runs.")
        return
    say(f"The last upgrade was interrupted. Going back to {old.name}")
    go_back(change)
    sys.exit(f"{old.name} runs with all its data. Run this again to upgrade.")


def start(release: Path) -> None:
    say(f"Starting {release.name}")
    run(*shlex.split(START))
    if not is_ready(release, seconds=PATIENCE):
        raise Failed(f"{release.name} is not ready after {PATIENCE} seconds")


def is_ready(release: Path, *, seconds: float) -> bool:
    """Ask /readyz as the proxy does, with the host name that the shop accepts."""
    try:
        print_address = command(release, "shell", "--verbosity", "0", "--command", PRINT_ADDRESS)
        url, host = run(*print_address, stdout=subprocess.PIPE).split()
    except Failed:  # it can't even read its settings
        return False
    request = Request(url, headers={"Host": host})  # noqa: S310 - the shop's own address
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        try:
            with urlopen(request, timeout=5) as response:  # noqa: S310
                return bool(response.status == 200)
        except OSError:  # also of an answer such as 503
            time.sleep(0.5)
    return False


def link(release: Path) -> None:
    """Let `current` lead to a release, in one step."""
    temporary = CURRENT.with_name(".current")
    temporary.unlink(missing_ok=True)
    temporary.symlink_to(release.relative_to(SHOP.resolve()))
    temporary.replace(CURRENT)


def name_backup(kind: str) -> Path:
    return BACKUPS / f"{kind}-{time.strftime('%Y%m%d-%H%M%S')}.tar.gz"


def command(release: Path, *arguments: str) -> list[str]:
    return [*shlex.split(RUN), str(release / ".venv/bin/python"), str(release / "manage.py"), *arguments]


def manage(release: Path, *arguments: str) -> None:
    """Run manage.py of a release. It holds the lock too, so that it ends before an upgrade that follows begins."""
    run(*command(release, *arguments), pass_fds=[lock.fileno()])


def run(*words: str, **options: Any) -> str:
    """Run a command; return what it printed if `stdout` is a pipe."""
    done = subprocess.run(words, text=True, check=False, **options)
    if done.returncode:
        raise Failed(f"“{shlex.join(words)}” failed")
    return (done.stdout or "").strip()


def describe(problem: BaseException) -> str:
    return str(problem) or "Interrupted"


def say(sentence: str) -> None:
    print(f"{sentence} …" if sentence[-1] != "." else sentence, flush=True)


def interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def main() -> None:
    global lock
    if len(sys.argv) != 2 or not sys.argv[1]:
        sys.exit("Name a folder or a tag: make upgrade RELEASE=1.1.0")
    if not CURRENT.is_dir():
        sys.exit(f"{CURRENT} does not lead to a release. See docs/deploying.md, “On a server, by systemd”.")
    if not os.access(SHOP, os.W_OK):
        sys.exit(f"You may not write to {SHOP}. Run this as an administrator.")
    signal.signal(signal.SIGTERM, interrupt)
    signal.signal(signal.SIGHUP, interrupt)  # the connection to the server broke
    with LOCK.open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("Waiting for another upgrade, or for a command that it left when it was killed")
            fcntl.flock(lock, fcntl.LOCK_EX)
        if UNFINISHED.exists():
            finish_interrupted()
        else:
            upgrade(sys.argv[1])


if __name__ == "__main__":
    main()
