"""What buyers and staff do with seats after they were paid."""

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import rule

from events.datetimes import format_utc
from events.models import Event
from tests.resilience.proof.machine.orders import Line, Order
from tests.resilience.proof.machine.rules.door import DoorRules
from tests.resilience.proof.machine.shop import Ask
from tests.resilience.proof.machine.world import POLICIES, choose, picks

counts = st.integers(1, 3)
refund_faults = st.sampled_from([None, None, None, None, "error_500_before", "error_500_after", "pending"])
ELSEWHERE = ("too_old", "date_unavailable", "sold_out", "free_seat_limit", "not_held")  # not foreseen by the model


class ChangeRules(DoorRules):
    @rule(
        pick=picks,
        kind=st.sampled_from(["refund", "refund", "gift", "return"]),
        count=counts,
        fault=refund_faults,
        twice=st.booleans(),
        inside=st.booleans(),
        policy=st.sampled_from([None, *POLICIES]),
    )
    def return_seats(
        self,
        pick: int,
        kind: str,
        count: int,
        fault: str | None,
        twice: bool,
        inside: bool,
        policy: dict[str, object] | None,
    ) -> None:
        """A buyer gives seats up, for the amount that the model says.

        `inside`: those of guests who came in. `policy`: what later buyers are promised instead.
        """
        if inside and not self.list_entered():
            self.let_in(pick, count)
        if not (chosen := choose(pick, self.list_own_lines(inside=inside))):
            return
        order, line = chosen
        if policy:
            event = Event.objects.get(occurrences=line.date)
            self.call(self.staff, "put", f"/api/products/{event.public_id}", {"refundPolicy": policy})
        count = min(count, len(line.live) if inside else max(len(line.free), 1), len(line.live))
        is_chosen = self.observer.may_choose(line.pk, self.clock.now())
        refusals = self.shop.judge_return(
            order,
            line,
            count,
            kind=kind,
            deadline=line.get_deadline(self.get_start(line.date)),
            now=self.clock.now(),
            is_ahead=self.is_ahead(line.date),
            is_chosen=is_chosen,
        )
        value = order.get_values({line.pk: count})[line.pk] if count <= len(line.open) else 0
        has_fee = not is_chosen and line.policy[0] == "minus_fee"
        fee = min(line.policy[2] * count, value) if has_fee else 0
        self.shop.ask = Ask(order.pk, {line.pk: count}, kind, has_fee=has_fee)
        body = {"booking": line.public_id, "kind": kind, "seats": count}
        body |= {"amount": f"{(0 if kind == 'return' else value - fee) / 100:.2f}"}
        with self.failing("refund", fault):
            path = f"/api/orders/{order.public_id}/changes"
            answer = self.call_once(self.buyers[order.buyer], path, body, twice=twice)
        others = ("already_in",) if self.shop.has_entered(line) else ()
        others += ("seats_claimed", "being_returned", "date_unavailable") if is_chosen else ()
        self.check(answer, refusals, ELSEWHERE + others if refusals else ("too_old", *others))

    def list_own_lines(self, *, inside: bool) -> list[tuple[Order, Line]]:
        """Return the lines of buyers with an account. `inside`: those with guests inside, if there are any."""
        found = [(order, line) for order, line in self.list_lines() if order.buyer in self.buyers]
        return (self.list_entered() if inside else []) or found

    def list_entered(self) -> list[tuple[Order, Line]]:
        """Return the lines of buyers with an account whose guests are inside."""
        found = [(order, line) for order, line in self.list_lines() if order.buyer in self.buyers]
        return [each for each in found if any(seat.is_inside for seat in each[1].live)]

    @rule(pick=picks, which=picks, twice=st.booleans(), inside=st.booleans())
    def move(self, pick: int, which: int, twice: bool, inside: bool) -> None:
        """A buyer moves a booking to another date. No money moves, and no deadline becomes later."""
        if chosen := choose(pick, self.list_own_lines(inside=inside)):
            order, line = chosen
            self.move_to(order, line, which, twice=twice, by_staff=False)

    @rule(pick=picks, which=picks)
    def move_by_staff(self, pick: int, which: int) -> None:
        if chosen := choose(pick, self.list_lines()):
            self.move_to(*chosen, which, twice=False, by_staff=True)

    def move_to(self, order: Order, line: Line, which: int, *, twice: bool, by_staff: bool) -> None:
        dates = self.list_dates()
        event = next((date.event_id for date in dates if date.pk == line.date), None)
        others = [date for date in dates if date.event_id == event and date.pk != line.date]
        if not (date := choose(which, others)):
            return
        deadline = line.get_deadline(self.get_start(line.date))
        is_chosen = self.observer.may_choose(line.pk, self.clock.now())
        if by_staff:
            body: dict[str, Any] = {"booking": line.public_id, "to": format_utc(date.starts_at), "reason": "By phone"}
            answer = self.call(self.staff, "post", f"/api/orders/{order.public_id}/move", body)
            refusals: set[str] = set()
        else:
            body = {"booking": line.public_id, "kind": "move", "to": format_utc(date.starts_at), "amount": "0.00"}
            path = f"/api/orders/{order.public_id}/changes"
            answer = self.call_once(self.buyers[order.buyer], path, body, twice=twice)
            refusals = self.shop.judge_move(line)
        others = ("already_in",) if self.shop.has_entered(line) and not by_staff else ()
        if self.check(answer, refusals, ELSEWHERE + others):
            line.date = date.pk
            self.shop.seat_guests(line)
            if deadline and not by_staff and not is_chosen:
                line.deadlines.append(deadline)

    # --- Refunds by staff --------------------------------------------------------------------------------------------

    @rule(
        pick=picks,
        how=st.sampled_from(["seats", "seats", "line", "amount", "gift", "everything", "everything"]),
        count=counts,
        outside=st.booleans(),
        fault=refund_faults,
    )
    def refund(self, pick: int, how: str, count: int, outside: bool, fault: str | None) -> None:
        """Staff refund seats, a line, an amount, the gift or everything: at PayPal or, rarely, by hand."""
        order = choose(pick, self.list_paid())
        if not order:
            return
        line = next((each for each in order.lines.values() if each.open), None)
        ask, body = Ask(order.pk), {"reason": "As requested"}
        if how in ("seats", "line"):
            if not line:
                return
            count = min(count, len(line.open)) if how == "seats" else len(line.open)
            ask.seats = {line.pk: count}
            body |= {"seats": {line.public_id: count}} if how == "seats" else {"lines": [line.public_id]}
        elif how == "amount":
            ask.kind, ask.amount = "amount", 150
            body |= {"amount": "1.50"}
        elif how == "gift":
            ask.kind = "order's gift"
            body |= {"gift": True}
        else:
            ask.kind = "everything"
        if outside and count == 3:
            body |= {"outside": True, "note": "In cash"}
        self.shop.ask = ask
        with self.failing("refund", fault):
            answer = self.call(self.staff, "post", f"/api/orders/{order.public_id}/refund", body)
        cash = {"refund_in_cash"} if order.account == "cash" else set()
        self.check(answer, cash, ("not_refundable", "too_old", "unknown_line"))
