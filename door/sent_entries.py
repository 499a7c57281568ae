"""Parse entries as phones send them, and tell what the phone was when it made them. Imports nothing from Django.

An entry is a fact, so nearly everything is accepted. What can't be used is `unusable`, which is final: the phone
doesn't send it again, and organizers see what it sent.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from decimal import Decimal, InvalidOperation
from typing import Any

from charityshop.money import CENT, parse_dollars
from charityshop.text import clean_line

MAX_SEQ = 2**63 - 1
MAX_SEATS = 50
MAX_AMOUNT = 100_000  # dollars
MAX_AGE = timedelta(days=60)  # phones send entries until 30 days after their link has ended
MAX_RATE, MAX_RATE_LENGTH = 1, 20
RATE = Decimal("0.0000001")  # the digits of a stored rate
HASH = re.compile(r"[A-Za-z0-9_-]{16}")
HOW = ("scan", "typed", "search")
# The corrected time of an entry is too late by as long as the request took, of which phones wait for eight seconds.
TOLERANCE = timedelta(seconds=10)


class Unusable(Exception):
    """An entry that can't be used.

    The code says why: bad_seq, bad_seats, bad_amount, bad_entry, link_ended, or seq_reused.
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class SentEntry:
    """An entry. `body` has what is stored as it was sent."""

    kind: str
    at: datetime | None  # None if it is no time
    h: str = ""
    seats: int = 0
    note: str = ""
    body: Mapping[str, Any] = field(default_factory=dict)


def is_integer(value: object, first: int, last: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and first <= value <= last


def parse_seq(sent: Mapping[str, Any]) -> int:
    seq = sent.get("seq")
    if not is_integer(seq, 1, MAX_SEQ):
        raise Unusable("bad_seq")
    return int(seq)  # type: ignore[arg-type]  # is_integer doesn't narrow


def parse_entry(sent: Mapping[str, Any]) -> SentEntry:
    """Return an entry. Raise Unusable for an unknown kind or impossible values."""
    at = parse_time(sent.get("at"))
    kind = sent.get("kind")
    body: dict[str, Any] = {"at": str(sent.get("at"))[:40]}
    if kind == "in":
        h, how = sent.get("h"), sent.get("how", "scan")
        if not isinstance(h, str) or not HASH.fullmatch(h) or how not in HOW:
            raise Unusable("bad_entry")
        body |= {"how": how, "forced": sent.get("forced") is True}
        return SentEntry("in", at, h=h, seats=parse_seats(sent), body=body)
    if kind == "guest":
        return SentEntry("guest", at, seats=parse_seats(sent), note=parse_note(sent.get("note")), body=body)
    if kind == "sale":
        total, given = parse_cash(sent.get("total")), parse_cash(sent.get("given"))
        if not 0 <= total <= given:
            raise Unusable("bad_amount")
        body |= {"total": str(total), "given": str(given), "allotment": sent.get("allotment") is True}
        if (rate := parse_rate(sent.get("taxRate"))) is not None:
            body["taxRate"] = str(rate)
        return SentEntry("sale", at, seats=parse_seats(sent), body=body)
    if kind == "cash":
        amount = parse_cash(sent.get("amount"))
        if not amount:
            raise Unusable("bad_amount")
        return SentEntry("cash", at, note=parse_note(sent.get("reason")), body=body | {"amount": str(amount)})
    if kind == "undo" and is_integer(sent.get("of"), 1, MAX_SEQ):
        return SentEntry("undo", at, body=body | {"of": sent["of"]})
    raise Unusable("bad_entry")


def parse_seats(sent: Mapping[str, Any]) -> int:
    seats = sent.get("seats")
    if not is_integer(seats, 1, MAX_SEATS):
        raise Unusable("bad_seats")
    return int(seats)  # type: ignore[arg-type]  # as above


def parse_cash(value: object) -> Decimal:
    """Return an amount in dollars and cents, as a number or its text."""
    try:
        amount = parse_dollars(value)
        cents = amount.quantize(CENT)
    except (ValueError, InvalidOperation):
        raise Unusable("bad_amount") from None
    if cents != amount or abs(cents) > MAX_AMOUNT:
        raise Unusable("bad_amount")
    return cents


def parse_rate(value: object) -> Decimal | None:
    """Return a tax rate, such as 0.0825. None if it can't be one: the sale is a fact all the same."""
    if isinstance(value, bool) or not isinstance(value, int | float | str) or len(str(value)) > MAX_RATE_LENGTH:
        return None
    try:
        rate = Decimal(str(value)).quantize(RATE)
        return rate if 0 <= rate <= MAX_RATE else None
    except InvalidOperation:  # also for NaN
        return None


def parse_note(note: object) -> str:
    return clean_line(note) if isinstance(note, str) else ""


def parse_time(text: object) -> datetime | None:
    if not isinstance(text, str):
        return None
    try:
        value = datetime.fromisoformat(text)
        return value.astimezone(UTC) if value.tzinfo else value.replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        return None


def choose_time(at: datetime | None, offset: timedelta, received_at: datetime) -> tuple[datetime, timedelta]:
    """Return the phone's time and how far the shop's clock is ahead of it.

    An impossible time is replaced by that at which the entry was received.
    """
    try:
        if at is not None and received_at - MAX_AGE <= at + offset <= received_at:
            return at, offset
    except OverflowError:
        pass
    return received_at, timedelta()


@dataclass(frozen=True, slots=True)
class SignedIn:
    """When a phone signed in, with a link of which role, and when that link ended or will end."""

    at: datetime
    role: str
    until: datetime

    def had_ended(self, at: datetime) -> bool:
        return self.until < at - TOLERANCE


def find_sign_ins(sign_ins: Sequence[SignedIn], at: datetime | None) -> Sequence[SignedIn]:
    """Return those of the links with which the phone was signed in at that time. `sign_ins` are in order.

    Entries may arrive after the link was revoked or replaced by one for the door: only what the phone was counts.
    Before its first link, a phone was what that made it: its clock may have been wrong. `at` None: the time is not
    known, so it may be any of them.
    """
    if at is None:
        return sign_ins
    before = [each for each in sign_ins if each.at <= at - TOLERANCE]
    during = [each for each in sign_ins if at - TOLERANCE < each.at <= at]
    return before[-1:] + during or sign_ins[:1]
