"""GET /api/users/profile/data and /api/users/{id}/data: export all personal data about a user."""

import json

import pytest
from auditlog.models import LogEntry
from django.test import Client
from django.utils import timezone

from accounts.models import SecondFactor, User
from bookings.models import Booking
from charityshop.mail.delivery import send_due_mails
from charityshop.models import OutgoingMail
from tests.changes.message_calls import send_message
from tests.orders.api_calls import create_order, pay_test_order
from tests.orders.waiting_lists import create_full_date, join
from tests.support.factories import (
    PASSWORD,
    BookingFactory,
    GuestFactory,
    MembershipFactory,
    OccurrenceFactory,
    UserFactory,
    in_days,
)
from tests.support.paid_orders import create_test_order

OWN = "/api/users/profile/data"
ADDRESS = {"fName": "Ana", "lName": "Diaz", "address": "7 Hyrule Rd", "city": "Portland"}


@pytest.fixture
def date(db):
    return OccurrenceFactory(event__maximum_event_capacity=50, event__name="Lantern Night")


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
    assert [(each["_id"], each["shippingAddress"]["address"]) for each in data["orders"]] == [
        (order["_id"], "7 Hyrule Rd")
    ]
    assert data["orders"][0]["orderItems"][0]["name"] == "Lantern Night"
    assert data["orders"][0]["refundReasons"] == [{"amount": 0.0, "reason": "Ana was ill."}]
    assert [(each["event"], each["seats"]) for each in data["bookingsMadeByStaff"]] == [("Lantern Night", 3)]
    assert [(each["event"], each["seats"], each["status"]) for each in data["waitingLists"]] == [
        ("Full Night", 2, "waiting")
    ]
    assert [each["device"] for each in data["signedInOn"]]
    assert any("Lantern Night" in mail["text"] for mail in data["mails"])
    changed = next(each for each in data["records"] if each["did"] == "account changed")
    assert (changed["by"], changed["changes"]) == ("staff", {"last_name": ["Diaz", "Diaz-Ruiz"]})


def test_an_email_that_is_not_sent_yet_is_exported_as_it_will_be_sent(as_visitor, order):
    waiting = next(mail for mail in as_visitor.get(OWN).json()["mails"])
    assert not OutgoingMail.objects.exclude(text="").exists()

    send_due_mails(now=timezone.now())

    sent = OutgoingMail.objects.get()
    assert sent.sent_at
    assert (waiting["subject"], waiting["text"]) == (sent.subject, sent.text)
    assert "Lantern Night" in waiting["text"]


def test_an_email_that_cannot_be_rendered_does_not_stop_the_export(as_visitor, order, caplog):
    OutgoingMail.objects.update(about="0" * 24)

    assert [mail["text"] for mail in as_visitor.get(OWN).json()["mails"]] == [""]


def test_every_table_with_a_reference_to_the_user_is_exported(as_visitor, visitor, order):
    """A new table with a reference to users fails here, because exports have to include it."""
    relations = User._meta.get_fields(include_hidden=True)
    related = {each.related_model.__name__ for each in relations if each.auto_created and not each.concrete}

    exported = {"Booking", "Change", "Entry", "LogEntry", "Membership", "Message", "Order", "Refund"}
    exported |= {"SecondFactor", "Session", "SignInPlace"}
    # Keys with a hash; unused permissions; what staff did with dates and in the ledger, which the audit log has
    not_personal = {"PlacedRequest", "User_groups", "User_user_permissions", "DateChange", "Night", "Month"}
    not_personal |= {"SettlementExplanation"}
    assert related == exported | not_personal


def test_the_export_has_the_membership(as_visitor, visitor):
    MembershipFactory(user=visitor, number="M-7")

    assert as_visitor.get(OWN).json()["membership"]["number"] == "M-7"


def test_the_export_contains_no_data_of_others_and_no_secret(
    as_visitor, visitor, other_visitor, as_other_visitor, admin, date, order
):
    create_test_order(as_other_visitor, date)
    factor = SecondFactor.objects.create(user=visitor, secret="JBSWY3DPEHPK3PXP" * 2, confirmed_at=in_days(0))
    secret = {"kind": "password_link", "subject": "Set a new password", "text": "https://shop/reset?token=SECRETTOKEN"}
    OutgoingMail.objects.create(to=visitor.email, owner_id=visitor.pk, is_secret=True, give_up_at=in_days(1), **secret)

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


def test_staff_actions_on_others_are_exported_without_the_others_data(as_admin, admin, visitor):
    as_admin.put(f"/api/users/{visitor.public_id}", {"lastName": "Quintero"}, format="json")

    data = as_admin.get(OWN).json()

    assert [each["did"] for each in data["records"] if each["by"] == "you"] == ["account changed"]
    assert "Quintero" not in json.dumps(data)
    assert visitor.email not in json.dumps(data)


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


def test_the_console_links_to_the_export(visitor):
    client = Client(SERVER_NAME="localhost")
    client.force_login(UserFactory(is_staff=True, is_superuser=True))

    page = client.get(f"/admin-console/accounts/user/{visitor.pk}/change/").content.decode()

    assert f'<a href="/api/users/{visitor.public_id}/data" download>' in page


def test_a_deleted_account_has_no_data_left_to_export(as_visitor, visitor, as_admin, order):
    assert as_visitor.delete("/api/users/profile", {"currentPw": PASSWORD}, format="json").status_code == 200

    text = as_admin.get(f"/api/users/{visitor.public_id}/data").content.decode()

    for word in ("ana@example.com", "Diaz", "7 Hyrule Rd"):
        assert word not in text
