"""Other commands run the tests that `make test` omits. .ci/run runs all of these commands except `make secure`."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MAKEFILE = (ROOT / "Makefile").read_text().replace("$(WINDOW)", "tests/paypal_simulator/test_browser_script.py")


def recipe(target: str) -> str:
    """Return the commands of a target."""
    found = re.search(rf"^{target}:[^\n]*\n((?:\t[^\n]*\n)+)", MAKEFILE, flags=re.MULTILINE)
    assert found, target
    return found[1]


def test_another_command_runs_what_make_test_omits() -> None:
    omitted = re.findall(r"--ignore (tests/\S+)", recipe("test-the-rest"))
    others = "".join(recipe(target) for target in ("check", "e2e", "test-grown"))
    others += (ROOT / "tests" / "secure.py").read_text()

    assert "tests/e2e/journeys" in omitted
    assert [path for path in omitted if path not in others] == []


def test_upgrades_and_console_pages_are_omitted_only_where_another_command_runs_them() -> None:
    assert recipe("test-upgrades").count("$(UPGRADES)") == 2
    assert "--ignore" not in recipe("test-upgrades")
    assert "$(CONSOLE_PAGES)" in recipe("test-seats-and-money")
    assert "$(CONSOLE_PAGES)" not in recipe("test-postgresql")


def test_every_journey_is_in_make_test_or_in_make_e2e() -> None:
    assert "-m everyday tests/e2e/journeys" in recipe("test-everyday")
    assert '-m "not everyday" tests/e2e/journeys' in recipe("e2e")


def test_the_build_server_runs_all_commands() -> None:
    lines = (ROOT / ".ci" / "run").read_text().splitlines()

    assert lines[-5:] == ["make check", "make test", "make e2e", "make test-upgrades", "make test-grown"]
