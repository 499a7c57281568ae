"""What an event asks its guests: staff set the questions, tickets answer them, and staff read who needs what."""

import csv
import io
from typing import Any

import pytest
from django.utils import timezone

from bookings.models import Answer, Booking, Pass, Question
from bookings.services.passes import replace_pass, split_pass
from bookings.services.questions import ANSWERS_KEPT, erase_seat_answers
from events.models import Event, Occurrence
from tests.bookings.seat_links import claim_ticket, create_token, get_token, give_back
from tests.conftest import signed_in
from tests.door.phones import DoorClient
from tests.support.answers import json_of
from tests.support.factories import PASSWORD, BookingFactory, EventFactory, GuestFactory, OccurrenceFactory, in_days

DECK = {"_id": "d" * 24, "text": "Do you need a deck?", "choices": ["need a deck", "bring one"], "together": False}
FIRST = {"_id": "f" * 24, "text": "First time?", "choices": ["new", "been here"], "together": True}


def ask(client: Any, event: Event, *questions: dict[str, Any], **fields: Any) -> Any:
    return client.put(f"/api/products/{event.public_id}/questions", {"questions": questions, **fields}, format="json")


def answer(code: str, choice: int | None, seat: int = 0, question: str = DECK["_id"]) -> Any:
    body = {"code": code, "seat": seat, "choice": choice}
    return signed_in().post(f"/api/questions/{question}/answer", body, format="json")


def read(*codes: str) -> Any:
    return json_of(signed_in().post("/api/questions/mine", {"codes": codes}, format="json"))["tickets"]


def read_guests(client: Any, event: Event) -> Any:
    return json_of(client.get(f"/api/products/{event.public_id}/guests"))


@pytest.fixture
def event(as_admin: Any) -> Event:
    event = OccurrenceFactory().event
    json_of(ask(as_admin, event, DECK, FIRST))
    return event


@pytest.fixture
def booking(visitor: Any, event: Event) -> Booking:
    """Ana's three seats."""
    return BookingFactory(user=visitor, seats=3, occurrence=event.occurrences.get())


@pytest.fixture
def code(booking: Booking) -> str:
    return booking.passes.get().code


def test_each_seat_of_a_ticket_is_asked_and_answers_once(event, code):
    shown = [{name: value for name, value in each.items() if name != "together"} for each in (DECK, FIRST)]
    assert read(code, "T17K2M9QXW4R8TB3CN9") == [{"code": code, "questions": shown, "answers": [[None] * 3] * 2}]

    assert [answer(code, 0), answer(code, 1), answer(code, 0, seat=2), answer(code, 1, 1, FIRST["_id"])]

    assert read(code)[0]["answers"] == [[1, None, 0], [None, 1, None]]
    assert answer(code, None).status_code == 204
    assert read(code)[0]["answers"][0] == [None, None, 0]


def test_staff_read_who_chose_what_on_guest_list_spreadsheet_and_phones(event, booking, code, as_visitor, as_admin):
    friend = Pass.objects.get(seat_link__in=[GuestFactory(booking=booking)]).code
    for each in (answer(code, 0), answer(code, 0, seat=1), answer(friend, 1), answer(friend, 0, 0, FIRST["_id"])):
        assert each.status_code == 204

    found = read_guests(as_admin, event)

    deck, first = DECK["text"], FIRST["text"]
    sums = [("2 need a deck · 1 bring one", deck), ("1 new", first)]
    assert found["answers"] == [{"question": question, "chosen": chosen} for chosen, question in sums]
    assert {each["firstName"]: [chosen["chosen"] for chosen in each["answers"]] for each in found["guests"]} == {
        "Ana": ["2 need a deck"],
        "Sam": ["1 bring one", "1 new"],
    }
    exported = as_admin.get(f"/api/products/{event.public_id}/guests/export").content.decode("utf-8-sig")
    rows = {row["First name"]: row["Answers"] for row in csv.DictReader(io.StringIO(exported))}
    assert rows["Ana"] == f"{deck} 2 need a deck"
    assert rows["Sam (guest of Ana Diaz)"] == f"{deck} 1 bring one, {first} 1 new"
    listed = json_of(DoorClient(as_admin, event.occurrences.get()).phone().get_list())
    assert listed["questions"] == [
        {name: each[name] for name in ("text", "choices", "together")} for each in (DECK, FIRST)
    ]
    assert {each["h"]: each["answers"] for each in listed["passes"]} == {
        Pass.objects.get(code=code).h: [[0, 0], [None, None]],
        Pass.objects.get(code=friend).h: [[1], [0]],
    }


@pytest.mark.parametrize(
    "changed",
    [
        [{**DECK, "choices": ["one"]}],
        [{**DECK, "choices": list("abcdefg")}],
        [{**DECK, "choices": ["Yes", "yes"]}],
        [{**DECK, "choices": ["Yes", " "]}],
        [{**DECK, "text": "x" * 81}],
        [{**DECK, "text": " "}],
        [DECK, DECK],
        [DECK, FIRST, *({**FIRST, "_id": str(number) * 24} for number in (1, 2))],
        [{**DECK, "_id": "me"}],
    ],
)
def test_an_event_asks_three_questions_at_most_with_two_to_six_different_answers(as_admin, event, changed):
    assert ask(as_admin, event, *changed).status_code == 400
    assert event.questions.count() == 2


def test_a_question_that_has_answers_can_be_ended_and_not_changed(as_admin, event, code):
    assert answer(code, 0).status_code == 204

    refused = ask(as_admin, event, {**DECK, "text": "Do you bring a deck?"}, {**FIRST, "text": "New here?"})
    assert (refused.status_code, refused.json()["code"]) == (409, "has_answers")
    assert json_of(as_admin.get(f"/api/products/{event.public_id}/questions"))["answered"] == [DECK["_id"]]
    assert list(event.questions.values_list("text", flat=True)) == [DECK["text"], FIRST["text"]]

    json_of(ask(as_admin, event, {**FIRST, "text": "New here?"}))
    assert [each["text"] for each in read(code)[0]["questions"]] == ["New here?"]
    assert read_guests(as_admin, event)["answers"][0]["chosen"] == "1 need a deck"
    assert answer(code, 1).status_code == 404
    assert ask(as_admin, event, DECK).status_code == 400

    json_of(ask(as_admin, event))
    assert [each.text for each in Question.objects.all()] == [DECK["text"]]


def test_nobody_answers_what_their_event_does_not_ask_or_for_seats_that_they_do_not_have(as_admin, event, code):
    other = BookingFactory().passes.get().code
    refused = [answer(other, 0), answer("T1", 0), answer(code, 0, question="0" * 24)]
    assert [each.status_code for each in refused] == [404] * 3
    assert [answer(code, 2).status_code, answer(code, 0, seat=3).status_code, answer(code, -1).status_code] == [400] * 3
    assert not Answer.objects.exists()
    assert read(other) == []


def test_a_friend_whose_seat_was_taken_back_neither_answers_nor_is_counted(event, booking, as_visitor, as_admin):
    ticket = claim_ticket(create_token(as_visitor, booking))
    friend = booking.passes.get(seat_link__isnull=False)
    assert answer(friend.code, 0).status_code == 204
    json_of(as_admin.delete(f"/api/links/{friend.seat_link.public_id}"))

    assert answer(friend.code, 1).status_code == 404
    assert read(friend.code) == []
    assert "answers" not in read_guests(as_admin, event)
    assert not Answer.objects.exists()

    ticket = claim_ticket(create_token(as_visitor, booking))
    assert answer(booking.passes.live().get(seat_link__isnull=False).code, 1).status_code == 204
    json_of(give_back(get_token(ticket)))
    assert not Answer.objects.exists()


@pytest.mark.parametrize("over", [{"starts_at": in_days(-0.01)}, {"status": "canceled"}])
def test_answers_can_be_changed_until_the_start_of_a_date_that_takes_place(event, code, over):
    assert answer(code, 0).status_code == 204
    Occurrence.objects.update(**over)

    assert answer(code, 1).status_code == 404
    assert read(code) == []
    assert Answer.objects.get().choice == 0


def test_seats_keep_their_answers_on_a_split_or_replaced_ticket(event, booking, code):
    for seat, choice in enumerate((0, 1, 0)):
        assert answer(code, choice, seat).status_code == 204
    split_pass(booking.passes.get(), 2, "Kim")
    replace_pass(booking.passes.get(label=""))

    live = [each.code for each in booking.passes.live().order_by("label")]
    assert {each["code"]: each["answers"][0] for each in read(*live)} == {live[0]: [0], live[1]: [1, 0]}


def test_answers_are_erased_30_days_after_the_date_and_ended_questions_with_them(as_admin, event, booking, code):
    assert answer(code, 0).status_code == 204
    json_of(ask(as_admin, event, FIRST))
    ends_at = timezone.now() - ANSWERS_KEPT
    Occurrence.objects.update(ends_at=ends_at + (timezone.now() - ends_at) / 30, starts_at=in_days(-31))
    assert erase_seat_answers() == 0

    Occurrence.objects.update(ends_at=ends_at)
    assert erase_seat_answers() == 1
    assert [each.text for each in Question.objects.all()] == [FIRST["text"]]


def test_users_export_and_delete_their_answers_and_not_those_of_friends(as_visitor, event, booking, code):
    friend = Pass.objects.get(seat_link__in=[GuestFactory(booking=booking)])
    assert [answer(code, 1).status_code, answer(friend.code, 0).status_code] == [204, 204]

    data = json_of(as_visitor.get("/api/users/profile/data"))
    assert data["answers"] == [{"question": DECK["text"], "answer": "bring one"}]

    assert as_visitor.delete("/api/users/profile", {"currentPw": PASSWORD}, format="json").status_code == 200
    assert [each.ticket for each in Answer.objects.all()] == [friend]


def test_a_cloned_event_asks_the_same_and_has_no_answers(as_admin):
    event = EventFactory()
    for text, ended_at in (("Do you need a deck?", None), ("Which bracket?", timezone.now())):
        Question.objects.create(event=event, text=text, choices=["yes", "no"], together=True, ended_at=ended_at)

    clone = as_admin.post("/api/products", {"name": "Again", "questionsOf": event.public_id}, format="json").json()

    (copy,) = Question.objects.filter(event__public_id=clone["_id"])
    assert (copy.text, copy.choices, copy.together, copy.answers.count()) == (
        "Do you need a deck?",
        ["yes", "no"],
        True,
        0,
    )
    gone = as_admin.post("/api/products", {"questionsOf": "f" * 24}, format="json")
    assert (gone.status_code, list(gone.json()["errors"])) == (400, ["questionsOf"])
