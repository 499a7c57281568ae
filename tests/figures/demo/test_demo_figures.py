"""The demo's past season: the figures of dates with and without a door, and of a free event."""

from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from figures.demo import seed_figures
from tests.conftest import signed_in
from tests.door.demo.test_demo_door import check_consistency, demo, paypal, simulator
from tests.orders.conftest import PayPal

__all__ = ["check_consistency", "demo", "paypal", "simulator"]

pytestmark = pytest.mark.django_db


def read_figures() -> dict[str, dict[str, Any]]:
    staff = signed_in(User.objects.get(email="admin@example.com"))
    month = f"{timezone.localdate():%Y-%m}"
    return {row["name"]: row["figures"] for row in staff.get("/api/figures", {"month": month}).json()["events"]}


def test_the_demo_has_a_season_of_figures(demo: PayPal) -> None:
    seed_figures()

    draft, free = (read_figures()[name] for name in ("Saturday Draft on the Pier", "Learn to Play by the Fire"))
    assert (draft["dates"], draft["seats"], draft["sold"]) == (5, 80, 70)
    assert (draft["came"], draft["didNotCome"], draft["waitedInVain"], draft["returning"]) == (64, 6, 15, 4)
    assert draft["raisedPerSeat"] > 13
    assert (free["dates"], free["canceled"], free["sold"], free["came"]) == (4, 1, 12, None)
    assert (free["returning"], free["raisedPerSeat"]) == (2, None)


def test_a_second_run_changes_nothing(demo: PayPal) -> None:
    seed_figures()
    first = read_figures()
    seed_figures()

    assert read_figures() == first
