"""The server preloads the module of each page of the React app, so these files must exist."""

from pathlib import Path

import pytest

from charityshop.spa.routes import PAGES

FRONTEND = Path(__file__).resolve().parents[2] / "frontend"


@pytest.mark.parametrize("path", [path for path, page in PAGES.items() if page.module])
def test_a_pages_module_exists(path: str) -> None:
    assert (FRONTEND / PAGES[path].module).is_file()
