"""Staff call dates off or move them, and buyers choose what to do or don't answer."""

from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone
from hypothesis import strategies as st
from hypothesis.stateful import rule

from orders.models import DateChange, Entitlement
from tests.resilience.proof.histories.history_base import HistoryBase, choose, picks


class DateChangeRules(HistoryBase):
    """Buyers answer by the rules in `changes`: a refund, a gift or a move."""

    @rule(
        pick=picks,
        kind=st.sampled_from(["cancel", "move"]),
        hours=st.sampled_from([-30, -1, 1, 3, 24, 200]),
        answer_hours=st.sampled_from([0, 6, 72]),
        twice=st.booleans(),
    )
    def change_date(self, pick: int, kind: str, hours: int, answer_hours: int, twice: bool) -> None:
        """Preview the change, and make it."""
        if not (date := choose(pick, self.list_dates())):
            return
        event, start = date
        path = f"/api/products/{event}/date-changes"
        body: dict[str, Any] = {"startTime": start, "kind": kind, "reason": "Flooded", "answerHours": answer_hours}
        if kind == "move":
            body["to"] = (datetime.fromisoformat(start) + timedelta(hours=hours)).isoformat()
        preview = self.call(self.staff, "post", path, body | {"preview": True})
        made = self.call_once(self.staff, path, body, twice=twice)
        assert (preview.status_code == 200) == (made.status_code == 202), (preview.content, made.content)
        if made.status_code == 202:
            progress = self.get_progress(made.json()["_id"])
            assert progress["total"] >= preview.json()["orders"], (preview.json(), progress)
            assert bool(progress["total"]) == bool(preview.json()["seats"]), (preview.json(), progress)

    @rule()
    def let_answers_end(self) -> None:
        """Go to the end of the time in which buyers may choose, before upkeep has noticed."""
        if open_choice := Entitlement.objects.filter(outcome="undecided").order_by("until").first():
            self.jump_to(open_choice.until)

    @rule(pick=picks)
    def read_progress(self, pick: int) -> None:
        if change := choose(pick, DateChange.objects.order_by("-pk")):
            progress = self.get_progress(change.public_id)
            parts = sum(progress[name] for name in ("kept", "moved", "refunded", "undecided", "failed"))
            assert parts == progress["total"] >= progress["told"], progress

    def get_progress(self, change_id: str) -> dict[str, Any]:
        answer = self.call(self.staff, "get", f"/api/date-changes/{change_id}")
        assert answer.status_code == 200, answer.content
        return dict(answer.json())


def find_overdue_choices() -> list[str]:
    """Check that upkeep has settled all choices whose time is over. Those of orders in review have to wait."""
    overdue = Entitlement.objects.filter(outcome="undecided", until__lte=timezone.now())
    return [f"{choice}: nothing was done." for choice in overdue.exclude(line__order__status="review")]
