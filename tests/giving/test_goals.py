"""Goals, as staff set them, and goals that the database refuses."""

from typing import Any

import pytest

from charityshop.audit import entries_about
from giving.models import Goal
from tests.support.factories import EventFactory
from tests.support.races import run_during

SEASON: dict[str, Any] = {"title": "Winter", "startsOn": "2026-11-01", "endsOn": "2027-01-31"}
UNIT = {"unitName": "school lunches", "unitCost": 1.8, "source": "USDA"}


def post_goal(client: Any, **fields: Any) -> Any:
    return client.post("/api/giving/goals", fields, format="json")


def test_staff_set_a_goal_for_an_event_or_a_season(as_admin):
    event = EventFactory()

    one = post_goal(as_admin, title="Lunches", product=event.public_id, target=3000, **UNIT)
    other = post_goal(as_admin, **SEASON)

    assert (one.status_code, other.status_code) == (201, 201)
    assert one.json() == {
        "_id": one.json()["_id"],
        "title": "Lunches",
        "product": event.public_id,
        "startsOn": None,
        "endsOn": None,
        "target": 3000,
        **UNIT,
    }
    empty = {"product": None, "target": None, "unitName": "", "unitCost": None, "source": ""}
    assert other.json() == {"_id": other.json()["_id"]} | SEASON | empty
    assert as_admin.get("/api/giving/goals").json() == {"goals": [goal.json() | {"raised": 0} for goal in (other, one)]}


def test_a_changed_goal_is_replaced_and_logged(as_admin):
    goal = post_goal(as_admin, **SEASON, target=3000, **UNIT).json()

    answer = as_admin.put(f"/api/giving/goals/{goal['_id']}", SEASON | {"target": 5000}, format="json")

    assert (answer.json()["target"], answer.json()["unitName"]) == (5000, "")
    entry = entries_about(Goal.objects.get()).last()
    assert entry is not None
    assert entry.changes["target"] == ["3000.00", "5000.00"]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("method", ["put", "delete"])
def test_a_goal_that_a_colleague_deletes_meanwhile_is_missing(as_admin, method):
    url = f"/api/giving/goals/{post_goal(as_admin, **SEASON).json()['_id']}"

    answer = run_during(Goal.objects.all().delete, lambda: getattr(as_admin, method)(url, SEASON, format="json"))

    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"title": ""}, "title"),
        ({"title": "\x07"}, "title"),
        ({"endsOn": None}, "startsOn"),
        ({"startsOn": None, "endsOn": None}, "startsOn"),
        ({"endsOn": "2026-10-31"}, "endsOn"),
        ({"endsOn": "9999-12-31"}, "endsOn"),
        ({"product": "f" * 24, "startsOn": None, "endsOn": None}, "product"),
        ({"target": 0}, "target"),
        ({"target": "NaN"}, "target"),
        ({"target": "1.005"}, "target"),
        ({"target": "12,50"}, "target"),
        ({"unitName": "lunches"}, "unitName"),
        ({"unitName": "\x07", "unitCost": 2}, "unitName"),
        ({"unitCost": 2}, "unitName"),
        ({"unitName": "lunches", "unitCost": 0}, "unitCost"),
    ],
)
def test_an_invalid_goal_is_refused_by_its_field(as_admin, changes, field):
    answer = post_goal(as_admin, **SEASON | changes)

    assert (answer.status_code, list(answer.json()["errors"])) == (400, [field])
    assert not Goal.objects.exists()


def test_an_event_with_a_goal_cannot_be_deleted(as_admin):
    event = EventFactory()
    goal = post_goal(as_admin, title="Lunches", product=event.public_id).json()

    answer = as_admin.delete(f"/api/products/{event.public_id}")
    assert (answer.status_code, answer.json()["code"]) == (409, "archive_instead")
    assert answer.json()["message"].startswith("A goal was set for this event.")

    as_admin.delete(f"/api/giving/goals/{goal['_id']}")
    assert as_admin.delete(f"/api/products/{event.public_id}").status_code == 200
