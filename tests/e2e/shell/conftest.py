"""A build of the React app for tests of its page."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.shell.html import MANIFEST, STYLE


@pytest.fixture
def built(tmp_path: Path, settings: Any) -> Path:
    """Write the parts of a build that the page needs."""
    (tmp_path / ".vite").mkdir()
    (tmp_path / "assets").mkdir()
    file = tmp_path / ".vite" / "manifest.json"
    file.write_text(json.dumps(MANIFEST))
    for name in ("main-CCCCCCCC", "door-GGGGGGGG", "tournament-JJJJJJJJ"):
        (tmp_path / "assets" / f"{name}.css").write_text(STYLE)
    settings.DJANGO_VITE = {"default": {"dev_mode": False, "static_url_prefix": "app", "manifest_path": file}}
    return file
