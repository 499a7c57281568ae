"""Generated histories of editors beside a model of what each has read, and two saves at the same moment.

No accepted write may destroy a value that its author hadn't seen. `.ci/run` plays other histories each time.
"""

import os
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from bookings.services.events import roll_forward
from charityshop.api.seen import Seen
from discounts.models import Voucher
from door.models import Door
from events.models import Event, Occurrence
from giving.models import Goal
from tables.models import Tournament
from tests.bookings.events import SHOP, evening, json_time
from tests.security.access.bodies import QUESTION
from tests.support.answers import json_of
from tests.support.factories import (
    BookingFactory,
    OccurrenceFactory,
    PlaceFactory,
    UserFactory,
    VoucherFactory,
    in_days,
)
from tests.support.races import ATTEMPTS, run_during, run_together

HISTORIES = int(os.environ.get("EDITORS_HISTORIES", "40"))
SEED = int(os.environ.get("EDITORS_SEED", "0"))
PART = 50  # histories in one test, so that several processes share them
STEPS = 8
WHEN = ("startTime", "endTime", "isRecurring", "recurringPattern")
PERSON = ("firstName", "lastName", "email")

Fields = dict[str, Any]


@dataclass
class Thing:
    """What is edited: how it is read and saved, and values of its fields."""

    read: Callable[[], Fields]
    path: str
    values: dict[str, Sequence[Any]]
    together: Sequence[str] = ()  # mean one thing only together
    base: Fields = field(default_factory=dict)  # what a call contains besides
    others: Sequence[Callable[[], object]] = ()  # what happens meanwhile

    def get_group(self, name: str) -> Sequence[str]:
        return self.together if name in self.together else [name]

    def list_names(self) -> list[str]:
        return list(dict.fromkeys([*self.values, *self.together]))


def create_event(reader: APIClient) -> Thing:
    event = OccurrenceFactory(starts_at=evening(5), ends_at=evening(5, 22), event__price=12).event
    event.starts_at, event.ends_at = evening(5), evening(5, 22)
    event.save()
    path = f"/api/products/{event.public_id}"
    values = {
        "price": [10, 12.5, 15],
        "description": ["One", "Two", "Three"],
        "maximumEventCapacity": [20, 24, 30],
        "refundPolicy": [{"refund": "none", "untilHours": 1, "feePerSeat": 0}, {"refund": "full"}],
        "startTime": [json_time(evening(5, hour)) for hour in (17, 18, 19)],
        "endTime": [json_time(evening(5, hour)) for hour in (21, 22)],
    }
    others = [
        lambda: BookingFactory(occurrence=event.occurrences.get(), seats=1),
        lambda: roll_forward(now=timezone.now()),
        lambda: Door.objects.get_or_create(occurrence=event.occurrences.get()),
        lambda: move_date(reader, event.occurrences.get()),
    ]
    return Thing(lambda: json_of(reader.get(path)), path, values, WHEN, {"moveBookings": True}, others)


def move_date(client: APIClient, date: Occurrence) -> None:
    """Move a date by its own dialog, by an hour, for which the event's form was opened before."""
    to = date.starts_at + timedelta(hours=1 if date.starts_at < evening(5) else -1)
    body = {"startTime": json_time(date.starts_at), "kind": "move", "to": json_time(to), "reason": "Late"}
    client.post(f"/api/products/{date.event.public_id}/date-changes", body, format="json")


def create_voucher(reader: APIClient) -> Thing:
    voucher = VoucherFactory()
    values = {"value": [5, 7.5, 10], "maxUses": [None, 3, 9], "off": [True, False], "validUntil": [None, "2099-12-31"]}

    def read() -> Fields:
        (row,) = (row for row in json_of(reader.get("/api/vouchers"))["vouchers"] if row["_id"] == voucher.public_id)
        return dict(row)

    return Thing(read, f"/api/vouchers/{voucher.public_id}", values)


def create_place(reader: APIClient) -> Thing:
    path = f"/api/places/{PlaceFactory().public_id}"
    values = {"accessNote": ["", "One", "Two"], "seats": [None, 16], "taxRate": [None, 0.07], "hidden": [True, False]}
    return Thing(lambda: json_of(reader.get(path)), path, values)


def create_goal(reader: APIClient) -> Thing:
    goal = Goal.objects.create(title="Lunches", event=OccurrenceFactory().event, target=100)
    values = {"title": ["One", "Two", "Three"], "target": [None, 200, 250.5], "source": ["", "USDA"]}

    def read() -> Fields:
        (row,) = (row for row in json_of(reader.get("/api/giving/goals"))["goals"] if row["_id"] == goal.public_id)
        return dict(row)

    return Thing(read, f"/api/giving/goals/{goal.public_id}", values)


def create_user(reader: APIClient) -> Thing:
    path = f"/api/users/{UserFactory().public_id}"
    values = {"firstName": ["Ana", "Noor"], "lastName": ["", "Ruiz", "Diaz"], "isAdmin": [True, False]}
    return Thing(lambda: json_of(reader.get(path)), path, values | {"isDeactivated": [True, False]}, PERSON)


def create_recap(reader: APIClient) -> Thing:
    date = OccurrenceFactory(starts_at=in_days(-2))
    base = {"product": date.event.public_id, "bookingDate": json_time(date.starts_at)}

    def read() -> Fields:
        found = json_of(reader.get("/api/recaps/draft", base))
        return found | {"isStopped": found["stoppedAt"] is not None}

    return Thing(read, "/api/recaps/draft", {"note": ["", "One", "Two"], "isStopped": [True, False]}, base=base)


def create_tables(reader: APIClient) -> Thing:
    door = Door.objects.create(occurrence=OccurrenceFactory())
    tables = Tournament.objects.create(door=door, format="swiss", minutes=50, points=True, seed=7)
    path = f"/api/tables/{tables.public_id}"

    def read() -> Fields:
        found = json_of(reader.get(path))
        return found | {"rounds": found["plannedRounds"]}

    return Thing(read, f"{path}/settings", {"minutes": [40, 50, 60], "rounds": [None, 3], "wholeRoom": [True, False]})


def create_questions(reader: APIClient) -> Thing:
    path = f"/api/products/{OccurrenceFactory().event.public_id}/questions"
    lists = [[], [QUESTION], [QUESTION | {"text": "New here?"}], [QUESTION | {"together": True}]]
    return Thing(lambda: json_of(reader.get(path)), path, {"questions": lists})


CREATE = {
    create_event: 6,
    create_voucher: 4,
    create_goal: 4,
    create_place: 4,
    create_user: 4,
    create_tables: 4,
    create_recap: 1,
    create_questions: 1,
}


class Editor:
    """Somebody with a page. `page` are the values that they have read."""

    def __init__(self, history: "History") -> None:
        self.history, self.thing = history, history.thing
        self.client = sign_in_staff()
        self.open()

    def open(self) -> None:
        self.page, self.unanswered = self.history.stored, dict[str, Any]()

    def save(self) -> None:
        values = list(self.thing.values)
        chosen = self.history.random.sample(values, min(len(values), self.history.random.choice([1, 1, 2])))
        sent = {name: self.history.random.choice(self.thing.values[name]) for name in chosen}
        self.send(sent, is_lost=self.history.random.random() < 0.2)

    def repeat(self) -> None:
        """Send again what had no answer, or else try something."""
        if self.unanswered:
            self.send(self.unanswered, is_lost=False)
        else:
            self.save()

    def send(self, sent: Fields, *, is_lost: bool) -> None:
        groups = {tuple(self.thing.get_group(name)) for name in sent}
        seen = {name: self.page[name] for group in groups for name in group}
        before = self.history.stored
        body = self.thing.base | {name: self.write(value) for name, value in sent.items()}
        body["seen"] = {name: self.write(value) for name, value in seen.items()}
        answer = self.client.put(self.thing.path, body, format="json")
        after = self.history.read_again()
        unseen = [name for group in groups for name in group if self.destroys(group, sent, before)]
        if answer.status_code == 200:
            assert unseen == [], (unseen, sent, seen, before)
            assert after == before | {name: merge(before[name], value) for name, value in sent.items()}
        else:
            assert after == before, "nothing is written"
        if is_lost:
            self.unanswered = sent
            return
        self.unanswered = {}
        if answer.status_code == 200:
            self.page = after
        elif answer.json()["code"] == "changed":
            assert unseen, ("nothing was unseen", sent, seen, before)
            current = answer.json()["current"]
            assert current == {name: before[name] for name in current}
            assert set(unseen) == current.keys()
            self.page = self.page | current
        else:
            assert answer.json()["code"] in ("last_admin", "over_capacity"), answer.json()

    def destroys(self, group: Sequence[str], sent: Fields, stored: Fields) -> bool:
        """Return whether this replaces a value, or what it means with others, that the page didn't show."""
        is_seen = all(self.page[name] == stored[name] for name in group)
        is_replaced = any(merge(stored[name], sent[name]) != stored[name] for name in group if name in sent)
        return is_replaced and not is_seen

    def write(self, value: Any) -> Any:
        """Write a value in one of the ways in which other programs may."""
        if self.history.random.random() < 0.5:
            return value
        if isinstance(value, float | int) and not isinstance(value, bool):
            return f"{value:.2f}" if isinstance(value, float) else str(value)
        is_time = isinstance(value, str) and value.endswith("Z")
        return datetime.fromisoformat(value).astimezone(SHOP).isoformat() if is_time else value


def merge(stored: Any, sent: Any) -> Any:
    return stored | sent if isinstance(stored, dict) and isinstance(sent, dict) else sent


def sign_in_staff() -> APIClient:
    client = APIClient(SERVER_NAME="localhost")  # without comparing each answer with the schema
    client.force_login(UserFactory(is_staff=True))
    return client


class History:
    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.thing = self.random.choices([*CREATE], [*CREATE.values()])[0](sign_in_staff())
        self.stored = self.read_again()
        self.editors = [Editor(self), Editor(self)]

    def read_again(self) -> Fields:
        found = self.thing.read()
        self.stored = {name: found[name] for name in self.thing.list_names()}
        return self.stored

    def play(self) -> None:
        for _ in range(STEPS):
            editor = self.random.choice(self.editors)
            steps = [editor.open, editor.save, editor.save, editor.save, editor.repeat, *self.thing.others]
            step = self.random.choice(steps)
            step()
            if step in self.thing.others:
                self.read_again()


def play(seeds: Sequence[int]) -> None:
    for seed in seeds:
        with transaction.atomic():
            try:
                History(seed).play()
            except AssertionError as error:
                raise AssertionError(f"EDITORS_SEED={seed} EDITORS_HISTORIES=1: {error}") from error
            transaction.set_rollback(True)


@pytest.mark.django_db
@pytest.mark.parametrize("first", range(0, HISTORIES, PART))
def test_no_accepted_write_destroys_what_its_author_has_not_seen(first: int) -> None:
    play(range(SEED * HISTORIES + first, SEED * HISTORIES + min(first + PART, HISTORIES)))


@pytest.mark.django_db
def test_the_histories_find_a_shop_that_ignores_what_editors_saw(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Seen, "list_changed", lambda seen, stored: [])

    with pytest.raises(AssertionError, match="EDITORS_SEED"):
        play(range(PART))


# --- At the same moment ----------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("other", "expected"), [({"price": 20}, [200, 409]), ({"description": "Two"}, [200, 200])])
def test_of_two_saves_at_once_none_destroys_the_other(other: Fields, expected: list[int]) -> None:
    for _ in ATTEMPTS:
        event = OccurrenceFactory(event__price=12, event__description="One").event
        seen = {"price": 12, "description": "One"}
        clients = [sign_in_staff(), sign_in_staff()]
        bodies = [{"price": 15, "seen": seen}, other | {"seen": seen}]

        path = f"/api/products/{event.public_id}"

        calls = [partial(client.put, path, body, "json") for client, body in zip(clients, bodies, strict=True)]

        answers = run_together(*calls)

        assert sorted(answer.status_code for answer in answers) == expected
        stored = Event.objects.get(pk=event.pk)
        written = [body for body, answer in zip(bodies, answers, strict=True) if answer.status_code == 200]
        assert {"price": stored.price, "description": stored.description}.items() >= {
            name: value for body in written for name, value in body.items() if name != "seen"
        }.items()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("kind", ["event", "voucher", "goal", "user"])
def test_a_save_compares_only_once_the_one_before_it_is_done(kind: str) -> None:
    create, changes, name = {
        "event": (create_event, {"price": 15}, "price"),
        "voucher": (create_voucher, {"value": 9}, "value"),
        "goal": (create_goal, {"target": 400}, "target"),
        "user": (create_user, {"last_name": "Okafor"}, "lastName"),
    }[kind]
    model = {"event": Event, "voucher": Voucher, "goal": Goal, "user": User}[kind]
    client = sign_in_staff()
    thing = create(client)
    rows = model.objects.filter(public_id=thing.path.rpartition("/")[2])
    page = thing.read()
    body = {name: thing.values[name][1], "seen": {each: page[each] for each in thing.get_group(name)}}

    answer = run_during(
        lambda: (list(rows.select_for_update()), rows.update(**changes)),
        lambda: client.put(thing.path, body, format="json"),
    )

    assert (answer.status_code, answer.json()["code"]) == (409, "changed")
    assert rows.filter(**changes).exists()
