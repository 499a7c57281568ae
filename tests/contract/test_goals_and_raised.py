"""The calls of goals and of what was raised, with the exact names and types."""

from django.utils import timezone

from tests.contract import shapes


def test_goals_of_an_event_and_of_a_season(world):
    staff, visitor = world.staff(), world.anonymous()
    event = world.add_event()
    unit = {"unitName": "school lunches", "unitCost": 1.8, "source": "USDA"}
    fields = {"title": "Lunches", "product": event["_id"], "target": 3000} | unit
    today = f"{timezone.localdate():%Y-%m-%d}"

    goal = staff.ask("POST", "/giving/goals", fields, status=201, shape=shapes.GOAL)
    season = {"title": "Winter", "startsOn": today, "endsOn": today, "target": 500} | unit
    other = staff.ask("POST", "/giving/goals", season, status=201, shape=shapes.GOAL)

    raised = visitor.ask("GET", f"/giving/raised?product={event['_id']}", shape=shapes.RAISED)
    assert (raised["raised"], raised["unit"]["count"]) == (0, 0)
    visitor.ask("GET", f"/giving/raised?season={other['_id']}", shape=shapes.RAISED)
    assert staff.ask("GET", "/giving/goals", shape={"goals": [shapes.GOAL]})["goals"][:2] == [other, goal]
    changed = staff.ask("PUT", f"/giving/goals/{goal['_id']}", fields | {"target": 5}, shape=shapes.GOAL)
    assert changed["target"] == 5
    staff.client.call("DELETE", f"/api/giving/goals/{goal['_id']}")  # without content
    assert visitor.raw("GET", f"/giving/raised?product={event['_id']}").status_code == 404
