"""The console: actions on money require a reason, and what it shows of accounts and columns."""

import re
from datetime import timedelta

import pytest
from auditlog.models import LogEntry
from django.apps import apps
from django.contrib import admin
from django.contrib.admin.utils import flatten_fieldsets, get_fields_from_path
from django.core.exceptions import FieldDoesNotExist
from django.urls import reverse

from charityshop import audit
from orders.models import Order, OrderLine
from payments.models import UnmatchedPayment
from payments.reports.consistency_checks import list_violations
from paypal import endpoints
from tests.accounts.admin.test_accounts import edit
from tests.architecture.tree import APPS
from tests.orders.api_calls import approve_payment, build_order, create_order, format_start, pay, post_money
from tests.support.factories import OccurrenceFactory
from tests.support.messages import delivered, html_of
from tests.support.paid_orders import create_paid_order

pytestmark = pytest.mark.django_db
MODELS = [model for app in apps.get_app_configs() if app.name in APPS for model in app.get_models()]


def page_of(model, name, *args) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{name}", args=args)


def test_the_console_calls_dates_and_tickets_as_the_shop_does():
    for model in admin.site._registry:
        rows = model._meta
        names = [rows.verbose_name, rows.verbose_name_plural, *(field.verbose_name for field in rows.concrete_fields)]
        text = "\n".join(map(str, names))

        assert not re.search(r"\b(occurrences?|pass|passes|vouchers?|webhook)\b", text), rows.label


def test_the_audit_log_shows_who_did_what_and_why(console, operator, date):
    audit.record("tested", date.event, by=operator, before={"price": 1}, after={"price": 2}, reason="Because <b>.")

    listed = console.get(page_of(LogEntry, "changelist"), {"did": "tested"}).content.decode()
    shown = console.get(page_of(LogEntry, "change", LogEntry.objects.get().pk)).content.decode()

    for text in ("olu@example.com", "tested", "event: Lantern Night", "reason: Because &lt;b&gt;."):
        assert text in listed
        assert text in shown
    assert "price: 1 → 2" in listed
    assert "Lantern Night" not in console.get(page_of(LogEntry, "changelist"), {"q": "nobody"}).content.decode()


def act(client, row, action, **more):
    chosen = {"_selected_action": row.pk, "action": action}
    return client.post(page_of(type(row), "changelist"), chosen | more, follow=True)


def messages_of(response) -> list[str]:
    return [str(message) for message in response.context["messages"]]


def test_an_order_is_refunded_with_a_reason(paypal, console, operator, as_visitor, date):
    create_paid_order(paypal, as_visitor, date)
    order = Order.objects.get()

    asked = act(console, order, "refund")
    assert "Refund the full remaining amount of these orders" in asked.content.decode()
    assert Order.objects.get().status == "paid"
    empty = act(console, order, "refund", apply="1", reason="")
    assert "This field is required." in empty.content.decode()
    response = act(console, order, "refund", apply="1", reason="The brewery is flooded.")

    assert messages_of(response) == ["Done for 1. The rows show their current status."]
    assert Order.objects.get().status == "refunded"
    refund = order.refunds.get()
    assert (refund.by, refund.reason, len(paypal.refunds())) == (operator, "The brewery is flooded.", 1)


def test_a_rejected_action_shows_a_message_and_changes_nothing(console, as_visitor, date):
    create_order(as_visitor, date)
    order = Order.objects.get()

    response = act(console, order, "refund", apply="1", reason="Why not.")

    assert messages_of(response) == [f"{order}: Only a paid order can be refunded."]
    assert Order.objects.get().status == "held"


def test_a_paid_booking_is_moved_to_another_date_of_its_event(console, operator, as_visitor, date, paypal):
    create_paid_order(paypal, as_visitor, date, seats=2)
    line = OrderLine.objects.get()
    later = OccurrenceFactory(event=date.event, starts_at=date.starts_at + timedelta(days=7))

    assert "New date" in act(console, line, "move").content.decode()
    moved = act(console, line, "move", apply="1", to=format_start(later), reason="She asked for it.")

    assert messages_of(moved) == ["Done for 1. The rows show their current status."]
    order = as_visitor.get(f"/api/orders/{line.order.public_id}").json()
    (booking,) = order["orderItems"][0]["bookings"]
    assert (booking["bookingDate"], booking["movedFrom"]) == (format_start(later), format_start(date))
    assert booking["status"] == "confirmed"
    entry = LogEntry.objects.filter(additional_data__did="booking moved").get()
    assert (entry.actor, entry.additional_data["reason"]) == (operator, "She asked for it.")
    (mail,) = delivered("dates_moved")
    assert mail.to == ["ana@example.com"]
    for text in (str(mail.body), html_of(mail)):
        assert "have a new date" in text
        assert "as agreed with you" in text
        assert "The organizer moved" not in text
    assert list_violations() == []


def test_held_orders_are_canceled_in_the_console(console, as_visitor, date):
    create_order(as_visitor, date)

    act(console, Order.objects.get(), "cancel_held")

    assert Order.objects.get().status == "cancelled"


@pytest.mark.parametrize(("action", "status"), [("accept_payment", "paid"), ("refuse_payment", "refunded")])
def test_payments_in_review_are_decided_in_the_console(paypal, console, as_visitor, date, action, status):
    order = create_order(as_visitor, date)
    paypal_order = approve_payment(paypal, as_visitor, order)
    paypal.fault("capture", "wrong_amount", amount="20.00")
    pay(as_visitor, order, paypal_order)

    act(console, Order.objects.get(), action, apply="1", reason="Looked at it.")

    assert Order.objects.get().status == status


def test_an_unmatched_payment_is_refunded(paypal, console):
    made = endpoints.create_order(reference="f" * 24, amount=9, breakdown={"item_total": 9}, key="make")
    paypal.approve(made.id)
    capture = endpoints.capture_order(made.id, key="take").capture
    payment = UnmatchedPayment.objects.create(capture_id=capture.id, amount="9.00", status="completed")

    act(console, payment, "refund", apply="1", reason="Nobody's.")

    payment.refresh_from_db()
    assert payment.refunded_at
    assert len(paypal.refunds()) == 1


def test_account_changes_in_the_console_are_audited(console, operator, visitor):
    assert edit(console, visitor, is_active=False).status_code == 302

    entry = LogEntry.objects.latest("pk")
    assert (entry.actor, entry.additional_data["did"]) == (operator, "account deactivated")
    new = {"usable_password": "true", "password1": "some other words", "password2": "some other words"}
    assert console.post(f"/admin-console/accounts/user/{visitor.pk}/password/", new).status_code == 302
    assert LogEntry.objects.latest("pk").additional_data["did"] == "password set"


SECRETS = {
    "User.session_generation",
    "Session.session_key",
    "Session.session_data",
    "SignInCode.code",
    "SecondFactor.secret",
    "SecondFactor.last_step",
    "SecondFactor.recovery_codes",
    "Pass.code",  # admits people, like the next ones
    "Pass.h",
    "DoorEntry.h",
    "DoorLink.key_hash",
    "DoorLink.pin_hmac",
    "Phone.token_hash",
    "Phone.secret_hash",
    "UnusableEntry.digest",  # by which an entry is known again
    "ShopSettings.discord_address",  # the page says whether there is one
    "ShopSettings.discord_problem",
    "Outgoing.text",  # shown unless it is secret
    "Outgoing.data",  # what the text is written from
    "Notice.has_answered",  # with few answers, it would say whose they are
}
NOT_AS_THEY_ARE = {
    "public_id": "the page's title",
    "changed_at": "for caches",
    "revision": "counts changes, for calendars",
    "Order.shipping_address": "formatted",
    "Order.billing_address": "formatted",
    "Place.text": "the page's title",
    "Outgoing.is_secret": "shown instead of the text",
    "ZoneChange.data": "a file",
    "ShopSettings.logo": "as the image, like the next ones",
    "ShopSettings.logo_width": "",
    "ShopSettings.logo_height": "",
    "ShopSettings.shared_picture": "",
}
CONSOLE = {model: admin.site.get_model_admin(model) for model in MODELS if admin.site.is_registered(model)}


@pytest.fixture
def its_request(rf, operator):
    request = rf.get("/admin-console/")
    request.user = operator
    return request


def name_of(column) -> str:
    return f"{column.model.__name__}.{column.name}"


def list_shown(console, request) -> set[str]:
    """Return the columns that a page shows, searches, sorts or filters by, such as "User.email"."""
    listed = [*console.get_list_display(request), *console.search_fields, console.date_hierarchy or "pk"]
    filters = [one[0] if isinstance(one, tuple) else one for one in console.get_list_filter(request)]
    pages = [(console.model, name) for name in flatten_fieldsets(console.get_fieldsets(request, console.model()))]
    rows = [(inline.model, name) for inline in console.inlines for name in inline.fields]
    paths = [(console.model, path) for path in [*listed, *filters] if isinstance(path, str) and path != "pk"]
    return {name_of(column) for model, path in [*pages, *rows, *paths] if (column := find_column(model, path))}


def find_column(model, path):
    """Return the column at the end of a path such as "user__email", or None for what the page computes."""
    try:
        return get_fields_from_path(model, path)[-1]
    except FieldDoesNotExist:
        return None


def test_the_console_shows_all_columns_except_secrets(its_request):
    allowed = {*NOT_AS_THEY_ARE, *SECRETS}
    hidden = {
        name_of(field)
        for model, console in CONSOLE.items()
        for field in model._meta.concrete_fields
        if field.name not in flatten_fieldsets(console.get_fieldsets(its_request, model()))
        if not field.primary_key and allowed.isdisjoint({field.name, name_of(field)})
    }
    assert hidden == set()


def test_no_page_of_the_console_shows_or_searches_a_secret(its_request):
    columns = {name_of(field) for model in MODELS for field in model._meta.concrete_fields}
    shown = {page: list_shown(page, its_request) & SECRETS for page in CONSOLE.values()}

    assert SECRETS - columns == set(), "there are such columns"
    assert {page.model.__name__: found for page, found in shown.items() if found} == {}


ORDERS = "/admin-console/orders/order/"


def test_addresses_of_orders_are_formatted(console, as_visitor):
    sent = {"fName": "Ana", "lName": "Diaz", "address": "12 Dock St", "addressSecondary": "", "city": "Portland"}
    sent |= {"state": "OR", "postalCode": "97201", "country": "United States"}
    post_money(as_visitor, build_order(OccurrenceFactory(), shippingAddress=sent))

    page = console.get(f"{ORDERS}{Order.objects.get().pk}/change/").content.decode()

    assert "Ana Diaz, 12 Dock St, Portland, OR 97201, United States" in page
    assert re.search(r'Billing address:</label>\s*<div class="readonly">-</div>', page)
    assert "fName" not in page


def test_the_console_begins_with_what_organizers_use_and_keeps_the_other_tables_under_internals(console):
    shop, internals = console.get("/admin-console/").context["app_list"]

    assert [model["name"] for model in shop["models"]] == ["Shop settings", "Users", "Audit log"]
    assert internals["name"] == "Internals"
    assert {"Orders", "Bookings", "Discount codes"} <= {str(model["name"]) for model in internals["models"]}
    own = console.get("/admin-console/orders/").context["app_list"]
    assert {model["admin_url"].split("/")[2] for model in own[0]["models"]} == {"orders"}
