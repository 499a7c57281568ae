"""An empty media folder."""

from pathlib import Path

import pytest


@pytest.fixture
def media(settings, tmp_path: Path) -> Path:
    settings.MEDIA_ROOT = str(tmp_path)
    return tmp_path / "events"
