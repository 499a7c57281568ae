"""All packages are pinned with hashes, for Python and the React app, and none runs code when it is installed."""

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FRONTEND = ROOT / "frontend"
PINNED = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==(\S+)", re.MULTILINE)
LOCKS = sorted(file.stem for file in ROOT.glob("requirements*.in"))
STALE = "{}.txt does not match {}.in. Run `make lock` and commit it."


def parse_pins(text: str) -> dict[str, str]:
    """Return versions by package name, normalized as on PyPI."""
    return {re.sub(r"[-_.]+", "-", name).lower(): version.rstrip("\\") for name, version in PINNED.findall(text)}


def read(name: str) -> str:
    return (ROOT / name).read_text()


@pytest.mark.parametrize("lock", LOCKS)
def test_the_lock_pins_every_required_package(lock: str) -> None:
    required, locked = parse_pins(read(f"{lock}.in")), parse_pins(read(f"{lock}.txt"))

    assert required
    assert {name: locked.get(name) for name in required} == required, STALE.format(lock, lock)


@pytest.mark.parametrize("lock", LOCKS)
def test_every_requirement_names_one_version(lock: str) -> None:
    lines = [line.split("#")[0].strip() for line in read(f"{lock}.in").splitlines()]

    assert [line for line in lines if line and not line.startswith("-r ") and not PINNED.match(line)] == []


@pytest.mark.parametrize("lock", LOCKS)
def test_every_locked_package_has_its_hashes(lock: str) -> None:
    entries = re.split(r"^(?=[A-Za-z0-9])", read(f"{lock}.txt"), flags=re.MULTILINE)[1:]

    assert len(entries) == len(parse_pins(read(f"{lock}.txt")))
    assert [entry.splitlines()[0] for entry in entries if not re.search(r"--hash=sha256:[0-9a-f]{64}", entry)] == []


def test_developers_use_the_shipped_versions() -> None:
    shipped, developed = parse_pins(read("requirements.txt")), parse_pins(read("requirements-dev.txt"))

    assert {name: developed.get(name) for name in shipped} == shipped


def test_the_lock_contains_every_package_that_another_one_requires() -> None:
    comments = re.findall(r"^    #(?: via)?\s+(\S+)$", read("requirements.txt"), flags=re.MULTILINE)
    requiring = {name for name in comments if name not in ("-r", "via") and not name.endswith(".in")}

    assert requiring
    assert requiring <= set(parse_pins(read("requirements.txt")))


# --- The React app ---------------------------------------------------------------------------------------------------


def npm_rows(folder: Path = FRONTEND) -> dict[str, dict[str, object]]:
    rows: dict[str, dict[str, object]] = json.loads((folder / "package-lock.json").read_text())["packages"]
    return {path: row for path, row in rows.items() if path.startswith("node_modules/") and not row.get("link")}


FOLDERS = [(".", 100), ("tools/lighthouse", 100), ("tools/browser", 10), ("tools/firefox", 10)]


@pytest.mark.parametrize(("folder", "at_least"), FOLDERS)
def test_every_npm_package_has_its_hash_and_comes_from_the_registry(folder: str, at_least: int) -> None:
    rows = npm_rows(FRONTEND / folder)

    assert len(rows) > at_least
    assert [path for path, row in rows.items() if not str(row.get("integrity", "")).startswith("sha512-")] == []
    sources = {str(row["resolved"]) for row in rows.values() if "resolved" in row}
    assert [url for url in sources if not url.startswith("https://registry.npmjs.org/")] == []


def test_the_react_app_requires_exact_versions() -> None:
    package = json.loads((FRONTEND / "package.json").read_text())

    ranges = {**package["dependencies"], **package["devDependencies"]}
    assert {name: version for name, version in ranges.items() if not re.fullmatch(r"\d+\.\d+\.\d+", version)} == {}


def test_no_package_runs_code_when_it_is_installed() -> None:
    assert "ignore-scripts=true" in (FRONTEND / ".npmrc").read_text().splitlines()
    # msw's script only copies a file that this project creates itself.
    assert [path for path, row in npm_rows().items() if row.get("hasInstallScript")] == ["node_modules/msw"]
