"""What documents name exists: links, files, tests, `make` targets, commands of manage.py, modules and npm scripts."""

import json
import re
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from django.core.management import get_commands

from tests.architecture.tree import ROOT, list_python_tests

DOCUMENTS = [
    *ROOT.glob("*.md"),
    ROOT / "frontend" / "README.md",
    *(page for page in (ROOT / "docs").rglob("*.md") if "generated" not in page.parts),
]
# Paths in these documents may begin at one of these folders.
SHORT = {"frontend/README.md": ("frontend", "frontend/src")}
FOLDERS = {".ci", *(path.name for path in ROOT.iterdir() if path.is_dir() and not path.name.startswith("."))}
FILE = re.compile(r"[\w.-]+(/[\w.-]+)+\.(css|html|js|json|md|mjs|py|sh|sql|toml|ts|tsx|yaml|yml)")
CODE = re.compile(r"^ *```\w*\n(.*?)^ *```|`([^`\n]+)`", re.DOTALL | re.MULTILINE)


def list_code() -> Iterator[tuple[Path, str]]:
    """Yield every code block and code span with its document."""
    for page in DOCUMENTS:
        for block, span in CODE.findall(page.read_text()):
            yield page, block or span


def find_named(pattern: str) -> set[str]:
    return {name for _, code in list_code() for name in re.findall(pattern, code)}


def list_paths() -> Iterator[tuple[Path, str]]:
    """Yield what looks like a path of the source tree: in one of its folders, or a file with a known ending."""
    for page, code in list_code():
        for word in re.findall(r"[^\s(),;“”\"'=]+", code):
            name = word.rstrip(".:")
            is_ours = name.partition("/")[0] in FOLDERS and "/" in name
            if (is_ours or FILE.fullmatch(name)) and not re.search(r"[<>{}*…$]", name):
                yield page, name


def exists(page: Path, name: str) -> bool:
    """Return whether a file or folder exists, or a test that is named path::test."""
    file, _, test = name.partition("::")
    relative = page.relative_to(ROOT).as_posix()
    found = [ROOT / base / file for base in ("", *SHORT.get(relative, ())) if (ROOT / base / file).exists()]
    return bool(found) and (not test or test in list_python_tests(found[0]))


def test_every_link_leads_somewhere() -> None:
    links = [
        (page, link.partition("#")[0])
        for page in DOCUMENTS
        for link in re.findall(r"\]\(([^)\s]+)\)|src=\"([^\"]+)\"", page.read_text())
        for link in link
        if link and "://" not in link and not link.startswith(("#", "mailto:"))
    ]

    assert len(links) > 30
    assert [f"{page.name}: {link}" for page, link in links if not (page.parent / link).exists()] == []


def test_every_file_and_test_exists() -> None:
    paths = list(list_paths())

    assert len(paths) > 100
    assert [f"{page.name}: {name}" for page, name in paths if not exists(page, name)] == []


def test_every_command_exists() -> None:
    targets = set(re.findall(r"^([a-z][\w-]*):", (ROOT / "Makefile").read_text(), flags=re.MULTILINE))
    scripts = json.loads((ROOT / "frontend" / "package.json").read_text())["scripts"]

    assert find_named(r"\bmake ([a-z][\w-]*)") - targets == set()
    assert find_named(r"manage\.py ([a-z]\w*)") - set(get_commands()) == set()
    assert {name for name in find_named(r"python3? -m ([\w.]+)") if find_spec(name) is None} == set()
    assert find_named(r"\bnpm (?:--prefix frontend )?run (?:--silent )?([\w:]+)") - set(scripts) == set()
