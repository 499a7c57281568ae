"""Months that are over, and closed months that transactional tests can delete."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from ledger.calendar import LedgerMonth
from paypal_simulator import clock
from paypal_simulator.records import reporting
from tests.conftest import signed_in
from tests.orders.conftest import check_consistency, paypal, simulator

__all__ = ["check_consistency", "paypal", "simulator"]

MoveClock = Callable[..., datetime]


@pytest.fixture
def month() -> LedgerMonth:
    """This month, in which tests pay."""
    return LedgerMonth.of(timezone.localdate())


@pytest.fixture
def staff(admin: User) -> Callable[[], APIClient]:
    """Return a function that signs in, because sessions end when the clock is moved."""
    return lambda: signed_in(admin)


@pytest.fixture
def buyer(visitor: User) -> Callable[[], APIClient]:
    return lambda: signed_in(visitor)


@pytest.fixture
def move_clock(monkeypatch: pytest.MonkeyPatch, month: LedgerMonth) -> MoveClock:
    """Return a function that moves the shop's clock to a time after the month's end. PayPal's clock stays."""

    def move(**after_end: float) -> datetime:
        end = timezone.make_aware(datetime.combine(month.next.first_day, datetime.min.time()))
        now = end + timedelta(**after_end)
        monkeypatch.setattr(timezone, "now", lambda: now)
        return now

    return move


@pytest.fixture
def set_clock(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Return a function that sets the clocks of the shop and of PayPal to a day of a month, the second one."""
    real_now = timezone.now

    def move(month: LedgerMonth, day: int = 2) -> None:
        start = timezone.make_aware(datetime.combine(month.first_day, datetime.min.time()))
        ahead = start + timedelta(days=day - 1, hours=6) - real_now()
        for module in (timezone, clock, reporting):
            monkeypatch.setattr(module, "now", lambda: real_now() + ahead)

    return move


@pytest.fixture
def next_month(move_clock: MoveClock) -> Callable[[], Any]:
    """Return a function after which this month can be closed."""
    return lambda: move_clock(hours=30)
