"""Two people edit one thing: nobody's change is lost without somebody having read it."""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from charityshop.api.seen import GROUPS
from charityshop.audit import as_text, entries_about
from charityshop.text import format_time
from discounts.models import Membership
from door.models import Door
from events.models import Event, Place
from giving.models import Goal
from tables.models import Tournament
from tests.bookings.events import json_time
from tests.conftest import signed_in
from tests.ledger.ledger_calls import move_money
from tests.orders.conftest import PayPal, paypal, simulator
from tests.security.access.bodies import QUESTION, body_of
from tests.security.access.world import World, build_world
from tests.support.answers import json_of, read_schema
from tests.support.factories import OccurrenceFactory, UserFactory

__all__ = ["paypal", "simulator"]

Fields = dict[str, Any]


@dataclass(frozen=True)
class Edit:
    """A call that changes something: two values that editors type, and a change of another field."""

    one: Fields
    other: Fields
    elsewhere: Fields
    names: tuple[str, ...] = ()  # of the call's body, which say what is meant
    who: str = "admin"


EDITS = {
    "PUT /api/products/{fresh}": Edit({"price": 15}, {"price": 20}, {"maximumEventCapacity": 26}),
    "PUT /api/vouchers/{voucher}": Edit({"value": 12.5}, {"value": 15}, {"off": True}),
    "PUT /api/places/{place}": Edit({"accessNote": "One"}, {"accessNote": "Two"}, {"hidden": True}),
    "PUT /api/giving/goals/{goal}": Edit({"target": 400}, {"target": 500}, {"title": "Dinners"}),
    "PUT /api/users/{other_user}": Edit({"lastName": "Ruiz"}, {"lastName": "Okafor"}, {"isDeactivated": True}),
    "PUT /api/users/profile": Edit({"lastName": "Ruiz"}, {"lastName": "Okafor"}, {"reminders": False}, who="user"),
    "PUT /api/recaps/draft": Edit({"note": "One"}, {"note": "Two"}, {"isStopped": True}, ("product", "bookingDate")),
    "PUT /api/tables/{tables}/settings": Edit({"minutes": 40}, {"minutes": 60}, {"rounds": 4}),
    "PUT /api/products/{event}/questions": Edit(
        {"questions": [QUESTION]}, {"questions": [{**QUESTION, "text": "New here?"}]}, {}
    ),
    "POST /api/ledger/{ledger_month}/settlement/{paypal_gift}/explain": Edit({"text": "One"}, {"text": "Two"}, {}),
}
FORMS = {  # that take newer values while they are open: what they ask about, and the name of its ID in the world
    "PUT /api/products/{fresh}": ("event", "fresh"),
    "PUT /api/vouchers/{voucher}": ("code", "voucher"),
    "PUT /api/giving/goals/{goal}": ("goal", "goal"),
    "PUT /api/users/{other_user}": ("user", "other_user"),
    "PUT /api/recaps/draft": ("thank-you email", "past"),
    "PUT /api/products/{event}/questions": ("questions", "event"),
    "POST /api/ledger/{ledger_month}/settlement/{paypal_gift}/explain": ("explanation", "paypal_gift"),
}
BUTTONS = {  # with what somebody else changes of what the page shows
    "DELETE /api/products/{fresh}": (Event, {"price": 15}, {"price": 10}),
    "POST /api/products/{draft}/archive": (Event, {"status": "published"}, {"status": "draft"}),
    "DELETE /api/places/{other_place}": (Place, {"access_note": "Ring."}, {"accessNote": ""}),
    "POST /api/places/{place}/merge": (Place, {"access_note": "Ring."}, {"accessNote": ""}),
    "DELETE /api/giving/goals/{goal}": (Goal, {"target": 400}, {"target": 3000}),
    "DELETE /api/users/{other_user}": (User, {"last_name": "Ruiz"}, {"lastName": "Diaz"}),
    "PUT /api/users/reset-password": (User, {"last_name": "Ruiz"}, {"lastName": "Diaz"}),
    "DELETE /api/users/{user}/second-factor": (User, {"is_staff": True}, {"isAdmin": False}),
    "POST /api/members/end": (Membership, {"valid_until": "2099-12-31"}, {"validUntil": ""}),
    "POST /api/members/unlink": (Membership, {"email": "new@example.com"}, {"email": ""}),
}
FACTS = re.compile(  # what has states and locks, is created, or is one's own to decide
    r"\w+ /api/(bookings|door|links|orders|passes|payments|questions|seats|upload|waiting)\b"
    r"|POST /api/(giving/goals|members|places|products|tables|users|vouchers)$"
    r"|POST /api/((members|products)/import|ledger/\{\}/close)$"  # by a digest, as the next four
    r"|POST /api/products/\{\}/(date-changes|messages|snooze|unsnooze)$"
    r"|POST /api/products/\{\}/restore$"  # nothing that is shown is replaced
    r"|POST /api/tables/(mine|\{\}/(entries|lease|reports))"
    r"|\w+ /api/users/(auth|change-password|forgot-password|logout|second-factor|sessions|set-password)"
    r"|(DELETE /api/users/profile|POST /api/users/profile/membership)$"
    r"|PUT /api/tables/\{\}$"  # hidden or not: there is no third value
)
PARAMETER = re.compile(r"\{\w+\}")
PERSON = ("firstName", "lastName", "email")


@pytest.fixture
def world(db: None, paypal: PayPal, settings: Any, tmp_path: Any) -> World:
    settings.MEDIA_ROOT = tmp_path
    world = build_world()
    User.objects.filter(pk=world.users["admin"].pk).update(first_name="Rosa")
    world.ids["paypal_gift"] = move_money(paypal, "donations", "25.00")
    door = Door.objects.create(occurrence=OccurrenceFactory())
    tables = Tournament.objects.create(door=door, format="swiss", minutes=50, points=True, seed=7)
    world.ids["tables"] = tables.public_id  # without rounds
    return world


class Editor:
    """Somebody whose page showed the fields of a call."""

    def __init__(self, world: World, call: str, edit: Edit) -> None:
        self.method, path = call.split()
        self.path, self.client = world.path(path), world.client(edit.who)
        self.base = {name: value for name, value in body_of(*call.split(), world).items() if name in edit.names}
        self.seen = self.read({**edit.other, **edit.elsewhere})

    def read(self, fields: Fields) -> Fields:
        """Return stored values, as they are in the answer to a page that saw something else."""
        answer = self.call({**fields, "seen": build_other_page(fields)})
        assert answer.status_code == 409, answer.content
        return dict(answer.json()["current"])

    def press(self, seen: Fields) -> Any:
        return self.call({"seen": seen})

    def save(self, fields: Fields) -> Any:
        return self.call({**fields, "seen": self.seen})

    def call(self, body: Fields) -> Any:
        return getattr(self.client, self.method.lower())(self.path, {**self.base, **body}, format="json")


def build_other_page(fields: Fields) -> Fields:
    """Return what a page showed that had other values in all fields."""
    return dict.fromkeys([*fields, *PERSON], ("another value",))


def test_two_editors_of_one_thing_keep_each_others_changes(world: World) -> None:
    for call, edit in EDITS.items():
        with transaction.atomic():
            check_editors(world, call, edit)
            transaction.set_rollback(True)


def check_editors(world: World, call: str, edit: Edit) -> None:
    rosa, ben = Editor(world, call, edit), Editor(world, call, edit)
    assert rosa.seen == ben.seen

    if edit.elsewhere:
        assert ben.save(edit.elsewhere).status_code == 200, call
    for _ in "sent", "sent again, because the answer was lost":
        answer = rosa.save(edit.one)
        assert answer.status_code == 200, (call, answer.json())
    assert ben.save(edit.one).status_code == 200, f"{call}: they typed the same"

    now = rosa.read(edit.other)
    assert now.items() >= edit.one.items()
    if edit.elsewhere:
        is_stored = ben.call(edit.elsewhere | {"seen": build_other_page(edit.elsewhere)})
        assert is_stored.status_code == 200, f"{call}: the other field stays"
    answer = ben.save(edit.other)
    refused = answer.json()
    assert (answer.status_code, refused["code"]) == (409, "changed"), call
    assert refused["current"].items() >= edit.one.items()
    assert rosa.read(edit.other) == now, f"{call}: nothing is written"
    assert refused["by"] == ("Ana" if edit.who == "user" else "Rosa")
    assert refused["at"]
    assert ben.call(edit.other | {"seen": now}).status_code == 200, f"{call}: having read it, they keep theirs"


def test_calls_that_do_not_say_what_they_saw_write_as_ever(world: World) -> None:
    for call, edit in EDITS.items():
        rosa, ben = Editor(world, call, edit), Editor(world, call, edit)
        whole = body_of(*call.split(), world)
        with transaction.atomic():
            assert rosa.save(edit.one).status_code == 200, call
            assert ben.call(whole | edit.other).status_code == 200, call
            assert rosa.read(edit.one).items() >= edit.other.items(), call
            transaction.set_rollback(True)


def test_comparing_costs_a_save_one_query_at_most(world: World) -> None:
    for call, edit in EDITS.items():
        editor = Editor(world, call, edit)
        whole = body_of(*call.split(), world)
        counts = []
        for body in (whole | edit.one, edit.one | {"seen": editor.seen}):
            with transaction.atomic(), CaptureQueriesContext(connection) as queries:
                assert editor.call(body).status_code == 200, call
                transaction.set_rollback(True)
            counts.append(len(queries))
        assert counts[1] <= counts[0] + 1, (call, counts)


def test_staff_read_who_changed_what_and_when(as_admin: APIClient, admin: User) -> None:
    event = OccurrenceFactory(event__price=12).event
    path, rosa = f"/api/products/{event.public_id}", signed_in(UserFactory(first_name="Rosa", is_staff=True))
    shown = as_admin.get(path).json()
    json_of(rosa.put(path, {"price": 14, "seen": {"price": "12.00"}}, format="json"))

    answer = as_admin.put(path, {"price": 15, "seen": {"price": shown["price"]}}, format="json")

    entry = entries_about(event).last()
    assert entry is not None
    at = format_time(timezone.localtime(entry.timestamp))
    assert answer.json() == {
        "message": f"Rosa changed the price at {at}: $14.00.",
        "code": "changed",
        "by": "Rosa",
        "at": as_text(entry.timestamp),
        "current": {"price": 14.0},
    }


def test_an_open_form_learns_who_changed_each_field_that_it_did_not_touch(world: World) -> None:
    reader = world.client("admin")
    for call, (of, id) in FORMS.items():
        edit = EDITS[call]
        when = {"when": world.ids["past_start"]} if of == "thank-you email" else {}
        names = ",".join([*edit.one, *edit.elsewhere, "unknown"])
        assert Editor(world, call, edit).save(edit.one).status_code == 200, call

        with CaptureQueriesContext(connection) as queries:
            answer = reader.get("/api/last-changes", {"of": of, "id": world.ids[id], "names": names} | when)

        found = answer.json()
        assert [(each["name"], each["by"]) for each in found] == [(*edit.one, "Rosa")], call
        assert abs((timezone.now() - datetime.fromisoformat(found[0]["at"])).total_seconds()) < 60
        assert len([each for each in queries if "auditlog" in each["sql"]]) == 1


def test_people_learn_who_changed_their_own_account_and_nothing_else(
    as_admin: APIClient, admin: User, as_visitor: APIClient, visitor: User
) -> None:
    json_of(as_admin.put(f"/api/users/{visitor.public_id}", {"lastName": "Ruiz"}, format="json"))

    own, others = (
        as_visitor.get("/api/last-changes", {"of": "user", "id": each.public_id, "names": "lastName"})
        for each in (visitor, admin)
    )

    assert [each["by"] for each in json_of(own)] == ["Sam"]
    assert others.status_code == 403


def test_an_open_form_of_an_event_learns_who_renamed_its_place(as_admin: APIClient) -> None:
    event = OccurrenceFactory().event
    rosa = signed_in(UserFactory(first_name="Rosa", is_staff=True))
    json_of(as_admin.put(f"/api/products/{event.public_id}", {"eventLocation": "Kettle, 1 Main St"}, format="json"))
    place = Place.objects.get(name="Kettle")
    json_of(rosa.put(f"/api/places/{place.public_id}", {"name": "Copper Kettle"}, format="json"))

    query = {"of": "event", "id": event.public_id, "names": "eventLocation"}

    assert [each["by"] for each in json_of(as_admin.get("/api/last-changes", query))] == ["Rosa"]


def test_times_and_rule_of_an_event_are_one_thing(as_admin: APIClient) -> None:
    event = OccurrenceFactory().event
    path = f"/api/products/{event.public_id}"
    when = {name: as_admin.get(path).json()[name] for name in GROUPS[0]}
    later, end = event.starts_at + timedelta(hours=1), event.ends_at + timedelta(hours=2)
    rule = {"recurringInterval": "weekly", "endDate": None}

    moved = as_admin.put(path, {"startTime": json_time(later), "seen": when}, format="json")
    refused = as_admin.put(path, {"endTime": json_time(end), "seen": when}, format="json")
    partial = as_admin.put(path, {"endTime": json_time(end), "seen": {"endTime": when["endTime"]}}, format="json")

    assert (moved.status_code, refused.status_code, partial.status_code) == (200, 409, 400)
    assert refused.json()["current"] == when | {"startTime": json_time(later)}
    for _ in "sent", "sent again":
        seen = {name: moved.json()[name] for name in when} | {"startTime": later.isoformat()}
        json_of(as_admin.put(path, {"isRecurring": True, "recurringPattern": rule, "seen": seen}, format="json"))


def test_nobody_deletes_hides_or_ends_what_somebody_else_just_changed(world: World) -> None:
    for call, (model, changes, shown) in BUTTONS.items():
        editor = Editor(world, call, Edit({}, shown, {}, ("number", "into", "userId")))
        with transaction.atomic():
            model.objects.update(**changes)
            answer = editor.press(editor.seen)
            assert (answer.status_code, answer.json()["code"]) == (409, "changed"), call
            assert editor.press(answer.json()["current"]).status_code < 300, f"{call}: having read it"
            transaction.set_rollback(True)
        with transaction.atomic():
            assert editor.press(editor.seen).status_code < 300, f"{call}: nothing changed"
            transaction.set_rollback(True)


@pytest.mark.parametrize("change", [{"last_name": "Ruiz"}, {"email": "new@example.com"}, {"is_staff": True}])
def test_nobody_deactivates_an_account_that_is_another_than_the_question_showed(
    as_admin: APIClient, change: Fields
) -> None:
    user = UserFactory()
    path = f"/api/users/{user.public_id}"
    shown = as_admin.get(path).json()
    User.objects.filter(pk=user.pk).update(**change)

    def deactivate(digest: str) -> Any:
        body = {"isDeactivated": True, "digest": digest, "seen": {"isDeactivated": False}}
        return as_admin.put(path, body, format="json")

    refused = deactivate(shown["digest"])
    assert (refused.status_code, refused.json()["code"]) == (409, "changed")
    assert not as_admin.get(path).json()["isDeactivated"]

    for _ in "sent", "sent again":
        assert json_of(deactivate(as_admin.get(path).json()["digest"]))["isDeactivated"]


SHOWN = {  # what staff's pages show of what they delete or end, with the call that they show it by
    "DELETE /api/products/{fresh}": (
        "/api/products products",
        ("name", "status", *GROUPS[0], "maximumEventCapacity", "eventLocation", "price", "category"),
    ),
    "DELETE /api/places/{other_place}": ("/api/places places", ("name", "address", "seats", "taxRate")),
    "DELETE /api/giving/goals/{goal}": (
        "/api/giving/goals goals",
        ("title", "product", "startsOn", "endsOn", "target"),
    ),
    "DELETE /api/users/{other_user}": ("/api/users users", (*PERSON, "isAdmin", "isDeactivated")),
    "POST /api/members/end": ("/api/members members", ("email", "validUntil", "user")),
}


def test_a_row_of_a_list_can_be_deleted_as_the_list_shows_it_and_not_with_another_value(world: World) -> None:
    for call, (reading, names) in SHOWN.items():
        row = find_row(world, call, reading)
        for name in names:
            group = next((group for group in GROUPS if name in group), (name,))
            answer = press(
                world, call, row, {each: row[each] for each in group if each in names} | {name: ("another value",)}
            )
            assert (answer.status_code, answer.json()["code"]) == (409, "changed"), (call, name)

        answer = press(world, call, row, {name: row[name] for name in names})
        assert answer.status_code < 300, (call, answer.content)


def find_row(world: World, call: str, reading: str) -> Fields:
    """Return the row of a list that a call deletes or ends."""
    path, name = reading.split()
    id = body_of(*call.split(), world).get("number") or world.path(call.split()[1]).rpartition("/")[2]
    rows = world.client("admin").get(f"{path}?limit=100").json()[name]
    return next(dict(row) for row in rows if id in (row.get("_id"), row.get("number")))


def press(world: World, call: str, row: Fields, seen: Fields) -> Any:
    method, path = call.split()
    body = {"number": row.get("number"), "seen": seen}
    return getattr(world.client("admin"), method.lower())(world.path(path), body, format="json")


def test_a_form_opened_before_a_date_moved_does_not_move_it_back(as_admin: APIClient) -> None:
    event = OccurrenceFactory().event
    path, date = f"/api/products/{event.public_id}", event.occurrences.get()
    Event.objects.filter(pk=event.pk).update(starts_at=date.starts_at, ends_at=date.ends_at)
    when = {name: as_admin.get(path).json()[name] for name in GROUPS[0]}
    to = json_time(date.starts_at + timedelta(days=1))
    move = {"startTime": when["startTime"], "kind": "move", "to": to, "reason": "The room is taken"}
    assert as_admin.post(f"{path}/date-changes", move, format="json").status_code == 202

    text = {"description": "Bring dice", "seen": {"description": event.description}}
    json_of(as_admin.put(path, text, format="json"))
    refused = as_admin.put(path, {"endTime": when["endTime"], "seen": when}, format="json")

    assert (refused.status_code, refused.json()["current"]["startTime"]) == (409, to)
    assert refused.json()["by"] == "Sam"
    assert json_time(event.occurrences.get().starts_at) == to


def test_every_call_that_changes_something_says_what_it_saw() -> None:
    """Add a new one with `seen` to EDITS or BUTTONS, or a reason to FACTS."""
    writes = {
        f"{method.upper()} {PARAMETER.sub('{}', path)}": operation
        for path, methods in read_schema()["paths"].items()
        for method, operation in methods.items()
        if method != "get"
    }
    elsewhere = {"POST /api/products/{}/preview", "POST /api/ledger/{}/entries"}  # tests of events and of the ledger
    seeing = {PARAMETER.sub("{}", call) for call in [*EDITS, *BUTTONS]} | elsewhere

    has_form = {call for call, operation in writes.items() if "seen" in get_form(operation)}
    assert has_form == {call for call in seeing if not call.startswith("DELETE")}  # whose bodies are not described
    assert sorted(call for call in writes.keys() - seeing if not FACTS.match(call)) == []


def get_form(operation: Fields) -> Fields:
    """Return the fields of a call's body."""
    content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    component = content.get("schema", {}).get("$ref", "").rpartition("/")[2]
    return dict(read_schema()["components"]["schemas"].get(component, {}).get("properties", {}))
