"""What documents and comments name exists: links, files, tests, `make` targets, commands, modules and npm scripts."""

import ast
import json
import os
import re
import tokenize
from collections.abc import Iterator
from contextlib import suppress
from importlib.util import find_spec
from io import StringIO
from pathlib import Path

from django.core.management import get_commands

from tests.architecture.tree import APPS, ROOT, list_python_tests

DOCUMENTS = [
    *ROOT.glob("*.md"),
    ROOT / "frontend" / "README.md",
    *(page for page in (ROOT / "docs").rglob("*.md") if "generated" not in page.parts),
]
# Paths in these documents may begin at one of these folders.
SHORT = {"frontend/README.md": ("frontend", "frontend/src")}
FOLDERS = {".ci", *(path.name for path in ROOT.iterdir() if path.is_dir() and not path.name.startswith("."))}
FILE = re.compile(r"[\w.-]+(/[\w.-]+)+\.(css|html|js|json|md|mjs|py|sh|sql|toml|ts|tsx|yaml|yml)")
# In comments: a path of the source tree, or a file's name alone, perhaps after what it defines; and a module of an app.
NAMED = re.compile(
    r"(?:`(?P<part>\w+)(?:\(\))?` (?:of|in) )?(?<![\w/.@:*<>{}-])(?:(?:~|\.\.?)/)*(?P<file>[\w-][\w.-]*(/[\w.-]+)*\."
    r"(?:css|html|js|json|md|mjs|py|sh|sql|toml|tsx?|ya?ml))\b(?![\w(/*-])"
)
MODULE = re.compile(rf"(?<![\w./-])(?:{'|'.join(APPS)})(?:\.[a-z_]\w*)+(?![\w/-])")
COMMENT = {
    ".css .js .mjs .ts .tsx .jsonc": re.compile(r"/\*.*?\*/|(?<![:\"'`\w])//[^\n]*", re.DOTALL),
    ".html .txt": re.compile(r"\{#.*?#\}|\{% comment.*?endcomment %\}|<!--.*?-->", re.DOTALL),
    ".conf .example .in .ini .sh .service .timer .toml .yaml .yml Dockerfile Makefile run": re.compile(
        r"(?<!\S)#[^\n]*"
    ),
}
NOT_OURS = {"checkout_orders_v2.json", "payments_payment_v2.json"}  # PayPal's descriptions of its API
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


def list_sources() -> dict[str, str]:
    """Return the text of each file of the source tree, by its path, without what is installed, built or generated."""
    found = [path for path in ROOT.iterdir() if path.is_file()]
    for folder in FOLDERS - {"staticfiles", "media", "backups", "sbom", "test-results"}:
        for here, folders, names in os.walk(ROOT / folder):
            folders[:] = [name for name in folders if name != "node_modules" and not here.endswith("/static/app")]
            found += [Path(here, name) for name in names]
    texts = {}
    for path in found:
        with suppress(UnicodeDecodeError):
            texts[path.relative_to(ROOT).as_posix()] = path.read_text()
    return texts


def list_comments(path: str, text: str) -> list[str]:
    if path.endswith(".py"):
        nodes = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Expr)]
        docstrings = [node.value.value for node in nodes if isinstance(node.value, ast.Constant)]
        tokens = tokenize.generate_tokens(StringIO(text).readline)
        comments = [token.string for token in tokens if token.type == tokenize.COMMENT]
        return [each for each in (*docstrings, *comments) if isinstance(each, str)]
    return [
        comment
        for endings, pattern in COMMENT.items()
        if path.endswith(tuple(endings.split())) and not path.endswith((".gen.ts", "-lock.json"))
        for comment in pattern.findall(text)
    ]


def is_module(name: str) -> bool:
    """Return whether there is a module with this name, or one that defines its last part or last two parts."""
    parts = name.split(".")
    for count in range(len(parts), 0, -1):
        path = ROOT.joinpath(*parts[:count])
        file = path.with_suffix(".py") if path.with_suffix(".py").exists() else path / "__init__.py"
        if file.exists():
            return count == len(parts) or parts[count] in file.read_text()
    return False


def test_every_file_and_module_that_a_comment_names_exists() -> None:
    sources = list_sources()
    named, wrong = 0, []
    for path, text in sources.items():
        for comment in list_comments(path, text):
            for match in NAMED.finditer(comment):
                file, part = match["file"], match["part"]
                found = [name for name in sources if name == file or name.endswith(f"/{file}")]
                named += 1
                if file not in NOT_OURS and not any(part is None or part in sources[name] for name in found):
                    wrong.append(f"{path}: {match[0]}")
            modules = [name for name in MODULE.findall(comment) if not NAMED.fullmatch(name)]
            wrong += [f"{path}: {name}" for name in modules if not is_module(name)]

    assert named > 100
    assert wrong == []
