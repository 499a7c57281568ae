"""What may be installed is pinned, with hashes, for Python and for the browser app; nothing runs while it is."""

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FRONTEND = ROOT / "frontend"
NAMED = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==(\S+)", re.MULTILINE)
LOCKS = sorted(file.stem for file in ROOT.glob("requirements*.in"))
STALE = "{}.txt does not fit {}.in. Run `make lock` and commit it."


def named_in(text: str) -> dict[str, str]:
    """Package by package, the version; names as PyPI compares them."""
    return {re.sub(r"[-_.]+", "-", name).lower(): version.rstrip("\\") for name, version in NAMED.findall(text)}


def read(name: str) -> str:
    return (ROOT / name).read_text()


@pytest.mark.parametrize("lock", LOCKS)
def test_the_lock_pins_what_was_asked_for(lock: str) -> None:
    asked, locked = named_in(read(f"{lock}.in")), named_in(read(f"{lock}.txt"))

    assert asked
    assert {name: locked.get(name) for name in asked} == asked, STALE.format(lock, lock)


@pytest.mark.parametrize("lock", LOCKS)
def test_everything_that_is_asked_for_is_pinned_to_one_version(lock: str) -> None:
    lines = [line.split("#")[0].strip() for line in read(f"{lock}.in").splitlines()]

    assert [line for line in lines if line and not line.startswith("-r ") and not NAMED.match(line)] == []


@pytest.mark.parametrize("lock", LOCKS)
def test_every_locked_package_has_its_hashes(lock: str) -> None:
    entries = re.split(r"^(?=[A-Za-z0-9])", read(f"{lock}.txt"), flags=re.MULTILINE)[1:]

    assert len(entries) == len(named_in(read(f"{lock}.txt")))
    assert [entry.splitlines()[0] for entry in entries if not re.search(r"--hash=sha256:[0-9a-f]{64}", entry)] == []


def test_developers_run_the_very_versions_that_ship() -> None:
    shipped, developed = named_in(read("requirements.txt")), named_in(read("requirements-dev.txt"))

    assert {name: developed.get(name) for name in shipped} == shipped


def test_the_lock_names_every_package_that_brings_another_along() -> None:
    comments = re.findall(r"^    #(?: via)?\s+(\S+)$", read("requirements.txt"), flags=re.MULTILINE)
    above = {name for name in comments if name not in ("-r", "via") and not name.endswith(".in")}

    assert above
    assert above <= set(named_in(read("requirements.txt")))


# --- The browser app -------------------------------------------------------------------------------------------------


def npm_rows(folder: Path = FRONTEND) -> dict[str, dict[str, object]]:
    rows: dict[str, dict[str, object]] = json.loads((folder / "package-lock.json").read_text())["packages"]
    return {path: row for path, row in rows.items() if path.startswith("node_modules/") and not row.get("link")}


@pytest.mark.parametrize(("folder", "at_least"), [(".", 100), ("tools/lighthouse", 100), ("tools/browser", 10)])
def test_every_npm_package_has_its_hash_and_comes_from_the_registry(folder: str, at_least: int) -> None:
    rows = npm_rows(FRONTEND / folder)

    assert len(rows) > at_least
    assert [path for path, row in rows.items() if not str(row.get("integrity", "")).startswith("sha512-")] == []
    sources = {str(row["resolved"]) for row in rows.values() if "resolved" in row}
    assert [url for url in sources if not url.startswith("https://registry.npmjs.org/")] == []


def test_the_browser_app_asks_for_exact_versions() -> None:
    asked = json.loads((FRONTEND / "package.json").read_text())

    ranges = {**asked["dependencies"], **asked["devDependencies"]}
    assert {name: wanted for name, wanted in ranges.items() if not re.fullmatch(r"\d+\.\d+\.\d+", wanted)} == {}


def test_no_package_runs_code_while_it_is_installed() -> None:
    assert "ignore-scripts=true" in (FRONTEND / ".npmrc").read_text().splitlines()
    # msw's script only copies a file that we make ourselves; another name here is a package to look at first.
    assert [path for path, row in npm_rows().items() if row.get("hasInstallScript")] == ["node_modules/msw"]
