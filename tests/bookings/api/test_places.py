"""/api/places, and the place of an event."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from charityshop.audit import entries_about
from events.models import Event, Occurrence, Place
from tests.bookings.events import cancel_date, create_event, json_time, save
from tests.support.factories import EventFactory, OccurrenceFactory, PlaceFactory, in_days

KETTLE = "Copper Kettle Brewing, 12 Dock St"


def put(client: APIClient, place: Place, **fields: Any) -> Any:
    return client.put(f"/api/places/{place.public_id}", fields, format="json")


def merge(client: APIClient, place: Place, into: Place) -> Any:
    return client.post(f"/api/places/{place.public_id}/merge", {"into": into.public_id}, format="json")


def get_seen(client: APIClient, event: Event) -> tuple[str, str]:
    """Return where the event's page and its row in the list of dates say that it is."""
    (row,) = client.get(f"/api/products?view=dates&name={event.name}").json()["products"]
    return client.get(f"/api/products/{event.public_id}").json()["eventLocation"], row["eventLocation"]


# --- The specification's text ----------------------------------------------------------------------------------------


def test_a_new_text_makes_a_place_and_the_same_text_finds_it(as_admin: APIClient) -> None:
    first, second = (create_event(as_admin, name=name, eventLocation="Fermata, 3 Pine St, Salem") for name in "ab")

    place = Place.objects.get(name="Fermata")
    assert (place.address, place.text) == ("3 Pine St, Salem", "Fermata, 3 Pine St, Salem")
    assert first.place == second.place == place
    assert get_seen(as_admin, first) == (place.text, place.text)


@pytest.mark.parametrize("text", ["Upstairs", ", 12 Main St", "Upstairs,", "12 Main St,Salem", "x" * 300])
def test_a_text_stays_as_it_was_written(as_admin: APIClient, text: str) -> None:
    event = create_event(as_admin, eventLocation=text)

    assert get_seen(as_admin, event) == (text, text)
    assert event.place.name


def test_an_event_without_a_place_is_at_the_default_one(as_admin: APIClient) -> None:
    event = create_event(as_admin, eventLocation="Fermata")

    assert save(as_admin, event, eventLocation="").json()["eventLocation"] == "Default"


def test_an_event_is_at_the_place_that_was_chosen(as_admin: APIClient) -> None:
    event, place = create_event(as_admin), PlaceFactory(step_free=True, access_note="Ring.")

    product = save(as_admin, event, placeId=place.public_id).json()

    assert (product["eventLocation"], product["placeId"]) == (KETTLE, place.public_id)
    assert (product["stepFree"], product["parking"], product["accessNote"]) == (True, False, "Ring.")


def test_visitors_do_not_read_the_id_of_a_place(as_anonymous: APIClient) -> None:
    event = OccurrenceFactory().event

    assert "placeId" not in as_anonymous.get(f"/api/products/{event.public_id}").json()


def test_a_preview_makes_no_place(as_admin: APIClient) -> None:
    event = create_event(as_admin)

    answer = as_admin.post(f"/api/products/{event.public_id}/preview", {"eventLocation": "Fermata"}, format="json")

    assert answer.status_code == 200
    assert not Place.objects.filter(name="Fermata").exists()


@pytest.mark.parametrize("place_id", ["", "x", "0" * 24, None])
def test_an_unknown_place_is_refused_at_the_field(as_admin: APIClient, place_id: Any) -> None:
    answer = save(as_admin, create_event(as_admin), placeId=place_id)

    assert (answer.status_code, list(answer.json()["errors"])) == (400, ["placeId"])


def test_a_hidden_place_is_not_chosen_but_events_stay_there(as_admin: APIClient) -> None:
    place = PlaceFactory(hidden_at=in_days(-1))
    there, elsewhere = EventFactory(place=place), create_event(as_admin)

    answer = save(as_admin, elsewhere, placeId=place.public_id)

    assert answer.json()["errors"] == {"placeId": ["This place is hidden. Choose another."]}
    assert save(as_admin, there, placeId=place.public_id, category="League").status_code == 200


def test_the_text_of_a_hidden_place_shows_it_again(as_admin: APIClient) -> None:
    place = PlaceFactory(hidden_at=in_days(-1))

    save(as_admin, create_event(as_admin), eventLocation=KETTLE)

    place.refresh_from_db()
    assert not place.is_hidden


# --- The list of places ----------------------------------------------------------------------------------------------


def test_staff_list_places_by_name_with_what_is_there(as_admin: APIClient) -> None:
    kettle = EventFactory().place
    PlaceFactory(name="Attic", address="", seats=16, tax_rate="0.0825", hidden_at=in_days(-1))

    rows = as_admin.get("/api/places").json()["places"]

    assert rows == [
        {
            "_id": Place.objects.get(name="Attic").public_id, "name": "Attic", "address": "", "text": "Attic",
            "seats": 16, "taxRate": 0.0825, "stepFree": False, "accessibleToilet": False, "quietCorner": False,
            "parking": False, "accessNote": "", "contactEmail": "", "hidden": True, "events": 0,
            "dates": 0,
        },
        {
            "_id": kettle.public_id, "name": "Copper Kettle Brewing", "address": "12 Dock St", "text": KETTLE,
            "seats": None, "taxRate": None, "stepFree": False, "accessibleToilet": False, "quietCorner": False,
            "parking": False, "accessNote": "", "contactEmail": "", "hidden": False, "events": 1,
            "dates": 0,
        },
    ]  # fmt: skip


def test_a_new_place_needs_only_a_name(as_admin: APIClient) -> None:
    answer = as_admin.post("/api/places", {"name": "Attic"}, format="json")

    assert (answer.status_code, answer.json()["text"], answer.json()["seats"]) == (201, "Attic", None)


BAD = [
    *(("name", name) for name in (None, "", " \u200b", "x" * 10_000)),
    *(("seats", seats) for seats in (0, -1, 100_001, 1.5, "many", True, 10**400)),
    *(("taxRate", rate) for rate in (-1, 1, 100, "0.5 %", "12,5 %", "NaN", "1e-9", 0.12345678, True, "9" * 2000)),
    ("address", "x" * 10_000),
    ("accessNote", "x" * 10_000),
    ("contactEmail", "nobody"),
    ("hidden", "perhaps"),
]


@pytest.mark.parametrize(("field", "value"), BAD)
def test_bad_input_is_a_sentence_at_the_field(as_admin: APIClient, field: str, value: Any) -> None:
    place = PlaceFactory()

    for answer in (
        as_admin.post("/api/places", {"name": "Attic", field: value}, format="json"),
        put(as_admin, place, **{field: value}),
    ):
        assert answer.status_code == 400, answer.content
        ((name, (sentence, *_)),) = answer.json()["errors"].items()
        assert (name, sentence[-1], len(sentence) < 200) == (field, ".", True)
    assert list(Place.objects.values_list("name", "revision")) == [(place.name, 0)]


def test_control_signs_in_a_name_become_spaces(as_admin: APIClient) -> None:
    answer = as_admin.post("/api/places", {"name": "The\x07\nAttic\u202e"}, format="json")

    assert answer.json()["name"] == "The Attic"


def test_two_places_do_not_have_the_same_text(as_admin: APIClient) -> None:
    PlaceFactory(name="Attic", address="2 Main St, Salem")

    answer = as_admin.post("/api/places", {"name": "Attic, 2 Main St", "address": "Salem"}, format="json")

    assert (answer.status_code, list(answer.json()["errors"])) == (400, ["name"])


# --- Changes ---------------------------------------------------------------------------------------------------------


def test_what_changes_at_a_place_changes_for_all_its_events_and_calendars(as_admin: APIClient) -> None:
    date = OccurrenceFactory()

    answer = put(as_admin, date.event.place, name="The Kettle", parking=True)

    assert answer.json()["text"] == "The Kettle, 12 Dock St"
    assert get_seen(as_admin, date.event) == ("The Kettle, 12 Dock St",) * 2
    before, event = date.event.revision, Event.objects.get()
    assert event.revision == before + 1
    assert "LOCATION:The Kettle\\, 12 Dock St" in as_admin.get("/calendar.ics").content.decode()
    entry = entries_about(event.place).last()
    assert entry is not None
    assert entry.changes.keys() == {"name", "parking"}


def test_a_date_has_at_most_the_seats_of_its_place(as_admin: APIClient) -> None:
    event, place = create_event(as_admin, maximumEventCapacity=20), PlaceFactory(seats=16)

    for fields in ({"placeId": place.public_id}, {"eventLocation": KETTLE}):
        answer = save(as_admin, event, **fields)
        sentence = "Copper Kettle Brewing has 16 seats. Enter 16 or fewer."
        assert (answer.status_code, answer.json()["errors"]) == (400, {"maximumEventCapacity": [sentence]})
    assert save(as_admin, event, placeId=place.public_id, maximumEventCapacity=16).status_code == 200
    assert save(as_admin, event, maximumEventCapacity=17).status_code == 400
    answer = as_admin.post("/api/products", {"placeId": place.public_id, "maximumEventCapacity": 17}, format="json")
    assert answer.status_code == 400


def test_a_place_does_not_get_fewer_seats_than_its_dates(as_admin: APIClient) -> None:
    date = OccurrenceFactory(event__name="Draft")

    answer = put(as_admin, date.event.place, seats=23)

    sentence = "Draft has 24 seats, and Copper Kettle Brewing 23. Lower them first."
    assert answer.json()["errors"] == {"seats": [sentence]}
    assert put(as_admin, date.event.place, seats=24).status_code == 200


def test_a_series_without_a_date_to_come_keeps_the_seats_that_it_gives_its_dates(as_admin: APIClient) -> None:
    place = EventFactory(name="Draft", is_recurring=True, repeat_interval="weekly").place

    answer = put(as_admin, place, seats=23)

    sentence = "Draft has 24 seats, and Copper Kettle Brewing 23. Lower them first."
    assert answer.json()["errors"] == {"seats": [sentence]}


def test_a_canceled_date_is_not_brought_back_with_more_seats_than_its_place_has_by_now(as_admin: APIClient) -> None:
    date = OccurrenceFactory()
    cancel_date(date)
    assert put(as_admin, date.event.place, seats=23).status_code == 200
    path, start = f"/api/products/{date.event.public_id}", {"startTime": json_time(date.starts_at)}

    answer = as_admin.post(f"{path}/unsnooze", start, format="json")

    assert (answer.status_code, answer.json()["code"]) == (409, "over_capacity"), answer.content
    date.refresh_from_db()
    assert not date.takes_place


def test_an_event_gets_no_new_date_with_more_seats_than_its_place_has_by_now(as_admin: APIClient) -> None:
    past = {"starts_at": in_days(-7), "ends_at": in_days(-7, hours=3)}
    event = OccurrenceFactory(event=EventFactory(**past), **past).event
    assert put(as_admin, event.place, seats=23).status_code == 200

    path, later = f"/api/products/{event.public_id}", {"startTime": in_days(7), "endTime": in_days(7, hours=3)}

    assert as_admin.put(path, {"description": "Bring dice"}, format="json").status_code == 200
    answer = as_admin.put(path, {name: json_time(value) for name, value in later.items()}, format="json")

    sentence = "Copper Kettle Brewing has 23 seats. Enter 23 or fewer."
    assert (answer.status_code, answer.json().get("errors")) == (400, {"maximumEventCapacity": [sentence]})


def test_an_event_has_no_more_seats_than_the_own_place_of_one_of_its_dates(as_admin: APIClient) -> None:
    date = OccurrenceFactory(place=PlaceFactory(name="Attic", address="", seats=24))

    answer = save(as_admin, date.event, maximumEventCapacity=25)

    (sentence,) = answer.json()["errors"]["maximumEventCapacity"]
    assert sentence.endswith(" is at Attic, which has 24 seats. Give it its own number first.")
    Occurrence.objects.update(seats=24)
    assert save(as_admin, date.event, maximumEventCapacity=25).status_code == 200


def test_a_place_that_was_never_used_can_be_deleted_and_no_other(as_admin: APIClient) -> None:
    used, unused = EventFactory().place, PlaceFactory(name="Attic")

    assert as_admin.delete(f"/api/places/{unused.public_id}").status_code == 204
    answer = as_admin.delete(f"/api/places/{used.public_id}")

    assert (answer.status_code, answer.json()["code"]) == (409, "place_in_use")
    assert answer.json()["message"].startswith("1 event is at Copper Kettle Brewing.")
    assert list(Place.objects.all()) == [used]


# --- Two that are one ------------------------------------------------------------------------------------------------


def test_events_and_dates_follow_when_places_are_merged(as_admin: APIClient) -> None:
    place, into = PlaceFactory(name="Kettle", address=""), PlaceFactory()
    event = OccurrenceFactory(event__place=place, event__name="a").event
    date = OccurrenceFactory(place=place, event__place__name="Attic", event__name="b")

    answer = merge(as_admin, place, into)

    assert (answer.json()["_id"], answer.json()["events"], answer.json()["dates"]) == (into.public_id, 1, 1)
    date.refresh_from_db()
    place.refresh_from_db()
    assert (get_seen(as_admin, event), date.venue) == ((KETTLE, KETTLE), into)
    assert place.is_hidden
    assert Event.objects.get(pk=event.pk).revision == 1
    entry = entries_about(place).last()
    assert entry is not None
    assert entry.additional_data["into"] == KETTLE


def test_a_place_is_not_merged_with_itself_a_hidden_or_a_smaller_one(as_admin: APIClient) -> None:
    place = OccurrenceFactory().event.place
    hidden, small = PlaceFactory(name="a", hidden_at=in_days(-1)), PlaceFactory(name="b", seats=23)

    for into in (place, hidden, small):
        answer = merge(as_admin, place, into)
        assert (answer.status_code, list(answer.json()["errors"])) == (400, ["into"])
    gone = as_admin.post(f"/api/places/{place.public_id}/merge", {"into": "0" * 24}, format="json")
    assert gone.status_code == 404
    assert Event.objects.get().place == place


# --- Dates that are elsewhere ----------------------------------------------------------------------------------------


def test_lists_of_dates_are_filtered_by_where_the_date_is(as_anonymous: APIClient) -> None:
    date = OccurrenceFactory(event__name="Draft", place=PlaceFactory(name="Attic", address=""))

    for query, names in {"eventLocation=Attic": ["Draft"], "keyword=attic": ["Draft"], "keyword=dock": []}.items():
        answer = as_anonymous.get(f"/api/products?view=dates&{query}").json()
        assert [row["name"] for row in answer["products"]] == names, query
        assert answer["facets"]["eventLocation"] == ["Attic"]
    assert date.event.place.name == "Copper Kettle Brewing"


def test_a_list_takes_as_many_queries_with_many_places(as_anonymous: APIClient) -> None:
    counts = []
    for number in (1, 12):
        for each in range(number):
            place = PlaceFactory(name=f"{number} {each}")
            OccurrenceFactory(event__place=place, place=PlaceFactory(name=f"Attic {number} {each}"))
        for view in ("events", "dates", "upcoming"):
            with CaptureQueriesContext(connection) as queries:
                as_anonymous.get(f"/api/products?view={view}")
            counts.append(len(queries))

    assert counts[:3] == counts[3:]
