"""docs/configuration.md and .env.example name the variables of the settings, and the image has what the shop needs."""

import re
import tomllib
from pathlib import Path

from django.conf import settings

from tests.architecture.tree import APPS

ROOT = Path(__file__).resolve().parents[2]
SETTINGS = (ROOT / "charityshop" / "settings" / "__init__.py").read_text()
READ = set(re.findall(r'env\.get_\w+\(\s*"([A-Z_]+)"', SETTINGS))


def test_the_page_lists_every_variable() -> None:
    page = (ROOT / "docs" / "configuration.md").read_text()
    rows = re.findall(r"^\| (`.*?) \|", page, flags=re.MULTILINE)

    assert set(re.findall(r"`([A-Z_]+)`", " ".join(rows))) == READ


def test_the_example_lists_every_variable() -> None:
    example = (ROOT / ".env.example").read_text()

    assert set(re.findall(r"^#?([A-Z_]+)=", example, flags=re.MULTILINE)) == READ


def test_the_image_contains_every_app_and_no_tests() -> None:
    image, sent = (ROOT / "Dockerfile").read_text(), (ROOT / ".dockerignore").read_text().splitlines()

    for folder in (*APPS, "static", "templates"):
        assert re.search(rf"^COPY (?:--from=browser /shop/)?{folder}\b", image, flags=re.MULTILINE), folder
        assert f"!{folder}" in sent, folder
    assert sent[1] == "*"
    assert "tests" not in image


def test_every_path_that_mypy_and_mutmut_read_exists() -> None:
    tools = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]
    mutmut = tools["mutmut"]

    paths = [*tools["mypy"]["files"], *mutmut["source_paths"], *mutmut["pytest_add_cli_args_test_selection"]]
    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_the_proxy_accepts_uploads_as_large_as_the_shop_does() -> None:
    assert f"import shop {settings.MAX_BODY_BYTES // 1024} {{" in (ROOT / "deploy" / "Caddyfile").read_text()
