"""GET /api/users/profile/data and /api/users/{id}/data: export all personal data about a user.

Exports and erasure affect what belongs to the account, not everything with one of its email addresses.
"""

import json

import pytest
from auditlog.models import LogEntry
from django.core import serializers
from django.utils import timezone

from accounts.models import SecondFactor, User
from bookings.models import Booking
from outbox.messages import send_again
from outbox.models import Outgoing
from payments.models import Refund
from tests.changes.change_calls import cancel_and_refund
from tests.conftest import signed_in
from tests.notices.message_calls import send_message
from tests.orders.api_calls import create_order, pay_test_order
from tests.orders.waiting_lists import create_full_date, join
from tests.support.factories import PASSWORD, BookingFactory, GuestFactory, UserFactory, in_days
from tests.support.messages import send_due_mails
from tests.support.paid_orders import create_test_order

OWN = "/api/users/profile/data"
ADDRESS = {"fName": "Ana", "lName": "Diaz", "address": "7 Hyrule Rd", "city": "Portland"}


@pytest.fixture
def order(as_visitor, date):
    return pay_test_order(as_visitor, create_order(as_visitor, date, shippingAddress=ADDRESS))


def test_users_export_all_stored_data_about_themselves(as_visitor, visitor, as_admin, order, date):
    as_admin.put(f"/api/users/{visitor.public_id}", {"lastName": "Diaz-Ruiz"}, format="json")
    as_admin.post(f"/api/orders/{order['_id']}/refund", {"reason": "Ana was ill."}, format="json")
    BookingFactory(occurrence=date, user=visitor, seats=3)
    join(as_visitor, create_full_date(name="Full Night"), 2)

    answer = as_visitor.get(OWN)

    assert answer.status_code == 200
    assert answer["Content-Disposition"] == f'attachment; filename="data-{visitor.public_id}.json"'
    assert answer["Cache-Control"] == "private, no-store"
    data = answer.json()
    assert data["account"]["email"] == "ana@example.com"
    (exported,) = data["orders"]
    assert (exported["_id"], exported["shippingAddress"]["address"]) == (order["_id"], "7 Hyrule Rd")
    assert exported["orderItems"][0]["name"] == "Lantern Night"
    assert exported["refundReasons"] == [{"amount": 0.0, "reason": "Ana was ill."}]
    assert [(each["event"], each["seats"]) for each in data["bookingsMadeByStaff"]] == [("Lantern Night", 3)]
    (place,) = data["waitingLists"]
    assert (place["event"], place["seats"], place["status"]) == ("Full Night", 2, "waiting")
    assert [each["device"] for each in data["signedInOn"]]
    assert any("Lantern Night" in mail["text"] for mail in data["mails"])
    changed = next(each for each in data["records"] if each["did"] == "account changed")
    assert (changed["by"], changed["changes"]) == ("staff", {"last_name": ["Diaz", "Diaz-Ruiz"]})


def test_an_email_that_is_not_sent_yet_is_exported_as_it_will_be_sent(as_visitor, order):
    waiting = next(mail for mail in as_visitor.get(OWN).json()["mails"])
    assert not Outgoing.objects.exclude(text="").exists()

    send_due_mails()

    sent = Outgoing.objects.get()
    assert sent.sent_at
    assert (waiting["subject"], waiting["text"]) == (sent.subject, sent.text)
    assert "Lantern Night" in waiting["text"]


def test_every_table_with_a_reference_to_the_user_is_exported(as_visitor, visitor, order):
    """A new table with a reference to users fails here, because exports have to include it."""
    relations = User._meta.get_fields(include_hidden=True)
    related = {each.related_model.__name__ for each in relations if each.auto_created and not each.concrete}

    exported = {"Booking", "Change", "WaitingEntry", "LogEntry", "Membership", "Message", "Order", "Refund"}
    exported |= {"SecondFactor", "Session", "SignInPlace"}
    # What staff did with dates and in the ledger, which the audit log has
    not_personal = {"DateChange", "Door", "ClosedMonth", "LedgerEntry", "SettlementExplanation"}
    assert related == exported | not_personal


def test_the_export_contains_no_data_of_others_and_no_secret(
    as_visitor, visitor, other_visitor, as_other_visitor, admin, date, order
):
    create_test_order(as_other_visitor, date)
    factor = SecondFactor.objects.create(user=visitor, secret="JBSWY3DPEHPK3PXP" * 2, confirmed_at=in_days(0))
    secret = {"kind": "password_link", "subject": "Set a new password", "text": "https://shop/reset?token=SECRETTOKEN"}
    Outgoing.objects.create(
        to=visitor.email, owner_id=visitor.pk, is_secret=True, channel="mail", give_up_at=in_days(1), **secret
    )

    text = as_visitor.get(OWN).content.decode()

    assert "Set a new password" in text
    cookie = as_visitor.cookies["sessionid"].value
    for word in (other_visitor.email, "Okafor", admin.email, factor.secret, visitor.password, "SECRETTOKEN", cookie):
        assert word not in text


def test_the_export_has_the_seats_that_were_given_away_but_not_their_guests(as_visitor, order):
    booking = Booking.objects.get()
    guest = GuestFactory(booking=booking, first_name="Zelda", email="zelda@example.com")

    data = as_visitor.get(OWN).json()

    assert [(each["booking"], each["status"]) for each in data["seatLinks"]] == [(booking.public_id, "claimed")]
    for word in ("Zelda", "zelda@example.com", guest.claim_token, guest.ticket_token):
        assert word not in json.dumps(data)


def test_what_staff_wrote_is_exported_to_them_without_its_recipients(as_admin, as_visitor, visitor, order, date):
    send_message(as_admin, date, subject="Bring two decks")

    data = as_admin.get(OWN).json()

    assert [each["subject"] for each in data["messagesWritten"]] == ["Bring two decks"]
    assert visitor.email not in json.dumps(data)
    assert as_visitor.get(OWN).json()["messagesWritten"] == []


def test_staff_export_a_users_data_with_an_audit_entry(as_admin, admin, visitor, order):
    answer = as_admin.get(f"/api/users/{visitor.public_id}/data")

    assert answer.json()["account"]["_id"] == visitor.public_id
    entry = LogEntry.objects.get(additional_data__did="personal data handed out")
    assert (entry.actor_id, entry.object_pk) == (admin.pk, str(visitor.pk))
    assert as_admin.get(f"/api/users/{'0' * 24}/data").status_code == 404


@pytest.fixture
def zelda(db) -> User:
    return UserFactory(email="zelda@example.com", first_name="Zelda", last_name="Quintero")


@pytest.fixture
def as_zelda(zelda):
    return signed_in(zelda)


def change_address(client, email: str) -> None:
    assert client.put("/api/users/profile", {"email": email}, format="json").status_code == 200


def delete_account(client) -> None:
    assert client.delete("/api/users/profile", {"currentPw": PASSWORD}, format="json").status_code == 200


def dump_rows(*querysets) -> str:
    return "".join(serializers.serialize("json", rows.order_by("pk")) for rows in querysets)


@pytest.fixture
def zeldas_data(as_zelda, zelda, as_admin, date) -> list:
    """Zelda's order, refund, emails and audit entries, with an email address that she has changed since."""
    order = create_test_order(as_zelda, date)
    as_admin.put(f"/api/users/{zelda.public_id}", {"lastName": "Quintero-Ruiz"}, format="json")
    as_admin.post(f"/api/orders/{order['_id']}/refund", {"reason": "zelda@example.com wrote."}, format="json")
    change_address(as_zelda, "zelda.ruiz@example.com")
    rows = [
        Outgoing.objects.filter(pk__in=[mail.pk for mail in Outgoing.objects.all()]),
        LogEntry.objects.filter(pk__in=[entry.pk for entry in LogEntry.objects.all()]),
        Refund.objects.all(),
    ]
    assert "zelda@example.com" in dump_rows(rows[0])
    assert "zelda@example.com" in dump_rows(rows[1])
    return rows


@pytest.mark.parametrize("back", [True, False])
def test_an_account_with_a_reused_address_exports_and_erases_nothing_of_its_former_user(as_visitor, zeldas_data, back):
    before = dump_rows(*zeldas_data)
    change_address(as_visitor, "ZELDA@example.com")
    if back:
        change_address(as_visitor, "ana@example.com")

    data = as_visitor.get(OWN).json()
    delete_account(as_visitor)

    assert "Lantern Night" not in json.dumps(data)
    subjects = [mail["subject"].partition(" –")[0] for mail in data["mails"]]
    assert subjects == ["Your email address was changed"] * (1 + back)
    assert dump_rows(*zeldas_data) == before


def test_emails_to_a_former_address_are_exported_and_erased(as_zelda, zelda, zeldas_data):
    data = as_zelda.get(OWN).json()
    assert {mail["to"] for mail in data["mails"]} == {"zelda@example.com"}
    assert any("Lantern Night" in mail["text"] for mail in data["mails"])

    delete_account(as_zelda)

    assert "zelda" not in dump_rows(*zeldas_data).lower()


def test_a_deleted_admin_is_anonymized_in_entries_about_others(as_admin, admin, as_visitor, visitor):
    """Both have the same first name, and the visitor's new address is a former one of the admin's."""
    UserFactory(is_staff=True)
    as_admin.put(f"/api/users/{visitor.public_id}", {"firstName": "Sam", "lastName": "Staff"}, format="json")
    entry = LogEntry.objects.filter(object_pk=str(visitor.pk))
    before = dump_rows(entry)

    delete_account(as_admin)

    stand_in = f"deleted-{admin.public_id}@deleted.invalid"
    assert dump_rows(entry) == before.replace(f'"actor_email": "{admin.email}"', f'"actor_email": "{stand_in}"')
    assert entry.get().changes == {"first_name": ["Ana", "Sam"], "last_name": ["Diaz", "Staff"]}


@pytest.mark.parametrize("name", ["Refund", "0.00"])
def test_a_name_that_is_also_a_word_of_the_shop_erases_no_other_text(as_zelda, zelda, as_admin, date, name):
    as_zelda.put("/api/users/profile", {"firstName": name, "lastName": "Quintero"}, format="json")
    order = create_test_order(as_zelda, date)
    as_admin.post(f"/api/orders/{order['_id']}/refund", {"reason": "Quintero was ill."}, format="json")
    entries = LogEntry.objects.filter(content_type__model="order")
    before = dump_rows(entries)

    delete_account(as_zelda)

    stand_in = f"deleted-{zelda.public_id}@deleted.invalid"
    assert dump_rows(entries) == before.replace("Quintero was", "[deleted] was").replace(zelda.email, stand_in)


def test_staff_do_not_export_changes_of_others_orders(as_admin, admin, as_visitor, date):
    order = create_test_order(as_visitor, date)
    as_admin.post(f"/api/orders/{order['_id']}/refund", {"reason": "Flooded."}, format="json")

    records = as_admin.get(OWN).json()["records"]

    assert [(record["did"], "changes" in record) for record in records] == [("refund requested", False)]


def test_audit_entries_about_emails_contain_no_address(admin, as_visitor, date):
    create_test_order(as_visitor, date)
    mail = Outgoing.objects.get(kind="order_paid")

    send_again(message_ids=[mail.pk], by=admin)

    entry = LogEntry.objects.get(additional_data__did="message sent again")
    assert entry.object_repr == f"order_paid {mail.public_id} (waiting)"


def test_erased_emails_are_not_sent_again(admin, as_visitor, date):
    create_test_order(as_visitor, date)
    mail = Outgoing.objects.get(kind="order_paid")
    delete_account(as_visitor)

    assert send_again(message_ids=[mail.pk], by=admin) == 0

    mail.refresh_from_db()
    assert mail.next_try_at is None


def test_every_email_is_owned_by_the_account_it_is_about(as_visitor, visitor, as_admin, admin, date):
    """Also the email to a former address, which may belong to another user by then."""
    seats = BookingFactory(occurrence=date, user=visitor)
    order = create_test_order(as_visitor, date)
    as_admin.post(f"/api/orders/{order['_id']}/refund", {"reason": "Flooded."}, format="json")
    signed_in().post("/api/users/forgot-password", {"email": "ANA@example.com"}, format="json")
    as_admin.put("/api/users/reset-password", {"userId": visitor.public_id}, format="json")
    as_admin.put(f"/api/users/{visitor.public_id}", {"email": "anna@example.com"}, format="json")
    SecondFactor.objects.create(user=visitor, secret="JBSWY3DPEHPK3PXP" * 2, confirmed_at=timezone.now())
    as_admin.delete(f"/api/users/{visitor.public_id}/second-factor")
    cancel_and_refund(as_admin, date)

    owners = dict(Outgoing.objects.values_list("kind", "owner_id"))

    assert seats.user == visitor
    accounts = ["password_link", "password_reset", "email_changed", "second_factor_changed"]
    assert owners == dict.fromkeys(["order_paid", "order_refunded", "date_canceled", *accounts], visitor.pk)
