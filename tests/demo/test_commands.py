"""`manage.py seed_demo`, which adds everything that the other modules here look at."""

from typing import Any

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command

from payments.reports.consistency_checks import list_violations
from tests.orders.conftest import PayPal

pytestmark = pytest.mark.django_db
IN_PASSING = {"Session", "HandledRequest", "Retry"}


def list_all_rows() -> dict[str, list[Any]]:
    """Return all rows but those that say who is signed in and what is tried again."""
    tables = [table for table in apps.get_models() if table.__name__ not in IN_PASSING]
    return {table.__name__: list(table._default_manager.order_by("pk").values()) for table in tables}


def test_a_second_run_changes_nothing(demo: PayPal) -> None:
    call_command("seed_demo")
    before = list_all_rows()
    assert list(list_violations()) == []

    call_command("seed_demo")

    assert list_all_rows() == before


def test_a_real_shop_gets_no_demo(db: None, settings: Any) -> None:
    settings.DEMO = False

    with pytest.raises(CommandError, match="PAYPAL_ENVIRONMENT"):
        call_command("seed_demo")
