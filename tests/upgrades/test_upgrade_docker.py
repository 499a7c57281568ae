"""deploy/upgrade-docker.sh with a stand-in for Docker: its steps, and what it does when one of them fails."""

import os
import shutil
import subprocess
from pathlib import Path
from signal import SIGKILL

import pytest

from tests.architecture.tree import ROOT

pytestmark = pytest.mark.usefixtures("has_git")
DOCKER = """#!/bin/sh
echo "${SHOP_DATABASE:-} $*" >>"$CALLS"
case "${SHOP_DATABASE:-} $*" in *"$FAILS"*) [ -z "$KILL" ] || kill -9 $PPID; exit 1 ;; esac
"""
MIGRATE, UP = "compose run --rm -T migrate manage.py migrate", "compose up --detach --wait"


class Clone:
    """A clone of the repository that runs 1.0.0, and has the tag 1.1.0."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.calls = folder / "clone", folder / "calls"
        (self.folder / "deploy").mkdir(parents=True)
        shutil.copy(ROOT / "deploy" / "upgrade-docker.sh", self.folder / "deploy")
        (folder / "docker").write_text(DOCKER)
        (folder / "docker").chmod(0o755)
        identity = {f"GIT_{who}_{what}": "test" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
        self.environment = os.environ | identity | {"PATH": f"{folder}:{os.environ['PATH']}", "CALLS": str(self.calls)}
        self.git("init", "--quiet")
        self.git("add", ".")
        for release in ("1.0.0", "1.1.0"):
            self.git("commit", "--quiet", "--allow-empty", "--message", release)
            self.git("tag", release)
        self.git("checkout", "--quiet", "1.0.0")

    def git(self, *words: str) -> str:
        return self.run("git", *words).stdout.strip()

    def run(self, *command: str, **variables: str) -> "subprocess.CompletedProcess[str]":
        piped = {"stdin": subprocess.DEVNULL, "capture_output": True, "text": True}
        return subprocess.run(command, cwd=self.folder, env=self.environment | variables, check=False, **piped)

    def upgrade(self, *, fails: str = "nothing", kill: bool = False) -> tuple[int, str, list[str]]:
        """Return the exit code, what was printed, and the calls of Docker."""
        self.calls.write_text("")
        done = self.run("sh", "deploy/upgrade-docker.sh", "1.1.0", FAILS=fails, KILL="yes" if kill else "")
        return done.returncode, done.stdout, [line.strip() for line in self.calls.read_text().splitlines()]

    def release(self) -> str:
        return self.git("describe", "--tags", "--exact-match")


@pytest.fixture
def clone(tmp_path: Path) -> Clone:
    return Clone(tmp_path)


def test_the_shop_is_stopped_only_after_all_was_tried_with_a_copy(clone: Clone) -> None:
    code, printed, calls = clone.upgrade()

    steps = [f"shop_trial {MIGRATE}", "compose stop upkeep shop", f"shop {MIGRATE}", UP]
    assert (code, [call for call in calls if call in steps]) == (0, steps), printed
    assert clone.release() == "1.1.0"


def test_a_failure_with_the_copy_leaves_the_shop_alone(clone: Clone) -> None:
    code, printed, calls = clone.upgrade(fails="shop_trial compose run --rm -T migrate manage.py check_books")

    assert (code, clone.release()) == (1, "1.0.0")
    assert "Nothing has changed" in printed
    assert not any("stop" in call for call in calls)


@pytest.mark.parametrize("kill", [False, True])
def test_if_the_migration_fails_or_is_killed_the_old_release_gets_its_data_back(clone: Clone, kill: bool) -> None:
    code, printed, calls = clone.upgrade(fails=f"shop {MIGRATE}", kill=kill)
    if kill:
        assert (code, calls[-1]) == (-SIGKILL, f"shop {MIGRATE}")
        code, printed, calls = clone.upgrade()

    restore = "compose exec -T database pg_restore --username=shop --dbname=shop --exit-on-error"
    steps = ["compose stop shop upkeep", restore, "tag charity-card-shop:old charity-card-shop", UP]
    assert (code, [call for call in calls if call in steps], clone.release()) == (1, steps, "1.0.0")
    assert "The old release runs with all its data." in printed
    assert clone.upgrade()[0] == 0
