"""A phone reads what a link is for, signs in with its PIN, and proves who it is when it enters again."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.utils import timezone

from door.models import Move, Phone
from events.datetimes import format_utc
from events.models import Event, Occurrence
from events.services.places import find_or_make_place
from orders.models import Order
from tests.changes.change_calls import begin_cancel, move
from tests.door.phones import DoorClient, PhoneClient, create_date, get_key
from tests.door.till_calls import TillClient, build_sale, get_door
from tests.support.factories import OccurrenceFactory, in_days

REFUSED = {"message": "That link and PIN do not go together.", "code": "door_refused"}
SECRET = settings.DOOR_DEVICE_COOKIE_NAME


def get_answer(answer):
    return answer.status_code, answer.json()


# --- The link --------------------------------------------------------------------------------------------------------


def test_a_link_names_its_event_date_and_place_without_its_pin(door):
    Event.objects.update(place=find_or_make_place("The Bean, 1 Main St, Port Alder", by=None))

    answer = PhoneClient().read_link(door.link)

    times = {"startTime": format_utc(door.date.starts_at), "endTime": format_utc(door.date.ends_at)}
    shown = {"name": door.date.event.name, "place": "The Bean", "isCanceled": False}
    assert get_answer(answer) == (200, times | shown)
    assert not answer.cookies
    assert not Phone.objects.exists()


@pytest.mark.parametrize(("location", "status"), [("", Event.Status.DRAFT), ("Default", Event.State.ARCHIVED)])
def test_the_link_of_an_event_without_a_place_or_out_of_sight_names_it(door, location, status):
    Event.objects.update(place=find_or_make_place(location, by=None), status=status)

    shown = PhoneClient().read_link(door.link).json()

    assert (shown["name"], shown["place"]) == (door.date.event.name, "")


def test_links_and_phones_that_entered_before_their_date_moved_open_the_door_then(as_admin, monkeypatch):
    door = DoorClient(as_admin, OccurrenceFactory(starts_at=in_days(1)))
    phone = PhoneClient()
    cookie = phone.enter(door.link).cookies["door"]
    move(as_admin, door.date, in_days(3))
    shown = PhoneClient().read_link(door.link).json()
    assert (shown["startTime"], shown["isCanceled"]) == (format_utc(in_days(3)), False)
    monkeypatch.setattr(timezone, "now", lambda: in_days(3))

    assert PhoneClient().enter(door.link).status_code == 200
    assert phone.get_list().status_code == 200
    assert timedelta(seconds=int(cookie["max-age"])) > timedelta(days=3)
    assert door.get()["links"][0]["endsAt"] == format_utc(in_days(3, hours=9))


def test_the_link_of_a_canceled_date_says_so(as_admin):
    door = DoorClient(as_admin, OccurrenceFactory(starts_at=in_days(1)))
    begin_cancel(as_admin, door.date)

    assert PhoneClient().read_link(door.link).json()["isCanceled"] is True


def end(door: DoorClient) -> None:
    ended = timezone.now() - timedelta(hours=6)
    Occurrence.objects.update(starts_at=ended - timedelta(hours=3), ends_at=ended)


SIGNED_OUT = (401, {"message": "Open the door's link again.", "code": "door_signed_out"})


@pytest.mark.parametrize(
    ("happens", "refusal"),
    [
        (end, SIGNED_OUT),
        (DoorClient.revoke, SIGNED_OUT),
        (lambda door: door.post("close"), (409, {"message": "This door is closed.", "code": "night_closed"})),
    ],
)
def test_a_link_that_is_over_names_nothing_and_signs_nobody_in_and_its_phones_out(door, happens, refusal):
    phone, other = door.phone(), PhoneClient()
    happens(door)

    assert get_answer(phone.get_list()) == refusal
    for answer in (phone.enter(door.link), other.enter(door.link), other.read_link(door.link)):
        assert get_answer(answer) == (401, REFUSED)


@pytest.mark.parametrize("wrong", [{"pin": "12345"}, {"key": "k" * 43}, {"key": "x"}, {"pin": "\u0661" * 6}])
def test_a_wrong_key_or_pin_is_refused(door, wrong):
    assert get_answer(PhoneClient().enter(door.link, **wrong)) == (401, REFUSED)
    if "key" in wrong:
        assert get_answer(PhoneClient().read_link(door.link, **wrong)) == (401, REFUSED)
    assert not Phone.objects.exists()


@pytest.mark.parametrize("key", [None, "", ["x"]])
def test_a_request_without_a_key_is_a_mistake(door, key):
    assert PhoneClient().read_link(door.link, key=key).status_code == 400


def test_a_pin_belongs_to_its_link(door):
    other = door.post("links", role="till").json()

    assert PhoneClient().enter(door.link, pin=other["pin"]).status_code == 401


# --- Limits ----------------------------------------------------------------------------------------------------------


def test_10_wrong_pins_per_hour_and_link_are_allowed(door):
    phone = PhoneClient()

    answers = [phone.enter(door.link, pin="0") for _ in range(11)]

    assert [answer.status_code for answer in answers] == [401] * 10 + [429]
    assert phone.enter(door.link).status_code == 429
    assert PhoneClient().enter(door.post("links", role="door").json()).status_code == 200


def test_keys_are_guessed_30_times_per_hour_and_address_whichever_call_is_used(door):
    phone = PhoneClient()

    answers = [phone.enter(door.link, key=f"{number}").status_code for number in range(15)]
    answers += [phone.read_link(door.link, key=f"{number}").status_code for number in range(16)]

    assert answers == [401] * 30 + [429]
    assert phone.enter(door.link, key="0").status_code == 429
    assert phone.read_link(door.link).status_code == 200
    elsewhere = {"key": get_key(door.link), "pin": door.link["pin"], "name": "Ben", "device": phone.uuid}
    answer = phone.client.post("/api/door/enter", elsewhere, format="json", REMOTE_ADDR="192.0.2.7")
    assert answer.status_code == 200


def test_reading_a_link_and_right_pins_use_up_no_try(door):
    phone = PhoneClient()

    for call in (phone.read_link, phone.enter):
        assert {call(door.link).status_code for _ in range(31)} == {200}
    assert phone.enter(door.link, pin="0").status_code == 401
    assert phone.enter(door.link).status_code == 200


# --- The phone -------------------------------------------------------------------------------------------------------


def test_the_link_and_its_pin_sign_a_phone_in_with_cookies_that_scripts_do_not_see(door):
    phone = PhoneClient("Ana")

    answer = phone.enter(door.link)

    assert answer.status_code == 200
    times = {"startTime": format_utc(door.date.starts_at), "endTime": format_utc(door.date.ends_at)}
    night = {"_id": door.id, "name": door.date.event.name} | times
    signed_in = {"role": "door", "device": phone.uuid, "now": answer.json()["now"], "night": night}
    assert answer.json() == signed_in
    for cookie in (answer.cookies["door"], answer.cookies[SECRET]):
        assert (cookie["httponly"], cookie["samesite"], cookie["path"], cookie["domain"]) == (True, "Strict", "/", "")
        assert cookie.value not in str(list(Phone.objects.values()))
    assert int(answer.cookies[SECRET]["max-age"]) == 60 * 24 * 3600


def test_a_phone_that_enters_again_keeps_its_log_and_its_earlier_cookie_is_invalid(door):
    phone = door.phone("Ana")
    phone.record(kind="guest", seats=1, note="")
    phone.send()
    before = phone.token

    phone.name = "Ben"
    phone.enter(door.link)

    listed = phone.get_list().json()
    assert listed["seen"] == {phone.uuid: 1}
    assert [entry["by"] for entry in listed["recent"]] == ["Ana"]
    phone.client.cookies["door"] = before
    assert phone.get_list().status_code == 401


def test_a_phone_signs_out_and_keeps_its_number_also_with_another_link(as_admin, door):
    phone = door.phone()
    phone.record(kind="guest", seats=1, note="")
    phone.send()
    token = phone.token

    answer = phone.client.post("/api/door/leave", {}, format="json")

    assert (answer.status_code, answer.cookies["door"]["max-age"]) == (204, 0)
    phone.client.cookies["door"] = token
    assert phone.get_list().status_code == 401
    door.revoke()
    assert phone.enter(door.post("links", role="till").json()).json()["device"] == phone.uuid
    assert phone.get_list().json()["seen"] == {phone.uuid: 1}


def test_a_phone_that_sends_the_number_of_another_gets_a_new_one(as_admin, till, door_id, tonight):
    """The till stays signed in, with its role, its seats and its numbers."""
    till.keep(2)
    stranger = TillClient(as_admin, door_id, role="door", uuid=till.uuid)

    assert stranger.uuid != till.uuid
    assert till.get_list()["allotment"] == 2
    assert [phone["role"] for phone in get_door(as_admin, door_id)["devices"]] == ["till", "door"]
    assert stranger.report({"kind": "guest", "seats": 1, "note": ""})[0]["answer"] == "stored"
    assert till.report(build_sale())[0]["answer"] == "stored"
    assert Order.objects.count() == 1


def test_another_phone_of_that_number_at_another_date_cannot_send_for_this_one(as_admin, door):
    phone = door.phone()
    other = DoorClient(as_admin, create_date())
    stranger = PhoneClient("Ben")
    assert stranger.enter(other.link, device=phone.uuid).status_code == 200
    stranger.uuid = phone.uuid

    (result,) = stranger.send(
        phone.record(kind="guest", seats=9, note=""), original={"device": phone.uuid, "night": door.id}
    )

    assert result["code"] == "bad_device"
    assert door.get()["in"] == 0
    assert phone.enter(other.link).json()["device"] != phone.uuid


def test_a_secret_that_the_shop_did_not_give_is_replaced(door):
    phone, stranger = PhoneClient(), PhoneClient()
    for each in (phone, stranger):
        each.client.cookies[SECRET] = "chosen by somebody"

    assert phone.enter(door.link).cookies[SECRET].value != "chosen by somebody"
    assert stranger.enter(door.link, device=phone.uuid).json()["device"] != phone.uuid


# --- Entries that were made under an earlier number ------------------------------------------------------------------


def test_entries_under_a_number_that_a_phone_cannot_prove_are_kept_for_the_organizer(door):
    phone = door.phone()
    phone.record(kind="guest", seats=1, note="Sent before")
    phone.send()
    phone.record(kind="guest", seats=2, note="The band")
    phone.client.cookies.clear()
    earlier, phone.uuid = phone.uuid, phone.enter(door.link).json()["device"]

    for _ in range(2):
        results = phone.send(original={"device": earlier, "night": door.id})
        answers = [(each["answer"], each.get("code")) for each in results]
        assert answers == [("repeated", None), ("unusable", "bad_device")]

    (kept,) = door.get()["unusable"]
    assert (kept["by"], kept["code"], kept["amount"]) == ("Ana", "bad_device", None)
    assert "The band" in kept["sent"]
    assert door.get()["in"] == 1


def test_a_queue_of_another_date_is_sent_with_tonights_link_and_counts_there(as_admin, till, door_id, tonight):
    till.keep(2)
    later = DoorClient(as_admin, create_date())
    entry = {"seq": 1, "at": till.at} | build_sale()
    assert as_admin.delete(f"/api/door/links/{till.link}").status_code == 204
    phone = PhoneClient()
    phone.client, phone.uuid = till.client, till.uuid
    assert phone.enter(later.link).json()["device"] == till.uuid

    results = [phone.send(entry, original={"device": till.uuid, "night": door_id}) for _ in range(2)]

    assert [result["answer"] for (result,) in results] == ["stored", "repeated"]
    assert (Order.objects.get().lines.get().booking.occurrence, Move.objects.count()) == (tonight, 1)
