"""A phone that enters again proves who it is by a secret that it got when it entered first."""

import pytest
from django.conf import settings

from door.models import Device, Move
from orders.models import Order
from tests.door.phones import Door, create_date
from tests.door.phones import Phone as DoorPhone
from tests.door.till_calls import Phone, build_sale, get_night

pytestmark = pytest.mark.django_db
SECRET = settings.DOOR_DEVICE_COOKIE_NAME


def test_the_secret_is_in_a_cookie_that_scripts_do_not_see_and_outlives_the_link(door):
    answer = DoorPhone().enter(door.link)

    cookie = answer.cookies[SECRET]
    assert (cookie["httponly"], cookie["samesite"], cookie["path"], cookie["domain"]) == (True, "Strict", "/", "")
    assert int(cookie["max-age"]) == 60 * 24 * 3600
    assert cookie.value not in str(list(Device.objects.values()))


def test_whoever_sends_the_number_of_another_phone_gets_a_new_one(as_admin, till, night, tonight):
    """The till stays signed in, with its role, its seats and its numbers."""
    till.keep(2)
    stranger = Phone(as_admin, night, role="door", uuid=till.uuid)

    assert stranger.uuid != till.uuid
    assert till.get_list()["allotment"] == 2
    assert [phone["role"] for phone in get_night(as_admin, night)["devices"]] == ["till", "door"]
    assert stranger.report({"kind": "guest", "seats": 1, "note": ""})[0]["answer"] == "stored"
    assert till.report(build_sale())[0]["answer"] == "stored"
    assert Order.objects.count() == 1


def test_a_phone_keeps_its_number_through_signing_out_revocation_and_other_links(as_admin, door):
    phone = door.phone()
    phone.record(kind="guest", seats=1, note="")
    phone.send()
    phone.client.post("/api/door/leave", {}, format="json")
    as_admin.delete(f"/api/door/links/{door.link['_id']}")

    answer = phone.enter(door.post("links", role="till").json())

    assert answer.json()["device"] == phone.uuid
    assert phone.get_list().json()["seen"] == {phone.uuid: 1}


def test_another_phone_of_that_number_at_another_date_cannot_send_for_this_one(as_admin, door):
    phone = door.phone()
    other = Door(as_admin, create_date())
    stranger = DoorPhone("Ben")
    assert stranger.enter(other.link, device=phone.uuid).status_code == 200
    stranger.uuid = phone.uuid

    (result,) = stranger.send(
        phone.record(kind="guest", seats=9, note=""), original={"device": phone.uuid, "night": door.id}
    )

    assert result["code"] == "bad_device"
    assert door.get()["in"] == 0
    assert phone.enter(other.link).json()["device"] != phone.uuid


def test_a_secret_that_the_shop_did_not_give_is_replaced(door):
    phone = DoorPhone()
    phone.client.cookies[SECRET] = "chosen by somebody"

    assert phone.enter(door.link).cookies[SECRET].value != "chosen by somebody"
    stranger = DoorPhone()
    stranger.client.cookies[SECRET] = "chosen by somebody"
    assert stranger.enter(door.link, device=phone.uuid).json()["device"] != phone.uuid


# --- Entries that were made under an earlier number ------------------------------------------------------------------


def lose_cookies(phone, link):
    """Return the phone as it enters after its cookies were deleted."""
    phone.client.cookies.clear()
    earlier = phone.uuid
    phone.uuid = phone.enter(link).json()["device"]
    return earlier


def test_entries_under_a_number_that_a_phone_cannot_prove_are_kept_for_the_organizer(door):
    phone = door.phone()
    phone.record(kind="guest", seats=1, note="Sent before")
    phone.send()
    phone.record(kind="guest", seats=2, note="The band")
    earlier = lose_cookies(phone, door.link)

    for _ in range(2):
        results = phone.send(original={"device": earlier, "night": door.id})
        assert [(each["answer"], each.get("code")) for each in results] == [
            ("repeated", None),
            ("unusable", "bad_device"),
        ]

    (kept,) = door.get()["unusable"]
    assert (kept["by"], kept["code"], kept["amount"]) == ("Ana", "bad_device", None)
    assert "The band" in kept["sent"]
    assert door.get()["in"] == 1


def test_a_queue_of_another_date_is_sent_with_tonights_link_and_counts_there(as_admin, till, night, tonight):
    till.keep(2)
    earlier = get_night(as_admin, night)["_id"]
    later = Door(as_admin, create_date())
    entry = {"seq": 1, "at": till.at} | build_sale()
    assert as_admin.delete(f"/api/door/links/{till.link}").status_code == 204
    phone = DoorPhone()
    phone.client, phone.uuid = till.client, till.uuid
    assert phone.enter(later.link).json()["device"] == till.uuid

    results = [phone.send(entry, original={"device": till.uuid, "night": earlier}) for _ in range(2)]

    assert [result["answer"] for (result,) in results] == ["stored", "repeated"]
    assert (Order.objects.get().lines.get().booking.occurrence, Move.objects.count()) == (tonight, 1)
