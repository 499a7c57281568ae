"""Buyers wait for seats of full dates, and order what they are offered."""

from django.utils import timezone
from hypothesis import strategies as st
from hypothesis.stateful import rule

from bookings.models import Booking, WaitingEntry
from events.datetimes import format_utc
from tests.resilience.proof.machine.rules.orders import OrderRules
from tests.resilience.proof.machine.seat_checks import SeatCount
from tests.resilience.proof.machine.world import build_item, choose, picks


class WaitingRules(OrderRules):
    @rule(who=picks, pick=picks, count=st.integers(1, 4), at_least=st.integers(1, 4))
    def join(self, who: int, pick: int, count: int, at_least: int) -> None:
        """Join the waiting list of a full date, or of any date while none is full."""
        dates = self.list_dates()
        seats = SeatCount.read(timezone.now())
        if date := choose(pick, [date for date in dates if seats.count_public(date.pk) <= 0] or dates):
            body = {"product": date.event.public_id, "bookingDate": format_utc(date.starts_at)}
            body |= {"seats": count, "seatsAtLeast": min(at_least, count)}
            self.call(list(self.buyers.values())[who % len(self.buyers)], "post", "/api/waiting", body)

    @rule(pick=picks, how=st.sampled_from(["buyer", "staff", "link"]))
    def leave(self, pick: int, how: str) -> None:
        """Leave a waiting list, or pass an offer on."""
        entry = choose(pick, list(WaitingEntry.objects.live().order_by("-pk")))
        if entry and how == "link":
            self.call(self.anybody, "post", "/api/waiting/leave", {"token": entry.leave_token})
        elif entry:
            client = self.staff if how == "staff" else self.get_client(entry.user_id)
            self.call(client, "delete", f"/api/waiting/{entry.public_id}", {"reason": "By phone"})

    @rule(pick=picks, more=st.sampled_from([0, 0, -1, 1]), then=st.sampled_from(["pay", "open", "wait"]))
    def order_offer(self, pick: int, more: int, then: str) -> None:
        """Order the offered seats, or one fewer or more, and pay them immediately, later or never."""
        offers = Booking.objects.taken(timezone.now()).filter(kind=Booking.Kind.OFFER).order_by("-pk")
        offer = choose(pick, list(offers.select_related("occurrence__event")))
        if offer and offer.user_id in self.buyers:
            who = list(self.buyers).index(offer.user_id)
            self.place_and_pay(who, [build_item(offer.occurrence, max(offer.seats + more, 1))], then)

    @rule()
    def let_an_offer_end(self) -> None:
        """Go to the end of the offer that ends first, before upkeep has noticed."""
        if entry := WaitingEntry.objects.filter(status=WaitingEntry.Status.OFFERED).order_by("offered_until").first():
            self.jump_to(entry.offered_until)
