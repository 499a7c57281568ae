"""What the database refuses about months, entries and explanations."""

from collections.abc import Callable
from datetime import date

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.models import Model
from django.utils import timezone

from accounts.models import User
from ledger.models import Entry, Month
from orders.models import BooksClosed, SettlementExplanation

pytestmark = pytest.mark.django_db

NOVEMBER = date(2026, 11, 1)


@pytest.fixture(autouse=True)
def check_consistency() -> None:
    """Override the check: the closed month's journal lacks its entry."""


@pytest.fixture
def month() -> Month:
    return Month.objects.create(first_day=NOVEMBER)


@pytest.fixture
def closed(month: Month, admin: User) -> Month:
    """A closed month with an entry."""
    create_entry(month, admin)
    month.closed_at, month.closed_by, month.digest, month.journal = timezone.now(), admin, "hash", "[]"
    month.save()
    return month


def create_entry(month: Month, by: User | None, **changes: object) -> Entry:
    fields = {"date": NOVEMBER, "kind": "cost", "amount": "9.00", "text": "Ice"} | changes
    return Entry.objects.create(month=month, by=by, **fields)


def expect_refusal(change: Callable[[], object]) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        change()


def test_a_closed_month_is_never_changed(closed):
    expect_refusal(lambda: Month.objects.update(closed_at=None, closed_by=None, digest="", journal=""))
    expect_refusal(lambda: Month.objects.update(journal='[["forged"]]'))
    expect_refusal(lambda: Month.objects.filter(pk=closed.pk)._raw_delete("default"))

    assert Month.objects.get().journal == "[]"


def test_entries_of_a_closed_month_are_never_written(closed, admin):
    expect_refusal(lambda: create_entry(closed, admin))
    expect_refusal(lambda: Entry.objects.update(amount="1.00"))
    expect_refusal(lambda: Entry.objects.filter(month=closed)._raw_delete("default"))

    assert str(Entry.objects.get().amount) == "9.00"


def test_no_entry_moves_into_a_closed_month_or_out_of_it(closed, admin):
    december = Month.objects.create(first_day=date(2026, 12, 1))
    late = create_entry(december, admin, date=date(2026, 12, 1))

    expect_refusal(lambda: Entry.objects.filter(pk=late.pk).update(month=closed))
    expect_refusal(lambda: Entry.objects.filter(month=closed).update(month=december))


@pytest.mark.skipif(connection.vendor != "sqlite", reason="only SQLite replaces rows")
@pytest.mark.parametrize("verb", ["INSERT", "UPDATE"])
@pytest.mark.parametrize(
    ("model", "column"), [(Month, "id"), (Month, "first_day"), (Entry, "id"), (Entry, "public_id")]
)
def test_no_row_of_a_closed_month_is_replaced(closed, admin, verb, model, column):
    december = Month.objects.create(first_day=date(2026, 12, 1))
    create_entry(december, admin, date=date(2026, 12, 1))
    frozen, late = model.objects.order_by("pk")

    expect_refusal(lambda: replace(verb, frozen, late, column))

    assert list(model.objects.order_by("pk")) == [frozen, late]


def replace(verb: str, frozen: Model, late: Model, column: str) -> None:
    """Write the late row with the frozen one's value of a column, which has to be unique."""
    table, columns = late._meta.db_table, [field.column for field in late._meta.concrete_fields]
    values = ["%s" if name == column else name for name in columns]
    insert = f"INSERT OR REPLACE INTO {table} ({', '.join(columns)}) SELECT {', '.join(values)} FROM {table}"
    change = insert if verb == "INSERT" else f"UPDATE OR REPLACE {table} SET {column} = %s"
    with connection.cursor() as cursor:
        cursor.execute(f"{change} WHERE id = %s", [str(getattr(frozen, column)), late.pk])


def test_entries_of_an_open_month_can_be_written(month, admin):
    entry = create_entry(month, admin)
    entry.text = "Ice and cups"
    entry.save()
    entry.delete()

    assert not Entry.objects.exists()


def test_a_closed_month_says_who_closed_it_and_what_was_compared(month, admin):
    expect_refusal(lambda: Month.objects.update(closed_at=timezone.now()))
    expect_refusal(lambda: Month.objects.update(closed_at=timezone.now(), closed_by=admin, digest="hash"))
    expect_refusal(lambda: Month.objects.update(digest="hash"))


def test_a_month_exists_once(month):
    expect_refusal(lambda: Month.objects.create(first_day=NOVEMBER))


def test_an_entry_is_never_of_nothing(month, admin):
    expect_refusal(lambda: create_entry(month, admin, amount="0.00"))


def test_an_entry_is_derived_or_says_who_entered_it(month, admin):
    expect_refusal(lambda: create_entry(month, None))
    expect_refusal(lambda: create_entry(month, admin, kind="tickets", derived=True))


def test_staff_enter_no_derived_kind_and_the_shop_derives_no_cost(month, admin):
    expect_refusal(lambda: create_entry(month, admin, kind="tickets"))
    expect_refusal(lambda: create_entry(month, None, kind="cost", derived=True))


def test_each_kind_is_derived_once_per_month(month, admin):
    create_entry(month, None, kind="tickets", derived=True)

    expect_refusal(lambda: create_entry(month, None, kind="tickets", derived=True))


def test_only_one_row_says_what_is_closed():
    BooksClosed.objects.create(pk=BooksClosed.ONLY)

    expect_refusal(lambda: BooksClosed.objects.create(pk=2))


def test_a_line_of_paypal_has_one_explanation(admin):
    SettlementExplanation.objects.create(paypal_id="W1", text="To the bank", by=admin)

    expect_refusal(lambda: SettlementExplanation.objects.create(paypal_id="W1", text="Again", by=admin))
