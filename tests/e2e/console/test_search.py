"""Limits on searches in the console, and actions on invalid rows."""

from collections.abc import Iterator
from typing import Any

import pytest
from auditlog.models import LogEntry
from django.contrib import admin
from django.contrib.admin.utils import get_fields_from_path
from django.contrib.contenttypes.fields import GenericForeignKey
from django.db.models import CharField, Model, TextField
from django.test import Client
from django.urls import reverse

from accounts.models import User
from charityshop.admin.base import MAX_SEARCH_CHARACTERS, MAX_SEARCH_TERMS
from charityshop.models import Counter, ShopSettings
from tests.e2e.console.test_console import SECRETS
from tests.support.factories import BookingFactory

pytestmark = pytest.mark.django_db
LISTS = {
    reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist"): table
    for model, table in admin.site._registry.items()
}
USERS = "/admin-console/accounts/user/"
NEVER_TYPED = {
    "Counter.key", "Event.image", "HandledRequest.body_hash", "HandledRequest.key", "ClosedMonth.digest",
    "OrderLine.image", "Payment.capture_key", "Payment.create_key", "Refund.request_key", "SignInCode.browser",
    "SignInCode.email", "SignInPlace.place",
}  # fmt: skip


@pytest.mark.parametrize("query", ["x" * 6000, " ".join(["a"] * (MAX_SEARCH_TERMS + 1))])
def test_a_search_that_is_too_long_is_a_400_with_a_message(console: Client, query: str):
    for path in (path for path, table in LISTS.items() if table.search_fields):
        response = console.get(path, {"q": query})
        assert response.status_code == 400, path
        assert "Search for at most 20 words and 300 characters." in response.content.decode()


@pytest.mark.parametrize("query", ["olu " * MAX_SEARCH_TERMS, "olu".ljust(MAX_SEARCH_CHARACTERS)])
def test_a_search_within_the_limits_finds_rows(console: Client, query: str):
    response = console.get(USERS, {"q": query})

    assert response.status_code == 200
    assert response.context["cl"].result_count == 1


@pytest.mark.parametrize("query", ["friday draft", "ana@example.com"])
def test_bookings_are_found_by_their_event_and_their_buyer(console: Client, query: str):
    ours = BookingFactory(occurrence__event__name="Friday Draft", user__email="ana@example.com")
    BookingFactory(occurrence__event__name="Lantern Night")

    found = console.get("/admin-console/bookings/booking/", {"q": query}).context["cl"].result_list

    assert list(found) == [ours]


def test_no_list_searches_long_texts_hashes_keys_or_images():
    tables = [table for table in LISTS.values() if table.model is not LogEntry]
    columns = {f"{column.model.__name__}.{column.name}" for table in tables for column in table.opts.concrete_fields}
    searched = {get_fields_from_path(table.model, path)[-1] for table in tables for path in table.search_fields}
    names = {f"{column.model.__name__}.{column.name}" for column in searched}

    assert [column for column in searched if isinstance(column, TextField)] == []
    assert NEVER_TYPED - columns == set(), "there are such columns"
    assert NEVER_TYPED & names == set()


def test_a_filter_by_an_enormous_key_is_not_a_server_error(console: Client):
    for path in LISTS:
        assert console.get(path, {"pk__in": "9" * 30}).status_code in (200, 302, 400), path


def test_a_filter_by_a_year_that_does_not_exist_is_a_400_with_a_message(console: Client):
    response = console.get(USERS, {"date_joined__year": "-1"})

    assert response.status_code == 400
    assert "Open it again and choose a filter." in response.content.decode()


@pytest.mark.parametrize("key", ["abc", "99999999999999999999", "1\0"])
def test_an_action_on_an_invalid_key_is_a_400(console: Client, key: str):
    for path, action in ((path, action) for path, table in LISTS.items() for action in table.actions or ()):
        response = console.post(path, {"action": action, "_selected_action": key})
        assert response.status_code == 400, (path, action)
        assert "One of the chosen rows does not exist." in response.content.decode()


@pytest.mark.parametrize(
    ("table", "lookup"),
    [
        ("accounts/user", "password__startswith"),
        ("bookings/seatlink", "passes__code__startswith"),
        ("accounts/user", "sessions__gt"),
        ("outbox/outgoing", "data__code__startswith"),
    ],
)
def test_a_filter_by_a_column_that_the_page_does_not_show_is_a_400_with_a_message(console, table, lookup):
    response = console.get(f"/admin-console/{table}/", {lookup: "1"})

    assert response.status_code == 400
    assert "Open it again and choose a filter." in response.content.decode()


def test_no_list_is_filtered_by_a_secret_of_any_table(rf, console: Client):
    request = rf.get("/admin-console/")
    request.user = User.objects.get()
    allowed = [
        f"{table.model.__name__}: {lookup}"
        for table in LISTS.values()
        if table.model not in {ShopSettings, Counter}  # a page without a list, and keys that identify nobody
        for lookup in list_secret_lookups(table.model)
        if table.lookup_allowed(lookup, "1", request)
    ]
    assert allowed == []


def list_secret_lookups(model: type[Model], path: str = "", depth: int = 2) -> Iterator[str]:
    """Yield the lookups of secrets, and of keys of text, in this table and those that are up to two links away."""
    for field in model._meta.get_fields():
        if getattr(field, "hidden", False) or isinstance(field, GenericForeignKey):
            continue
        if field.is_relation and depth:
            yield from list_secret_lookups(field.related_model, f"{path}{field.name}__", depth - 1)
        if f"{model.__name__}.{field.name}" in {*SECRETS, "User.password"} or is_key_of_text(field):
            yield f"{path}{field.name}__startswith"
        if is_key_of_text(field):
            yield from (f"{path}pk__startswith", f"{path[:-2]}__gt" if path else "pk__gt")


def is_key_of_text(field: Any) -> bool:
    return getattr(field, "primary_key", False) and isinstance(field, CharField)


@pytest.mark.parametrize(
    "lookup", ["email__startswith", "last_name", "public_id", "pk", "id", "is_staff__exact", "date_joined__year"]
)
def test_a_list_is_filtered_by_what_its_page_shows(console: Client, lookup: str):
    value = {"email__startswith": "olu", "date_joined__year": "1999"}.get(lookup, "0")

    response = console.get(USERS, {lookup: value})

    assert response.status_code == 200
    assert response.context["cl"].result_count == (1 if lookup == "email__startswith" else 0)
