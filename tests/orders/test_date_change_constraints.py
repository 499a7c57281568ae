"""The database refuses date changes and choices that the services never write."""

from typing import Any

import pytest
from django.db import IntegrityError, transaction

from orders.models import DateChange, Entitlement, OrderLine
from tests.support.factories import OccurrenceFactory, in_days
from tests.support.paid_orders import create_test_order

pytestmark = pytest.mark.django_db


def create_change(**fields: Any) -> DateChange:
    times = {"starts_at": in_days(7), "ends_at": in_days(7), "reason": "Flooded."}
    return DateChange.objects.create(**{"kind": "cancel", **times, **fields})


@pytest.fixture
def change(admin):
    return create_change(occurrence=OccurrenceFactory(), by=admin)


@pytest.fixture
def line(as_visitor):
    create_test_order(as_visitor, OccurrenceFactory())
    return OrderLine.objects.get()


def test_a_second_running_change_of_a_date_is_refused(change, admin):
    with pytest.raises(IntegrityError), transaction.atomic():
        create_change(occurrence=change.occurrence, by=admin)
    assert create_change(occurrence=change.occurrence, by=admin, status="done")


@pytest.mark.parametrize("fields", [{"kind": "move"}, {"to": in_days(9)}], ids=["move without", "cancel with"])
def test_only_a_date_that_moves_has_a_new_start(admin, fields):
    with pytest.raises(IntegrityError, match="a_moved_date_has_a_start"), transaction.atomic():
        create_change(occurrence=OccurrenceFactory(), by=admin, **fields)


def test_a_second_choice_for_a_line_in_one_change_is_refused(change, line):
    settled = {"outcome": "kept", "settled_at": in_days(0)}
    Entitlement.objects.create(date_change=change, line=line, until=in_days(1), **settled)

    with pytest.raises(IntegrityError), transaction.atomic():
        Entitlement.objects.create(date_change=change, line=line, until=in_days(1), **settled)


def test_a_second_undecided_choice_for_a_line_is_refused(change, line, admin):
    other = create_change(occurrence=OccurrenceFactory(), by=admin)
    Entitlement.objects.create(date_change=change, line=line, until=in_days(1))

    with pytest.raises(IntegrityError), transaction.atomic():
        Entitlement.objects.create(date_change=other, line=line, until=in_days(1))
    assert Entitlement.objects.create(
        date_change=other, line=line, until=in_days(1), outcome="moved", settled_at=in_days(0)
    )


@pytest.mark.parametrize("fields", [{"outcome": "kept"}, {"settled_at": in_days(0)}], ids=["no time", "undecided"])
def test_exactly_the_settled_choices_have_a_time(change, line, fields):
    with pytest.raises(IntegrityError, match="a_settled_entitlement_has_a_time"), transaction.atomic():
        Entitlement.objects.create(date_change=change, line=line, until=in_days(1), **fields)
