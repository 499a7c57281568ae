"""An open door with a scorekeeper's phone."""

from typing import Any

import pytest

from tests.door.phones import DoorClient, create_date
from tests.tables.tables_calls import Tables


@pytest.fixture
def tables(as_admin: Any) -> Tables:
    return Tables(DoorClient(as_admin, create_date(event__name="Draft Night")))
