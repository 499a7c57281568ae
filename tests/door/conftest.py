"""An open door, and entries that transactional tests can delete."""

from typing import Any

import pytest

from events.models import Occurrence
from tests.door.phones import DoorClient, create_date
from tests.door.till_calls import PRICE, TillClient, open_door


@pytest.fixture
def door(as_admin: Any) -> DoorClient:
    return DoorClient(as_admin, create_date(event__price="12.00"))


@pytest.fixture
def tonight(db: None) -> Occurrence:
    """A date with four seats that has begun and goes on for two hours."""
    return create_date(event__price=PRICE, event__maximum_event_capacity=4)


@pytest.fixture
def door_id(as_admin: Any, tonight: Occurrence) -> str:
    return open_door(as_admin, tonight)


@pytest.fixture
def till(as_admin: Any, door_id: str) -> TillClient:
    """A phone with an open drawer."""
    phone = TillClient(as_admin, door_id)
    assert phone.open_drawer().status_code == 200
    return phone
