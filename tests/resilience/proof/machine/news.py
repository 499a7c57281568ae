"""What buyers read about their dates, and what they may choose: by the emails that were sent, and the table of changes.

A buyer knows what the last email said that was sent about a ticket. So nobody reads the same twice in a row, and in the
end everybody with seats knows when their date takes place, or that it doesn't.
"""

from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from django.db.models import F, Q

from bookings.models import Booking, SeatMove
from bookings.new_times import parse_former_time
from changes.models import Entitlement
from events.formatting import format_place, format_when
from events.models import Occurrence, join_date
from outbox.erasure import ERASED
from outbox.mail.delivery import MailSender
from outbox.models import Outgoing
from outbox.sending import send_due
from tests.resilience.proof.machine.world import World

CHOICES, OFF = ("moved_choice", "canceled_choice"), ("canceled_choice", "date_canceled")
ROUNDS = 20
ELSEWHERE = ~Q(was_place=F("now_place"))
NEW_START = (~Q(was_start=F("now_start")) | ELSEWHERE) & Q(kind__in=["moved", "relocated"]) & ~Q(source="rule")


class NewsChecks(World):
    def send_emails(self) -> None:
        for _ in range(ROUNDS):
            if not send_due(MailSender(), now=self.clock.now()):
                break

    def compare_news(self) -> Iterator[str]:
        """Compare what buyers read with their dates. Send all emails before."""
        now, read = self.clock.now(), self.read_emails()
        sold = {line.booking: order.buyer for order, line in self.list_lines() if line.open}
        bookings = Booking.objects.filter(pk__in=sold, status="confirmed").select_related(*join_date("occurrence__"))
        for booking in bookings:
            date, said = booking.occurrence, read[booking.pk]
            if sold[booking.pk] not in self.buyers or not said or date.starts_at <= now:
                continue
            kind, text = said[-1]
            if not date.takes_place:
                if kind not in OFF:
                    yield f"booking {booking.pk}: its buyer read {kind} last, and its date is canceled."
            elif (
                kind in OFF
                or format_when(date.starts_at, date.ends_at) not in text
                or format_place(date.venue) not in text
            ):
                yield f"booking {booking.pk}: its buyer read {kind} last, and its date is {date}: {text}"
            for one, other in pairwise(said):
                if one[0] == other[0] != "dates_moved" and find_times(one[1]) == find_times(other[1]):
                    yield f"booking {booking.pk}: its buyer read {one[0]} twice: {one[1]}"

    def read_emails(self) -> dict[int, list[tuple[str, str]]]:
        """Return the kinds and texts of the emails that were sent about each booking, oldest first."""
        choices = dict(Entitlement.objects.values_list("pk", "line__booking"))
        by_public_id = dict(Booking.objects.values_list("public_id", "pk"))
        by_order: dict[str, list[int]] = defaultdict(list)
        for order in self.shop.orders.values():
            by_order[order.public_id] = [line.booking for line in order.lines.values()]
        read: dict[int, list[tuple[str, str]]] = defaultdict(list)
        sent = Outgoing.objects.filter(channel="mail", sent_at__isnull=False).exclude(ERASED)
        for mail in sent.order_by("sent_at", "pk"):
            about: list[int] = []
            if mail.kind in CHOICES:
                about = [choices[each["entitlement"]] for each in list_told(mail, "tickets")]
            elif mail.kind == "date_back":
                about = [choices[int(mail.about)]]
            elif mail.kind == "date_canceled":
                about = [by_public_id[mail.about]]
            elif mail.kind == "dates_moved":
                about = [by_public_id[each["booking"]] for each in list_told(mail, "moves")]
            elif mail.kind == "order_paid":
                about = by_order[mail.about]
            for booking in about:
                read[booking].append((mail.kind, mail.text))
        return read

    def find_choice_violations(self) -> Iterator[str]:
        """Whoever had seats on a date that staff changed has one choice about that, until its time is over."""
        now = self.clock.now()
        for date in Occurrence.objects.filter(starts_at__gt=now):
            change = date.history.filter(NEW_START | Q(kind="canceled")).last()
            if change is None or change.answer_until is None or change.answer_until <= now:
                continue
            came = SeatMove.objects.filter(occurrence=date, at__gte=change.at, seats__gt=0)
            there = Booking.objects.filter(occurrence=date, status="confirmed", order_line__isnull=False)
            there = there.filter(created_at__lt=change.at).exclude(passes__moves__in=came)
            rows = Entitlement.objects.filter(date_change=change, line__booking__in=there)
            if missing := set(there.values_list("pk", flat=True)) - set(rows.values_list("line__booking", flat=True)):
                yield f"date {date.pk}: its bookings {missing} have no choice about change {change.pk}."


def list_told(mail: Outgoing, rows: str) -> list[dict[str, Any]]:
    """Return what an email told of. It leaves out what was over when it was written."""
    was = [(each, parse_former_time(each)) for each in mail.data[rows]]
    return [each for each, span in was if format_when(span.starts_at, span.ends_at) in mail.text]


def find_times(text: str) -> list[str]:
    """Return the lines of an email that have a time."""
    return [line for line in text.splitlines() if " · " in line or "PM" in line]
