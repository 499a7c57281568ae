"""A failing row doesn't stop the others: it is retried less and less often, and listed for staff."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.utils import timezone

from charityshop.models import Retry
from orders.models import Order
from payments.models import Payment, Refund, WebhookEvent
from paypal import endpoints
from tests.changes.change_calls import cancel_and_refund
from tests.orders.api_calls import approve_payment, create_order, expire_hold, get_order, list_attention
from tests.orders.consistency import check_books
from tests.payments.refund_calls import post_refund
from tests.support.broken_rows import broken_row, broken_rows
from tests.support.paid_orders import create_paid_order

FIVE = Decimal("5.00")
pytestmark = pytest.mark.django_db(transaction=True)


def run_upkeep(times: int = 1) -> None:
    """Run upkeep repeatedly, each time after the pause."""
    for _ in range(times):
        Retry.objects.update(next_attempt_at=timezone.now())
        call_command("upkeep")


def unanswered_refund(paypal, client, admin, date) -> Refund:
    """A refund whose request never reached PayPal."""
    order = create_paid_order(paypal, client, date)
    paypal.fault("refund", "error_500_before", times=2)
    post_refund(admin, order)
    Refund.objects.update(created_at=timezone.now() - timedelta(minutes=5))
    return Refund.objects.latest("pk")


@pytest.fixture
def two_refunds(paypal, as_visitor, as_other_visitor, as_admin, date):
    return [unanswered_refund(paypal, client, as_admin, date) for client in (as_visitor, as_other_visitor)]


@pytest.fixture
def two_captures(paypal, as_visitor, as_other_visitor, date):
    """Two payments whose processes were killed before the capture."""
    for client in (as_visitor, as_other_visitor):
        order = create_order(client, date)
        approve_payment(paypal, client, order)
    long_ago = timezone.now() - timedelta(minutes=5)
    Order.objects.update(status=Order.Status.CAPTURING, held_until=None)
    for payment in Payment.objects.all():
        payment.status, payment.capture_key, payment.capture_key_at = "capturing", f"key-{payment.pk}", long_ago
        payment.save()
    return list(Payment.objects.order_by("pk"))


@pytest.fixture
def two_holds(as_visitor, as_other_visitor, date):
    for client in (as_visitor, as_other_visitor):
        expire_hold(create_order(client, date))
    return list(Order.objects.order_by("pk"))


@pytest.fixture
def two_webhooks(db):
    return [
        WebhookEvent.objects.create(event_id=f"WH-{n}", event_type="PAYMENT.CAPTURE.COMPLETED", body={"resource": {}})
        for n in (1, 2)
    ]


@pytest.fixture
def two_unmatched(paypal):
    """Two unmatched payments with requested refunds that never reached PayPal."""
    for n in (1, 2):
        shown = endpoints.create_order(
            reference="0" * 23 + str(n), amount=FIVE, breakdown={"item_total": FIVE}, key=f"c{n}"
        )
        paypal.approve(shown.id)
        capture = endpoints.capture_order(shown.id, key=f"k{n}").capture
        payment = Payment.objects.create(capture_id=capture.id, amount=FIVE, status="completed")
        payment.refunds.create(amount=FIVE, request_key=f"r{n}", created_at=timezone.now() - timedelta(minutes=5))
    return list(Refund.objects.order_by("pk"))


DONE = {
    "two_refunds": lambda row: row.status == Refund.Status.COMPLETED,
    "two_captures": lambda row: row.status == Payment.Status.COMPLETED,
    "two_holds": lambda row: row.status == Order.Status.EXPIRED,
    "two_webhooks": lambda row: row.settled_at is not None,
    "two_unmatched": lambda row: row.status == Refund.Status.COMPLETED,
}


@pytest.fixture(params=DONE)
def rows(request):
    """Two rows of one kind, and a function that tells whether a row is finished."""
    return *request.getfixturevalue(request.param), DONE[request.param]


def test_a_row_that_cannot_be_written_does_not_stop_the_next_one(rows, paypal):
    broken, sound, is_done = rows

    with broken_row(broken._meta.db_table, broken.pk):
        run_upkeep()
        sound.refresh_from_db()
        assert is_done(sound)

    run_upkeep()
    broken.refresh_from_db()
    assert is_done(broken)
    assert not Retry.objects.exclude(job="paypal order").exists()  # transactions are imported once an hour


@pytest.mark.parametrize("rows", ["two_refunds", "two_webhooks"], indirect=True)
def test_a_row_is_listed_for_staff_after_its_third_failure_until_it_is_finished(rows, paypal, as_admin):
    broken, _, _ = rows

    with broken_row(broken._meta.db_table, broken.pk):
        run_upkeep(times=2)
        assert not [item for item in list_attention(as_admin) if item["kind"] == "stuck"]
        run_upkeep()
        (stuck,) = [item for item in list_attention(as_admin) if item["kind"] == "stuck"]

    assert "after 3 attempts" in stuck["message"]
    assert stuck["problem"].split()[0] in ("IntegrityError", "ProgrammingError")  # the class, and codes of the database
    run_upkeep()
    assert not [item for item in list_attention(as_admin) if item["kind"] == "stuck"]


def test_a_pending_payment_is_looked_up_less_often_without_counting_as_a_failure(as_visitor, as_admin, paypal, date):
    order = create_order(as_visitor, date)
    paypal_order_id = approve_payment(paypal, as_visitor, order)
    paypal.fault("capture", "pending", times=1)
    as_visitor.put(f"/api/orders/{order['_id']}/pay", {"id": paypal_order_id}, format="json")
    Payment.objects.update(capture_key_at=timezone.now() - timedelta(minutes=5))

    run_upkeep(times=5)

    retry = Retry.objects.get()
    assert (retry.attempts, retry.failures, retry.last_error) == (5, 0, "")
    assert timedelta(minutes=3) < retry.next_attempt_at - timezone.now() <= timedelta(minutes=4)
    assert [item["kind"] for item in list_attention(as_admin)] == ["review"]


def test_canceling_a_date_refunds_the_others_if_one_refund_cannot_be_written(
    paypal, as_admin, as_visitor, as_other_visitor, date
):
    orders = [create_paid_order(paypal, client, date) for client in (as_visitor, as_other_visitor)]
    broken = Order.objects.get(public_id=orders[0]["_id"])

    with broken_rows("payments_refund", f"old.order_id = {broken.pk}"):
        cancel_and_refund(as_admin, date)

    refunds = Refund.objects.order_by("pk").values_list("status", flat=True)
    assert list(refunds) == [Refund.Status.REQUESTED, Refund.Status.COMPLETED]
    Refund.objects.update(created_at=timezone.now() - timedelta(minutes=5))
    run_upkeep()
    assert set(refunds.all()) == {Refund.Status.COMPLETED}
    assert len(paypal.refunds()) == 2


def test_an_unreadable_transaction_does_not_hide_the_others(paypal, as_visitor, as_admin, date):
    order = create_paid_order(paypal, as_visitor, date)
    paypal.change_capture("refund")
    paypal.fault("transactions", "odd_body_after", body="odd_line", times=20)

    run_upkeep()

    assert get_order(as_visitor, order)["status"] == "refunded"
    for _ in range(2):
        cache.clear()
        run_upkeep()
    (row,) = list_attention(as_admin)
    assert (row["kind"], row["_id"]) == ("stuck", "0DDL1NE0000000000")
    assert any("0DDL1NE0000000000" in sentence for sentence in check_books("--paypal")[1])
    paypal.control("faults/clear")
    cache.clear()
    run_upkeep()
    assert list_attention(as_admin) == []
