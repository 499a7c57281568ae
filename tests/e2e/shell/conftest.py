"""What pages look at beside the database."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.shell.reading import MANIFEST, STYLE


@pytest.fixture
def built(tmp_path: Path, settings: Any) -> Path:
    """A build of the browser app, as far as the page looks at it."""
    (tmp_path / ".vite").mkdir()
    (tmp_path / "assets").mkdir()
    file = tmp_path / ".vite" / "manifest.json"
    file.write_text(json.dumps(MANIFEST))
    (tmp_path / "assets" / "main-CCCCCCCC.css").write_text(STYLE)
    settings.DJANGO_VITE = {"default": {"dev_mode": False, "static_url_prefix": "app", "manifest_path": file}}
    settings.FIRST_VIEWS = tmp_path  # nothing is drawn yet; test_first_views.py looks at that
    return file
