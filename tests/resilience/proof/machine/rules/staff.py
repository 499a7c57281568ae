"""Staff decide about payments, and change events and dates; accounts are deleted."""

from datetime import timedelta
from decimal import Decimal
from typing import Any

from django.conf import settings
from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from events.datetimes import format_utc
from events.models import Event, Occurrence
from tests.bookings.seat_links import get_token
from tests.resilience.proof.machine.money import TAX_RATES
from tests.resilience.proof.machine.world import POLICIES, World, choose, picks
from tests.support.factories import PASSWORD, PlaceFactory

REFUND_FAULTS = ("error_500_before", "error_500_after", "pending", "wrong_amount", "unprocessable")
LESS = "0.50"  # what PayPal refunds instead of all


class StaffRules(World):
    @rule(rate=st.sampled_from(TAX_RATES))
    def change_tax_rate(self, rate: int) -> None:
        """What was sold keeps its rate."""
        self.shop.tax_rate = rate
        settings.TAX_RATE = Decimal(rate) / 10_000

    @rule(pick=picks, accept=st.booleans())
    def decide(self, pick: int, accept: bool) -> None:
        """Accept or refuse money that arrived against a rule."""
        if order := choose(pick, [each for each in self.shop.orders.values() if each.status == "review"]):
            body = {"accept": accept, "reason": "Looked at"}
            self.call(self.staff, "post", f"/api/orders/{order.public_id}/decide", body)

    @rule(pick=picks, fault=st.sampled_from([None, None, *REFUND_FAULTS]), twice=st.booleans())
    def refund_money_of_no_order(self, pick: int, fault: str | None, twice: bool) -> None:
        """Refund what is left of it. PayPal may answer late, refuse, or refund less."""
        rows = [
            row for row in self.call(self.staff, "get", "/api/orders/attention").json() if row["kind"] == "unmatched"
        ]
        if row := choose(pick, rows):
            if fault == "wrong_amount" and row["amount"] <= float(LESS):
                return
            more = {"amount": LESS} if fault == "wrong_amount" else {}
            with self.failing("refund", fault, 1 if more else 2, **more):
                for _ in range(1 + twice):
                    path = f"/api/payments/unmatched/{row['_id']}/refund"
                    answer = self.call(self.staff, "post", path, {"reason": "Nobody's"})
            shown = answer.json()
            is_whole = answer.status_code != 200 or shown["isBeingRefunded"] or shown["left"] == 0
            assert is_whole or more, f"PayPal refunded it, and {shown['left']} is left."

    @rule(pick=picks)
    def release_seats(self, pick: int) -> None:
        """End the seats of an order whose money was taken back."""
        rows = [row for row in self.call(self.staff, "get", "/api/orders/attention").json() if row["canReleaseSeats"]]
        if row := choose(pick, rows):
            self.call(self.staff, "post", f"/api/payments/alerts/{row['alert']}/resolve", {"releaseSeats": True})

    @rule(
        event=picks,
        price=st.sampled_from(["7.35", "12.00", "20.10"]),
        member=st.sampled_from([None, "5.00"]),
        policy=st.sampled_from(POLICIES),
    )
    def edit(self, event: int, price: str, member: str | None, policy: dict[str, object]) -> None:
        """Change what is promised to later buyers."""
        self.save_event(event, {"price": price, "memberPrice": member, "refundPolicy": policy})

    @rule(event=picks, more=st.sampled_from([-2, -1, 1, 2]))
    def change_capacity(self, event: int, more: int) -> None:
        shown = self.call(self.staff, "get", f"/api/products/{self.events[event % len(self.events)]}").json()
        self.save_event(event, {"maximumEventCapacity": max(shown["maximumEventCapacity"] + more, 0)})

    def save_event(self, event: int, fields: dict[str, Any]) -> None:
        self.call(self.staff, "put", f"/api/products/{self.events[event % len(self.events)]}", fields)

    @rule(
        event=picks,
        hours=st.sampled_from([-30, -1, 0, 1, 24, 200]),
        longer=st.sampled_from([0, 0, -1, 1]),
        move=st.booleans(),
        answer_hours=st.sampled_from([1, 6, 72]),
    )
    def change_times(self, event: int, hours: int, longer: int, move: bool, answer_hours: int) -> None:
        """Save an event with another start, or only with another end. Its booked dates move, too, or stay."""
        found = Event.objects.get(public_id=self.events[event % len(self.events)])
        starts_at, ends_at = (time + timedelta(hours=hours) for time in (found.starts_at, found.ends_at))
        times = {"startTime": format_utc(starts_at)}
        times |= {"endTime": format_utc(max(ends_at + timedelta(hours=longer), starts_at + timedelta(hours=1)))}
        terms = {"moveBookings": move, "answerHours": answer_hours, "reason": "Flooded"}
        self.save_event(event, times | terms)

    @rule(
        event=picks,
        place=st.sampled_from(["Copper Kettle Brewing, 12 Dock St", "Barge", "Fermata, 3 Elm St"]),
        hours=st.sampled_from([0, 0, 1, 24]),
        move=st.booleans(),
        answer_hours=st.sampled_from([1, 72]),
    )
    def change_place(self, event: int, place: str, hours: int, move: bool, answer_hours: int) -> None:
        """Save an event with another place, and maybe another start. Its booked dates follow, or stay."""
        found = Event.objects.get(public_id=self.events[event % len(self.events)])
        times = {"startTime": found.starts_at, "endTime": found.ends_at} if hours else {}
        fields = {name: format_utc(time + timedelta(hours=hours)) for name, time in times.items()}
        terms = {"moveBookings": move, "answerHours": answer_hours, "reason": "Flooded"}
        self.save_event(event, {"eventLocation": place} | fields | terms)

    @rule(event=picks, minutes=st.sampled_from([30, 90]))
    def bring_near(self, event: int, minutes: int) -> None:
        """Save an event so that it starts soon. Waiting lists end an hour before."""
        start = self.clock.now().replace(second=0, microsecond=0) + timedelta(minutes=minutes)
        times = {"startTime": format_utc(start), "endTime": format_utc(start + timedelta(hours=3))}
        self.save_event(event, times | {"moveBookings": True})

    @rule(days=st.integers(0, 4))
    def change_end_of_series(self, days: int) -> None:
        end = Event.objects.get(public_id=self.events[1]).starts_at + timedelta(days=days)
        self.save_event(1, {"recurringPattern": {"recurringInterval": "daily", "endDate": format_utc(end)}})

    @rule(
        pick=picks,
        kind=st.sampled_from(["cancel", "move", "relocate", "both"]),
        hours=st.sampled_from([-30, 1, 24, 200]),
        answer_hours=st.sampled_from([0, 6, 72]),
        twice=st.booleans(),
    )
    def change_date(self, pick: int, kind: str, hours: int, answer_hours: int, twice: bool) -> None:
        if date := choose(pick, self.list_dates()):
            does = "cancel" if kind == "cancel" else "move"
            body: dict[str, Any] = {"startTime": format_utc(date.starts_at), "kind": does, "reason": "Flooded"}
            body |= {"answerHours": answer_hours}
            body |= {"to": (date.starts_at + timedelta(hours=hours)).isoformat()} if kind in ("move", "both") else {}
            if kind in ("relocate", "both"):
                places = [date.event.place, PlaceFactory(name="Barge"), PlaceFactory(name="Library", address="")]
                body |= {"placeId": places[hours % 3].public_id}
            path = f"/api/products/{date.event.public_id}/date-changes"
            self.call_once(self.staff, path, body, twice=twice)

    @rule(pick=picks, refund=st.booleans())
    def cancel_date(self, pick: int, refund: bool) -> None:
        """Cancel a date immediately."""
        if date := choose(pick, self.list_dates()):
            if refund:
                self.shop.canceled_at_once.add(date.pk)
            body = {"startTime": format_utc(date.starts_at), "refund": refund, "reason": "Flooded"}
            self.call(self.staff, "post", f"/api/products/{date.event.public_id}/snooze", body)

    @precondition(lambda self: Occurrence.objects.filter(status="canceled").exists())
    @rule(pick=picks)
    def restore_date(self, pick: int) -> None:
        if date := choose(pick, list(Occurrence.objects.filter(status="canceled").select_related("event"))):
            body = {"startTime": format_utc(date.starts_at)}
            self.call(self.staff, "post", f"/api/products/{date.event.public_id}/unsnooze", body)

    @rule(pick=picks)
    def book_by_hand(self, pick: int) -> None:
        """Book two seats without an order, and give one to a friend."""
        if date := choose(pick, self.list_dates()):
            body = {"product": date.event.public_id, "bookingDate": format_utc(date.starts_at), "reservationSeats": 2}
            answer = self.call(self.staff, "post", "/api/bookings", body)
            if answer.status_code == 201:
                path = f"/api/bookings/{answer.json()['_id']}/links"
                (link,) = self.call(self.staff, "post", path, {"count": 1}).json()["links"]
                seat = f"/api/seats/{get_token(link['url'])}"
                assert self.call(self.anybody, "post", seat, {"firstName": "Kim"}).status_code == 201

    @rule(event=picks)
    def hide_or_show(self, event: int) -> None:
        """Hide an event, or show a hidden one again. Its bookings, orders and places on waiting lists stay."""
        event_id = self.events[event % len(self.events)]
        is_hidden = Event.objects.filter(public_id=event_id, hidden_at__isnull=False).exists()
        self.call(self.staff, "post", f"/api/products/{event_id}/{'restore' if is_hidden else 'archive'}")

    @precondition(lambda self: len(self.buyers) > 2)
    @rule(pick=picks)
    def delete_account(self, pick: int) -> None:
        user = list(self.buyers)[pick % len(self.buyers)]
        answer = self.call(self.buyers[user], "delete", "/api/users/profile", {"currentPw": PASSWORD})
        if answer.status_code == 200:
            del self.buyers[user]
