"""The server names each page's module in the browser app, to fetch it beside the entry; no renamed file may hide."""

from pathlib import Path

import pytest

from charityshop.spa.routes import PAGES

FRONTEND = Path(__file__).resolve().parents[2] / "frontend"


@pytest.mark.parametrize("path", [path for path, page in PAGES.items() if page.module])
def test_a_pages_module_is_there(path: str) -> None:
    assert (FRONTEND / PAGES[path].module).is_file()
