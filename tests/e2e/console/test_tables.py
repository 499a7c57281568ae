"""Every table can be viewed in the console. The rows are those of the access matrix."""

import re

import pytest
from auditlog.models import LogEntry
from django.contrib import admin
from django.contrib.admin.templatetags.admin_list import results
from django.db import connection
from django.db.models import TextField
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from changes.models import Change, Entitlement
from charityshop.models import ShopSettings
from notices.models import Message, Notice
from orders.models import Order
from payments.models import Refund
from tests.e2e.console.test_console import MODELS, page_of
from tests.security.access.world import build_world
from tests.support.factories import OccurrenceFactory, write_canceled
from tests.support.paid_orders import create_test_order

pytestmark = pytest.mark.django_db
EDITED_HERE = {"user", "shopsettings"}


@pytest.fixture
def check_consistency() -> None:
    """Override the check: the rows do not go together."""


@pytest.fixture
def a_row_of_each(paypal, settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    build_world()
    ShopSettings.objects.create(pk=ShopSettings.ONLY)


def test_every_table_is_in_the_console():
    assert [model for model in [*MODELS, LogEntry] if not admin.site.is_registered(model)] == []


@pytest.mark.parametrize("query", ["", "=\"'<x>"])
def test_every_table_can_be_listed_searched_and_viewed(console, a_row_of_each, query):
    for model in [*MODELS, LogEntry]:
        row = model._default_manager.first()
        assert row is not None, f"{model.__name__}: the test has none"
        assert console.get(page_of(model, "changelist"), {"q": query}, follow=True).status_code == 200, model
        assert console.get(page_of(model, "change", row.pk)).status_code == 200, model


def test_only_accounts_and_shop_settings_have_forms(console, a_row_of_each):
    for model in [*MODELS, LogEntry]:
        if model._meta.model_name in EDITED_HERE:
            continue
        row = model._default_manager.first()
        page = console.get(page_of(model, "change", row.pk)).content.decode()
        assert 'name="_save"' not in page, model
        assert console.get(page_of(model, "add")).status_code == 403, model
        assert console.post(page_of(model, "delete", row.pk), {"post": "yes"}).status_code == 403, model
        assert console.post(page_of(model, "change", row.pk), {}).status_code == 403, model


def test_console_pages_have_no_inline_scripts_or_styles(console, a_row_of_each):
    """The Content-Security-Policy allows only files of the shop."""
    pages = [page_of(model, "changelist") for model in [*MODELS, LogEntry]]
    pages += [page_of(model, "change", row.pk) for model in MODELS for row in model._default_manager.all()]
    pages.append(page_of(LogEntry, "change", LogEntry.objects.latest("pk").pk))
    for page in ["/admin-console/", "/admin-console/orders/order/sums/", *pages]:
        response = console.get(page, follow=True)
        html = response.content.decode()
        assert "unsafe-inline" not in response["Content-Security-Policy"]
        assert re.findall(r"<style|\sstyle=|\son\w+=|javascript:", html) == [], page
        scripts = re.findall(r"<script[^>]*>", html)
        assert [tag for tag in scripts if not re.search("src=|application/json|data-", tag)] == [], page


def test_no_list_has_a_column_of_long_texts():
    long = [
        column
        for model in MODELS
        for column in model._meta.concrete_fields
        if isinstance(column, TextField) and column.name in admin.site.get_model_admin(model).list_display
    ]
    assert long == []


def test_no_list_queries_the_database_for_each_row(rf, operator, a_row_of_each):
    Refund.objects.update(kind=Refund.Kind.REQUESTED, reason="", by=None)  # whose reason is that of the change
    for model in {*MODELS, LogEntry} - {ShopSettings}:
        request = rf.get("/admin-console/")
        request.user = operator
        table = admin.site.get_model_admin(model).get_changelist_instance(request)
        table.formset = None  # as changelist_view does
        assert table.result_list, model
        with CaptureQueriesContext(connection) as queries:
            rows = list(results(table))
        assert len(rows) == len(table.result_list), model
        assert [query["sql"] for query in queries] == [], model


def test_each_list_selects_what_names_the_rows_that_it_links_to(a_row_of_each):
    """Also of links that are empty in all rows of the test above."""
    links = [
        (table, field)
        for table in admin.site._registry.values()
        for field in table.opts.concrete_fields
        if field.is_relation and field.name in table.list_display
    ]
    for table, link in links:
        assert link.name in table.list_select_related, (table, link)
        start = f"{link.name}__"
        further = [path.removeprefix(start) for path in table.list_select_related if path.startswith(start)]
        row = link.related_model._default_manager.select_related(*further).first()
        with CaptureQueriesContext(connection) as queries:
            assert str(row)
        assert [query["sql"] for query in queries] == [], (table, link)


def create_rows(buyer, operator, number: int) -> list[str]:
    """Create an order, a date change and a message with so many rows each. Return their pages."""
    dates = [OccurrenceFactory() for _ in range(number)]
    order = Order.objects.get(public_id=create_test_order(buyer, *dates)["_id"])
    about = {"occurrence": dates[0], "starts_at": dates[0].starts_at}
    change = write_canceled(dates[0], operator)
    message = Message.objects.create(occurrence=dates[0], audiences=[], recipient_count=0, by=operator)
    for line in order.lines.all():
        of_line = {"order": order, "booking": line.booking, "seats": 1, "amount": 0, "by": operator}
        refund = Refund.objects.create(order=order, amount=0, by=operator, request_key=f"{line.pk}")
        Change.objects.create(**of_line, kind=Change.Kind.RETURN, refund=refund)
        Change.objects.create(**of_line, kind=Change.Kind.MOVE, moved_from=line.booking.occurrence)
        Entitlement.objects.create(date_change=change, line=line, until=timezone.now(), refund=refund)
        Notice.objects.create(**about, kind=Notice.Kind.MESSAGE, message=message, booking=line.booking)
    return [page_of(type(row), "change", row.pk) for row in (order, change, message)]


def test_pages_with_related_rows_take_a_constant_number_of_queries(console, operator, as_visitor):
    def count_queries(page: str) -> int:
        with CaptureQueriesContext(connection) as queries:
            assert console.get(page).status_code == 200
        return len(queries)

    few, many = create_rows(as_visitor, operator, 1), create_rows(as_visitor, operator, 4)
    for page in few:
        console.get(page)  # and whatever only the first page costs

    assert [count_queries(page) for page in many] == [count_queries(page) for page in few]
