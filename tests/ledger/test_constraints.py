"""What the database refuses about closed months, entries and explanations."""

from collections.abc import Callable
from functools import partial

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from accounts.models import User
from payments.accounts import Account
from payments.journal import move_entry, post_entry
from payments.models import ClosedMonth, LedgerEntry, SettlementExplanation, Transfer


@pytest.fixture(autouse=True)
def check_consistency() -> None:
    """Override the check: the closed month has no hash of its transfers."""


@pytest.fixture
def entry(admin: User) -> LedgerEntry:
    """A cost of this month."""
    entry = LedgerEntry.objects.create(kind="cost", text="Ice", by=admin)
    post_entry(entry, source=Account.BANK, target=Account.COSTS, day=timezone.localdate(), amount=9)
    return entry


@pytest.fixture
def closed(entry: LedgerEntry, admin: User) -> ClosedMonth:
    """This month, closed with its entry."""
    return ClosedMonth.objects.create(
        last_day=timezone.localdate(), closed_at=timezone.now(), closed_by=admin, digest="hash"
    )


def expect_refusal(change: Callable[[], object]) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        change()


def test_a_closed_month_is_never_changed(closed):
    expect_refusal(lambda: ClosedMonth.objects.update(digest="forged"))
    expect_refusal(lambda: ClosedMonth.objects.filter(pk=closed.pk)._raw_delete("default"))

    assert ClosedMonth.objects.get().digest == "hash"


def test_nothing_is_posted_in_a_closed_month_and_its_entries_stay(closed, entry):
    expect_refusal(
        lambda: post_entry(entry, source=Account.BANK, target=Account.COSTS, day=timezone.localdate(), amount=1)
    )
    expect_refusal(lambda: LedgerEntry.objects.update(text="Beer"))
    expect_refusal(lambda: LedgerEntry.objects.update(kind="other", text=""))
    expect_refusal(lambda: LedgerEntry.objects.filter(pk=entry.pk)._raw_delete("default"))

    assert (LedgerEntry.objects.get().text, Transfer.objects.get().amount) == ("Ice", 9)
    LedgerEntry.objects.update(text="")
    assert LedgerEntry.objects.get().text == "", "a text can be emptied for privacy"


def test_the_text_of_an_open_months_entry_can_be_changed_but_the_entry_is_corrected_by_another_one(entry):
    LedgerEntry.objects.update(text="Ice and cups")

    expect_refusal(lambda: LedgerEntry.objects.filter(pk=entry.pk)._raw_delete("default"))
    expect_refusal(lambda: Transfer.objects.update(amount=8))


def test_an_entry_moves_to_another_account_once(entry):
    stale = LedgerEntry.objects.get()
    move_entry(entry, Account.PAYPAL)
    move_entry(stale, Account.PAYPAL)
    move_entry(entry, Account.BANK)

    rows = Transfer.objects.values_list("number", "debit", "credit")
    assert list(rows) == [(1, "costs", "bank"), (2, "bank", "paypal"), (3, "paypal", "bank")]


@pytest.mark.skipif(connection.vendor != "sqlite", reason="only SQLite replaces rows")
@pytest.mark.parametrize("model", [ClosedMonth, LedgerEntry, Transfer])
def test_no_row_is_replaced(closed, model):
    frozen = model.objects.get()
    table, columns = model._meta.db_table, [field.column for field in model._meta.concrete_fields]
    names, others = ", ".join(columns), ", ".join(columns[1:])
    with connection.cursor() as cursor:
        for values in (names, f"999, {others}"):  # with its ID, and with what else is unique
            replacing = f"INSERT OR REPLACE INTO {table} ({names}) SELECT {values} FROM {table}"
            expect_refusal(partial(cursor.execute, replacing))

    assert model.objects.get() == frozen


def test_a_transfer_is_of_a_payment_or_of_an_entry(entry):
    row = {"day": timezone.localdate(), "debit": "bank", "credit": "other", "amount": 1, "number": 9}
    expect_refusal(lambda: Transfer.objects.create(**row))
    expect_refusal(lambda: Transfer.objects.create(entry=entry, **row | {"number": 1}))
    expect_refusal(lambda: Transfer.objects.create(entry=entry, **row | {"amount": 0}))
    expect_refusal(lambda: Transfer.objects.create(entry=entry, **row | {"credit": "bank"}))


def test_a_month_is_closed_once(closed, admin):
    again = {"last_day": closed.last_day, "closed_at": timezone.now(), "closed_by": admin, "digest": "other"}
    expect_refusal(lambda: ClosedMonth.objects.create(**again))


def test_a_line_of_paypal_has_one_explanation(admin):
    SettlementExplanation.objects.create(paypal_id="W1", text="To the bank", by=admin)

    expect_refusal(lambda: SettlementExplanation.objects.create(paypal_id="W1", text="Again", by=admin))
