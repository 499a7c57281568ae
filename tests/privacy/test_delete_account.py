"""DELETE /api/users/profile: a user deletes their own account."""

import html

import pytest
from django.apps import apps
from django.core import serializers
from django.utils import timezone

from accounts.admin import EditAccountForm
from accounts.models import User
from bookings.models import Booking
from charityshop.erasure import Eraser
from charityshop.exceptions import Forbidden
from discounts.models import Membership
from orders.models import Order
from orders.services.place_order import CartItem, OrderRequest, place_order
from payments.models import Payment, Refund, WebhookEvent
from payments.reports.consistency_checks import list_violations
from tests.accounts.factors import post_sign_in
from tests.conftest import signed_in
from tests.orders.api_calls import create_order, expire_hold, format_start, pay_test_order
from tests.support.factories import PASSWORD, BookingFactory, MembershipFactory, UserFactory
from tests.support.paid_orders import create_test_order


@pytest.fixture
def zelda(db) -> User:
    return UserFactory(email="zelda@example.com", first_name="Zelda", last_name="Quintero")


@pytest.fixture
def as_zelda(zelda):
    return signed_in(zelda)


def delete_account(client, password=PASSWORD):
    return client.delete("/api/users/profile", {"currentPw": password}, format="json")


def all_rows() -> str:
    """Return all rows of all tables as text."""
    rows = (serializers.serialize("json", model._default_manager.all()) for model in apps.get_models())
    return "".join(rows).lower()


def test_no_personal_data_is_left(as_zelda, zelda, as_admin, date):
    address = {"fName": "Zelda", "lName": "Quintero", "address": "7 Hyrule Rd", "city": "Castleton"}
    order = pay_test_order(as_zelda, create_order(as_zelda, date, shippingAddress=address, billingAddress=address))
    as_admin.put(f"/api/users/{zelda.public_id}", {"lastName": "Quintero-Ruiz"}, format="json")
    as_zelda.put("/api/users/profile", {"email": "zelda.ruiz@example.com"}, format="json")
    reason = "Zelda Quintero wrote from zelda@example.com"
    as_admin.post(f"/api/orders/{order['_id']}/refund", {"reason": reason}, format="json")
    payment = Payment.objects.create(
        order=Order.objects.get(), status="refused", paypal_order_id="PP1", create_key="k", amount="27.60"
    )
    body = {"resource": {"id": payment.paypal_order_id, "payer": {"name": {"given_name": "Zelda"}}}}
    WebhookEvent.objects.create(event_id="WH1", event_type="X", body=body, settled_at=timezone.now())
    MembershipFactory(user=zelda, number="M-7")
    assert "zelda" in all_rows()

    response = delete_account(as_zelda)

    assert (response.status_code, response.json()) == (200, {"message": "Your account is deleted."})
    member = Membership.objects.get(number="M-7")
    assert (member.user, member.email) == (None, "")
    for word in ("zelda", "quintero", "ruiz", "hyrule", "castleton"):
        assert word not in all_rows()


def test_webhooks_about_refunds_and_disputes_lose_the_buyer(as_zelda, date):
    create_test_order(as_zelda, date)
    order = Order.objects.get()
    payment = Payment.objects.create(order=order, status="refused", create_key="k", amount=1, capture_id="CAPTURE-1")
    Refund.objects.create(order=order, payment=payment, amount=1, reason="x", request_key="r", paypal_refund_id="RE-1")
    resources = [
        {"id": "RE-1", "note_to_payer": "Dear Zelda"},
        {"id": "OTHER", "links": [{"href": "https://paypal.example/v2/payments/captures/CAPTURE-1"}], "payer": "Zelda"},
        {"dispute_id": "D", "disputed_transactions": [{"seller_transaction_id": "CAPTURE-1", "buyer": "Zelda"}]},
        {"id": "CAPTURE-2", "custom_id": order.public_id, "payer": "Zelda"},
        {"id": "CAPTURE-3", "payer": {"name": "Ana"}},
    ]
    for number, resource in enumerate(resources):
        WebhookEvent.objects.create(event_id=f"WH{number}", event_type="X", body={"resource": resource})

    exported = as_zelda.get("/api/users/profile/data").json()["paypalNotifications"]
    delete_account(as_zelda)

    assert [each["body"]["resource"] for each in exported] == resources[:4]
    bodies = list(WebhookEvent.objects.order_by("pk").values_list("body", flat=True))
    assert "zelda" not in str(bodies).lower()
    assert bodies[2]["resource"]["disputed_transactions"] == [{"seller_transaction_id": "CAPTURE-1"}]
    assert bodies[4] == {"resource": resources[4]}


def test_an_account_that_staff_delete_leaves_nothing_in_memberships_and_the_consoles_history(zelda, console):
    MembershipFactory(user=zelda, email=zelda.email)
    page = f"/admin-console/accounts/user/{zelda.pk}"
    form = {"email": "zelda.ruiz@example.com", "first_name": "Zelda", "last_name": "Ruiz", "is_active": "on"}
    joined = {"date_joined_0": "2026-01-01", "date_joined_1": "10:00:00"}
    assert console.post(f"{page}/change/", form | joined).status_code == 302
    assert "zelda.ruiz@example.com" in all_rows()

    assert console.post(f"{page}/delete/", {"post": "yes"}).status_code == 302

    assert not User.objects.filter(pk=zelda.pk).exists()
    for word in ("zelda", "ruiz", "quintero"):
        assert word not in all_rows()
    saved_meanwhile = EditAccountForm(form, instance=zelda)
    assert "Somebody else just deleted this account." in str(saved_meanwhile.errors)


def test_forms_that_staff_opened_before_bring_nothing_back(as_zelda, zelda, date, as_admin, console):
    create_test_order(as_zelda, date)
    delete_account(as_zelda)

    answer = as_admin.put(f"/api/users/{zelda.public_id}", {"firstName": "Zelda"}, format="json")
    form = {"email": "zelda@example.com", "first_name": "Zelda", "last_name": "Ruiz", "is_active": "on"}
    page = console.post(f"/admin-console/accounts/user/{zelda.pk}/change/", form)

    message = "This account was deleted by its owner, so it can't be changed."
    assert (answer.status_code, answer.json()) == (409, {"message": message, "code": "account_deleted"})
    assert message in html.unescape(page.content.decode())
    assert "zelda" not in all_rows()


def test_amounts_ids_and_dates_remain_and_signing_in_is_impossible(as_zelda, zelda, as_admin, date):
    order = create_test_order(as_zelda, date)
    before = as_admin.get(f"/api/orders/{order['_id']}").json()
    assert post_sign_in("zelda@example.com").status_code == 200

    delete_account(as_zelda)

    assert post_sign_in("zelda@example.com").status_code == 401
    assert not zelda.places.exists()

    after = as_admin.get(f"/api/orders/{order['_id']}").json()
    nobody = {"firstName": "Deleted", "lastName": "", "email": f"deleted-{zelda.public_id}@deleted.invalid"}
    assert after.pop("buyer") == {"_id": zelda.public_id} | nobody
    assert {part for address in ("shippingAddress", "billingAddress") for part in after.pop(address).values()} == {""}
    assert after == {name: before[name] for name in after}
    assert list_violations() == []


@pytest.mark.parametrize("password", ["wrong", "", None])
def test_deleting_an_account_requires_the_current_password(as_zelda, zelda, password):
    assert delete_account(as_zelda, password).status_code == 400

    zelda.refresh_from_db()
    assert zelda.is_active
    assert as_zelda.get("/api/users/profile").status_code == 200


def test_holds_are_released_and_paid_bookings_remain(as_zelda, date):
    create_test_order(as_zelda, date)
    create_order(as_zelda, date)
    expire_hold(create_order(as_zelda, date))

    assert delete_account(as_zelda).status_code == 200

    assert sorted(Order.objects.values_list("status", flat=True)) == ["cancelled", "expired", "paid"]
    assert Booking.objects.filter(status=Booking.Status.CONFIRMED).count() == 1


@pytest.mark.parametrize("status", ["capturing", "review"])
def test_an_account_with_a_pending_payment_cannot_be_deleted(as_zelda, zelda, date, status):
    create_order(as_zelda, date)
    Order.objects.update(status=status)
    Booking.objects.update(held_until=None)

    response = delete_account(as_zelda)

    assert (response.status_code, response.json()["code"]) == (409, "payment_in_progress")
    zelda.refresh_from_db()
    assert zelda.first_name == "Zelda"


def test_the_last_active_admin_cannot_delete_their_account(as_admin, admin):
    UserFactory(is_staff=True, is_active=False)
    assert delete_account(as_admin).json()["code"] == "last_admin"

    UserFactory(is_staff=True)
    assert delete_account(as_admin).status_code == 200
    admin.refresh_from_db()
    assert (admin.is_staff, admin.is_active) == (False, False)


def test_a_concurrent_order_is_not_placed(as_zelda, zelda, date):
    """The account is deleted after the request was authenticated."""
    delete_account(as_zelda)
    item = CartItem(product=date.event.public_id, name="", price=None, bookings=[(format_start(date), 2)])

    with pytest.raises(Forbidden):
        place_order(order_request=OrderRequest(items=[item], shipping_address={"fName": "Zelda"}), by=zelda)

    assert not Order.objects.exists()


def test_names_are_erased_from_texts_and_nothing_else():
    eraser = Eraser(["Ana Diaz", "Ana", "Diaz", "ana@example.com", "Li"])

    assert eraser.erase("Ana (ANA@example.com) and Anabel asked Li") == "[deleted] ([deleted]) and Anabel asked Li"
    assert Eraser([]).erase("Anything") == "Anything"


def test_an_admin_deletes_an_account_without_orders(as_admin, as_visitor, visitor):
    path = f"/api/users/{visitor.public_id}"

    response = as_admin.delete(path)

    assert (response.status_code, response.json()) == (200, {"message": "User deleted."})
    assert not User.objects.filter(pk=visitor.pk).exists()
    assert as_visitor.get("/api/users/profile").status_code == 401
    assert as_admin.delete(path).status_code == 404


def test_an_account_with_bookings_cannot_be_deleted(as_admin, visitor):
    BookingFactory(user=visitor)

    response = as_admin.delete(f"/api/users/{visitor.public_id}")

    assert response.status_code == 409
    assert response.json()["message"] == "Ana Diaz has orders or bookings. Deactivate the account instead."
    assert User.objects.filter(pk=visitor.pk).exists()


@pytest.mark.parametrize(("again", "status"), [(False, 403), (True, 200)])
def test_a_deactivated_user_is_signed_out_and_can_sign_in_once_reactivated(
    as_admin, as_visitor, visitor, again, status
):
    for value in (True, False) if again else (True,):
        response = as_admin.put(f"/api/users/{visitor.public_id}", {"isDeactivated": value}, format="json")
        assert (response.status_code, response.json()["isDeactivated"]) == (200, value)

    assert as_visitor.get("/api/users/profile").status_code == 401
    assert post_sign_in(visitor.email).status_code == status
