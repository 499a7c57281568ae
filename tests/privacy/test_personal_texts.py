"""Every text column has an eraser or a reason to stay (personal_texts.py). Erasers leave no trace of a person."""

import ast
import json
import re
from pathlib import Path

import pytest
from auditlog.models import LogEntry
from django.apps import apps
from django.contrib.admin.models import CHANGE
from django.contrib.admin.models import LogEntry as ConsoleEntry
from django.contrib.contenttypes.models import ContentType
from django.core.cache import cache
from django.core.management import call_command
from django.db import DatabaseError, models, transaction
from django.utils import timezone

from accounts.models import SecondFactor, SignInPlace, User
from bookings.models import Pass
from charityshop import audit
from charityshop.erasure import NOTES, TYPED
from door.models import Count, DoorEntry, Drawer, Move, Phone, UnusableEntry
from door.services.erase_names import erase_names
from events.models import Occurrence
from orders.models import Order
from outbox.models import Outgoing
from payments.models import Payment, PaymentAlert, Refund, SettlementExplanation, WebhookEvent
from privacy.services.delete_account import anonymize_account
from recaps.models import Recap
from tests.architecture.tree import APPS
from tests.conftest import signed_in
from tests.door.till_calls import TillClient, build_cash, give_back
from tests.privacy.personal_texts import NOT_PERSONAL, ROWS, TEXTS
from tests.support.factories import GuestFactory, MembershipFactory, OccurrenceFactory, UserFactory, in_days
from tests.support.paid_orders import create_test_order

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "privacy.md").read_text()
TRACE, ADDRESS = "Zelda Quintero zelda@example.com", "zelda@example.com"
TEXT = (models.CharField, models.TextField, models.JSONField)
# What audit log entries say besides texts that somebody typed: IDs, amounts and the shop's own words.
SHOP_TEXTS = {
    "added", "amount", "bookings", "capture", "changed", "codes", "count", "date", "dates_moved", "ended", "entry",
    "event", "fee", "gift", "guest", "into", "link", "old_password_locked", "order", "phone", "recipients", "reference",
    "refund", "role", "rule", "seats", "ticket", "to", "unlinked", "unsent",
}  # fmt: skip


def read_table() -> list[tuple[str, str]]:
    """Return how a column is erased, and the column, for each that is listed."""
    return [
        (how, f"{model}.{column}")
        for how, tables in TEXTS.items()
        for model, columns in tables.items()
        for column in columns.split()
    ]


def list_text_columns() -> list[str]:
    """Return the columns with texts of every table, also of frameworks, except those that take the shop's own words."""
    tables = [model for model in apps.get_models(include_auto_created=True) if not model.__module__.startswith("tests")]
    tables = [model for model in tables if not model._meta.proxy]
    return [
        f"{model._meta.label}.{field.name}"
        for model in tables
        for field in model._meta.concrete_fields
        if isinstance(field, TEXT) and not field.choices
    ]


def test_every_text_column_has_an_eraser_or_a_reason():
    listed = [column for _, column in read_table()]

    assert sorted(listed) == sorted(list_text_columns())


def test_every_table_with_personal_data_has_a_row_on_the_page():
    models = [model for app in apps.get_app_configs() if app.name in APPS for model in app.get_models()]
    own = {model._meta.label for model in models if not model._meta.proxy}
    listed = {model for named in ROWS.values() for model in named.split()}
    table = PAGE.partition("## In the database")[2].partition("\n\nCard numbers")[0]

    assert own - {"auditlog.LogEntry"} == (listed | set(NOT_PERSONAL.split())) - {"auditlog.LogEntry"}
    assert [row for row in ROWS if f"\n| {row}" not in table] == []
    assert table.count("\n| ") == len(ROWS) + 1  # and the heading


def test_every_text_in_the_audit_log_has_an_eraser():
    """Entries copy what was typed. A new name of a value fails here, because erasing has to know it."""
    calls = [
        node
        for app in APPS
        for file in (ROOT / app).rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "audit.record"
    ]
    names = {keyword.arg for call in calls for keyword in call.keywords} - {"by", "before", "after", "action"}

    assert names - SHOP_TEXTS - {*TYPED, *NOTES} == set()


def get_columns(*erased: str) -> list[tuple[type[models.Model], models.Field]]:
    columns = [column.rpartition(".") for how, column in read_table() if how in erased]
    return [((table := apps.get_model(label)), table._meta.get_field(name)) for label, _, name in columns]


def leave_trace(table: type[models.Model], field: models.Field) -> None:
    """Write a trace of Zelda into a column of all rows about her."""
    rows = table.objects.all()
    if table is User:
        rows = rows.filter(email=ADDRESS)
    if table is Outgoing:
        rows = rows.exclude(owner_id=None)
    value = {
        "body": {"create_time": "2026-11-01T00:00:00Z", "resource": {"id": "CAPTURE-1", "payer": {"name": TRACE}}},
        "data": {"context": {"first_name": TRACE}},
        "changes": {"first_name": ["Zelda", TRACE], "text": ["", TRACE]},
        "about": "Zelda",
        "additional_data": {"did": "x", "reason": TRACE, "problem": TRACE, "note": TRACE, "message": TRACE},
        "shipping_address": {"fName": TRACE},
        "billing_address": {"lName": TRACE},
        "password": "zelda",
        "first_name": "Zelda",
        "last_name": "Quintero",
    }.get(field.name, ADDRESS if isinstance(field, models.EmailField) else TRACE[: field.max_length])
    if field.unique:
        rows = rows[:1]
    for row in rows:
        assert table.objects.filter(pk=row.pk).update(**{field.name: value}) == 1
    assert rows or table.objects.filter(**{field.name: value}).exists(), f"no {table._meta.label} to test"


def find_traces(columns: list[tuple[type[models.Model], models.Field]]) -> list[str]:
    return [
        f"{table._meta.label}.{field.name}: {value}"
        for table, field in columns
        for value in table.objects.values_list(field.name, flat=True)
        if re.search("zelda|quintero", json.dumps(value, default=str), re.IGNORECASE)
    ]


@pytest.fixture
def zelda(db) -> User:
    """An account with a row in every table that has something of it."""
    zelda = UserFactory(email=ADDRESS, first_name="Zelda", last_name="Quintero")
    client = signed_in(zelda)
    create_test_order(client, OccurrenceFactory(event__maximum_event_capacity=50))
    order = Order.objects.get()
    payment = Payment.objects.create(order=order, status="refused", create_key="k", amount=1, capture_id="CAPTURE-1")
    refund = Refund.objects.create(order=order, payment=payment, amount=0, reason="x", note="x", request_key="r")
    alert = PaymentAlert.objects.create(kind="dispute", reference="R", order=order, amount=1, currency="USD")
    explanation = SettlementExplanation.objects.create(paypal_id="CAPTURE-1", text="x", by=zelda)
    WebhookEvent.objects.create(event_id="WH1", event_type="X", body={}, settled_at=timezone.now())
    MembershipFactory(user=zelda, email=ADDRESS)
    SignInPlace.objects.create(user=zelda, place="x")
    SecondFactor.objects.create(user=zelda, secret="x", confirmed_at=timezone.now(), recovery_codes=[["x", "x"]])
    for target in (zelda, order, alert, explanation, order.lines.get().booking):
        audit.record("changed", target, by=zelda, reason="x", before={"text": ""}, after={"text": str(refund.pk)})
    users = ContentType.objects.get_for_model(User)
    about = {"content_type": users, "object_id": str(zelda.pk), "object_repr": ADDRESS}
    ConsoleEntry.objects.create(user=zelda, action_flag=CHANGE, **about)
    UserFactory(is_staff=True)
    return zelda


def test_deleting_the_account_leaves_no_trace_in_any_column_that_says_so(zelda):
    erased = get_columns("with the account", "names in it, with the account")
    # The keys of sessions are needed to sign in, and those of rows to find them; `object_repr` of others has no names.
    for table, field in erased:
        if field.name != "session_key":
            leave_trace(table, field)
    LogEntry.objects.exclude(content_type__model="user").update(object_repr="Order", changes={"text": ["", TRACE]})
    ids = list(Payment.objects.values_list("capture_id", "amount"))

    anonymize_account(by=zelda)

    assert find_traces(erased) == []
    assert list(Payment.objects.values_list("capture_id", "amount")) == ids


def test_30_days_after_the_date_no_trace_is_left_in_any_column_that_says_so(till, door_id, as_admin, tonight):
    phone = TillClient(as_admin, door_id, name="Zelda")
    sale = phone.sell(seats=1, name="Zelda").json()
    phone.report({"kind": "guest", "seats": 1, "note": TRACE}, build_cash(-1, TRACE), build_cash("all of it", TRACE))
    give_back(as_admin, door_id, sale["order"], reason=TRACE)
    for name in ("Zelda", "Quintero"):
        assert phone.count(name, 49).status_code == 200
    assert phone.close_drawer().status_code == 200
    GuestFactory(booking__occurrence=tonight, booking__reason=TRACE, first_name="Zelda", email=ADDRESS)
    Recap.objects.create(occurrence=tonight).answers.create(is_good=False, text=TRACE)
    copies = [(Refund, "reason"), (Pass, "label"), (LogEntry, "additional_data")]
    columns = get_columns("30 days after the date")
    columns += [(table, table._meta.get_field(name)) for table, name in copies]
    assert all(find_traces([column]) for column in columns)

    Occurrence.objects.update(starts_at=in_days(-32), ends_at=in_days(-31))
    cache.clear()
    call_command("upkeep")

    assert find_traces(columns) == []


def test_moves_of_cash_never_change_but_for_their_reason(till):
    till.report(build_cash(-1, "Ice"))

    with pytest.raises(DatabaseError, match="Moves never change"), transaction.atomic():
        Move.objects.update(reason="Beer")
    with pytest.raises(DatabaseError, match="Moves never change"), transaction.atomic():
        Move.objects.update(reason="", amount=-2)
    assert Move.objects.update(reason="") == 1


def test_what_was_typed_at_the_door_is_erased_30_days_after_the_date(till):
    till.report({"kind": "guest", "seats": 2, "note": "The drummer"}, build_cash(5, "For Kim") | {"seq": 0})
    till.count_and_close_drawer()

    Occurrence.objects.update(starts_at=in_days(-30), ends_at=in_days(-29))
    assert erase_names() == 0
    assert (Phone.objects.get().name, DoorEntry.objects.first().note) == ("Ana", "The drummer")
    assert "Kim" in UnusableEntry.objects.get().sent

    Occurrence.objects.update(starts_at=in_days(-32), ends_at=in_days(-31))
    assert (erase_names(), Count.objects.count()) == (1, 0)
    assert Phone.objects.get().name == DoorEntry.objects.first().note == UnusableEntry.objects.get().sent == ""
    assert (DoorEntry.objects.first().seats, UnusableEntry.objects.get().amount) == (2, 5)
    assert Drawer.objects.get().counted == 50
    assert erase_names() == 0


def test_a_drawer_that_is_still_open_keeps_its_counts(till):
    till.count("Ana", 50)
    Occurrence.objects.update(starts_at=in_days(-40), ends_at=in_days(-39))

    erase_names()
    assert Count.objects.count() == 1
