"""The morning after, at the end of a history: who is thanked, and how many people paid, by the model."""

from collections.abc import Iterator
from datetime import timedelta

from accounts.models import User
from bookings.models import Booking, SeatLink
from events.models import Occurrence
from recaps.models import Recap
from recaps.selectors.drafts import LATEST
from recaps.services import send_recap
from tests.resilience.proof.machine.orders import BUYER, Line, Order
from tests.resilience.proof.machine.world import World


class ThankChecks(World):
    def compare_thanks(self) -> Iterator[str]:
        """Thank the guests of each date as late as possible, and as if nobody was thanked within a week."""
        for date in Occurrence.objects.filter(status="scheduled").order_by("starts_at", "pk"):
            now = date.ends_at + LATEST
            Recap.objects.update(sent_at=now - timedelta(days=30))
            send_recap(date.pk, now=now)
            recap = Recap.objects.filter(occurrence=date).first()
            rows = recap.recipients.select_related("booking__user", "seat_link") if recap else []
            thanked, expected = sorted(row.user.email for row in rows), sorted(self.list_guests(date.pk))
            if thanked != expected:
                yield f"date {date.pk}: {thanked} are thanked, and not {expected}."
            if recap and recap.buyers != (buyers := self.count_buyers(date.pk)):
                yield f"date {date.pk}: {recap.buyers} people paid, and not {buyers}."

    def list_guests(self, date: int) -> set[str]:
        """Return the addresses of who came, or without a door of who held a seat, and was not refunded."""
        by_hand = Booking.objects.filter(occurrence=date, kind="by_hand", status="confirmed")
        found = {booking.user.email for booking in by_hand if date not in self.doors}
        for order, line in self.list_sold(date):
            came = [seat for seat in line.live if seat.is_inside] if date in self.doors else line.open
            is_thanked = line.open and not (line.price and is_refunded(order))
            holders = {seat.holder for seat in came} if is_thanked else set()
            friends = SeatLink.objects.filter(public_id__in=holders).exclude(email="")
            found |= set(friends.values_list("email", flat=True))
            if BUYER in holders and order.buyer in self.buyers:
                found.add(User.objects.get(pk=order.buyer).email)
        return found

    def count_buyers(self, date: int) -> int:
        """Return how many people paid for seats that they have. Each sale at the door is one."""
        sold = [(order, line) for order, line in self.list_sold(date) if not is_refunded(order)]
        paid = [order for order, line in sold if line.price and line.open]
        in_cash = sum(order.account == "cash" for order in paid)
        return len({order.buyer for order in paid if order.account != "cash"}) + in_cash

    def list_sold(self, date: int) -> Iterator[tuple[Order, Line]]:
        for order in self.shop.orders.values():
            for line in order.lines.values():
                if order.is_sold and line.date == date:
                    yield order, line


def is_refunded(order: Order) -> bool:
    """Return whether all of the money was returned, or is on its way back."""
    return bool(order.paid) and order.left <= 0
