"""An open door with a scorekeeper's phone."""

from typing import Any

import pytest

from tests.door.phones import Door, create_date
from tests.tables.tables_calls import Tables


@pytest.fixture
def tables(as_admin: Any) -> Tables:
    return Tables(Door(as_admin, create_date(event__name="Draft Night")))
