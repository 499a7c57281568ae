"""Rows of the door, of tournaments, of recaps, of the ledger, and of discounts."""

from datetime import timedelta
from uuid import uuid4

from django.db.models import Model
from django.utils import timezone

from accounts.models import User
from bookings.models import Booking
from door.models import Door, DoorLink, Drawer, Phone
from orders.models import OrderLine
from payments.models import ClosedMonth, LedgerEntry, SettlementExplanation
from recaps.models import Recap
from tables.models import Tournament
from tests.support.factories import MembershipFactory, OccurrenceFactory, VoucherFactory, create_notice, in_days


def create_door(booking: Booking) -> dict[str, Model]:
    """Open the door of a booking's date, with a phone that recorded a guest without a ticket."""
    door = Door.objects.create(occurrence=booking.occurrence)
    link = DoorLink.objects.create(door=door, role=DoorLink.Role.DOOR, key_hash="hash", pin_hmac="hash")
    phone = Phone.objects.create(door=door, link=link, uuid=uuid4(), name="Ana")
    entry = phone.entries.create(seq=1, at=in_days(0), received_at=in_days(0), kind="guest", seats=1)
    return {
        "door/door": door,
        "door/doorlink": link,
        "door/phone": phone,
        "door/doorentry": entry,
        "bookings/seatmove": booking.passes.get().moves.get(),
        "door/signin": phone.sign_ins.create(link=link, at=in_days(0)),
        "door/unusableentry": phone.unusable_entries.create(door=door, code="x", sent="{}", received_at=in_days(0)),
    }


def create_drawer(booking: Booking) -> dict[str, Model]:
    """Open the drawer of another date, whose door is still open."""
    door = Door.objects.create(occurrence=OccurrenceFactory())
    link = DoorLink.objects.create(door=door, role=DoorLink.Role.TILL, key_hash="other hash", pin_hmac="hash")
    Phone.objects.create(door=door, link=link, uuid=uuid4(), name="Ben", allotted=booking)
    drawer = Drawer.objects.create(door=door, float="50.00")
    return {
        "door/drawer": drawer,
        "door/move": door.moves.create(kind="other", amount="-5.00", reason="Ice"),
        "door/count": drawer.counts.create(name="Ana", total="45.00"),
    }


def create_tables(booking: Booking) -> dict[str, Model]:
    """Pair the booking's guest with a walk-in, who reported a result."""
    door = Door.objects.get(occurrence=booking.occurrence)
    tournament = Tournament.objects.create(door=door, format="swiss", minutes=50, points=True, seed=7)
    player = tournament.players.create(ticket=booking.passes.get())
    players = [player.public_id, tournament.players.create().public_id]
    body = {"kind": "round", "number": 1, "tables": [players], "bye": None}
    pairing = door.phones.get().entries.create(seq=2, at=in_days(0), received_at=in_days(0), kind="tables", body=body)
    report = player.reports.create(pairing=pairing, table=1, result={"games": [2, 0, 0]})
    return {"tables/tournament": tournament, "tables/player": player, "tables/report": report}


def create_recap(booking: Booking) -> dict[str, Model]:
    """Thank the booking's guest, whose answer is missing, and store one of somebody else."""
    recap = Recap.objects.create(occurrence=booking.occurrence, sent_at=in_days(0))
    create_notice(booking, kind="recap")
    answer = recap.answers.create(is_good=True, text="Nice people")
    return {"recaps/recap": recap, "recaps/answer": answer}


def create_question(booking: Booking) -> dict[str, Model]:
    """Ask the guests of the booking's event something, and store an answer."""
    question = booking.occurrence.event.questions.create(
        text="Do you need a deck?", choices=["need a deck", "bring one"]
    )
    answer = question.answers.create(ticket=booking.passes.get(), choice=0)
    return {"bookings/question": question, "bookings/answer": answer}


def create_ledger(user: User) -> dict[str, Model]:
    """Close the last month, and enter a cost."""
    last_month = timezone.localdate().replace(day=1) - timedelta(days=1)
    closed = {"closed_at": timezone.now(), "closed_by": user, "digest": "d" * 64}
    return {
        "payments/closedmonth": ClosedMonth.objects.create(last_day=last_month, **closed),
        "payments/ledgerentry": LedgerEntry.objects.create(kind="cost", text="Ice", by=user),
        "payments/settlementexplanation": SettlementExplanation.objects.create(paypal_id="W1", text="Bank", by=user),
    }


def create_discounts(line: OrderLine, user: User) -> dict[str, Model]:
    """Take a dollar off an order line with a code."""
    voucher = VoucherFactory()
    return {
        "discounts/voucher": voucher,
        "discounts/membership": MembershipFactory(user=user),
        "orders/applieddiscount": line.discounts.create(kind="voucher", voucher=voucher, seats=1, amount="1.00"),
    }
