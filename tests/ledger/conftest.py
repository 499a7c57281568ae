"""Months that are over, and closed months that transactional tests can delete."""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from importlib import import_module
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from ledger.calendar import LedgerMonth
from ledger.models import Entry, Month
from tests.orders.conftest import check_consistency, paypal, simulator

triggers = import_module("ledger.migrations.0002_frozen_months")

__all__ = ["check_consistency", "paypal", "simulator"]

MoveClock = Callable[..., datetime]


@pytest.fixture
def month() -> LedgerMonth:
    """This month, in which tests pay."""
    return LedgerMonth.of(timezone.localdate())


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
def next_month(move_clock: MoveClock) -> Callable[[], Any]:
    """Return a function after which this month can be closed."""
    return lambda: move_clock(hours=30)


@pytest.fixture
def real_transactions(transactional_db: None) -> Iterator[None]:
    """Delete closed months at the end, which the database refuses otherwise."""
    yield
    with connection.schema_editor() as editor:
        triggers.drop_triggers(None, editor)
    Entry.objects.all().delete()
    Month.objects.all().delete()
    with connection.schema_editor() as editor:
        triggers.make_triggers(None, editor)
