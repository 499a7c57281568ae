"""Create, change and delete goals."""

from collections.abc import Mapping

from accounts.models import User
from charityshop import audit
from charityshop.api.seen import Seen, complete, refuse_unseen
from charityshop.db.transactions import in_one_transaction
from charityshop.exceptions import Missing
from giving.models import Goal

FIELDS = ("title", "event", "starts_on", "ends_on", "target", "unit_name", "unit_cost", "source")


@in_one_transaction
def create_goal(*, fields: Mapping[str, object], by: User) -> Goal:
    goal = Goal.objects.create(**fields)
    audit.record("goal created", goal, by=by, after=audit.columns(goal, FIELDS), action=audit.CREATED)
    return goal


@in_one_transaction
def change_goal(*, goal_id: int, fields: Mapping[str, object], seen: Seen | None = None, by: User) -> Goal:
    """Replace all fields of a goal, or those of `seen`. Raise Missing if it was just deleted, and Changed."""
    goal = lock_goal(goal_id)
    fields = complete(goal, seen) or fields
    before = audit.columns(goal, FIELDS)
    for name, value in fields.items():
        setattr(goal, name, value)
    goal.save()
    audit.record("goal changed", goal, by=by, before=before, after=audit.columns(goal, FIELDS))
    return goal


@in_one_transaction
def delete_goal(*, goal_id: int, seen: Seen | None = None, by: User) -> None:
    """Delete a goal. Raise Missing if it was just deleted, and Changed."""
    goal = lock_goal(goal_id)
    refuse_unseen(goal, seen)
    before = audit.columns(goal, FIELDS)
    audit.record("goal deleted", goal, by=by, before=before, action=audit.DELETED)
    goal.delete()


def lock_goal(goal_id: int) -> Goal:
    goal = Goal.objects.select_for_update().filter(pk=goal_id).first()
    if goal is None:
        raise Missing("This goal was deleted.", code="not_found")
    return goal
