"""Store what phones recorded. Entries are never refused: at worst they are `unusable`."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

from django.utils import timezone

from bookings.models import Pass
from charityshop.db.transactions import in_one_transaction
from charityshop.observability import security_log
from door.models import Device, Entry, EntryText, Link
from door.models.entries import MAX_NOTE_LENGTH
from door.sent_entries import SentEntry, Unusable, choose_time, parse_entry, parse_seq
from door.services.allotments import lock_phone
from door.services.sell_at_door import book_reported_sale, get_pass, record_cash
from orders.models import Order

Answer = Literal["stored", "repeated", "unusable"]
Sent = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Result:
    """What became of an entry. `seq` is as it was sent."""

    seq: Any
    answer: Answer
    code: str | None = None
    entry: Entry | None = None  # unless it is unusable


@dataclass(frozen=True, slots=True)
class Batch:
    """What the entries of a batch have in common, and the phone's entries that have the same numbers."""

    device: Device
    received_at: datetime
    offset: timedelta  # how far the shop's clock is ahead of the phone's
    tickets: Mapping[str, Pass]
    stored: dict[int, Entry]
    notes: dict[int, str]
    added: list[Entry]
    sold: dict[int, Order | None]  # by number: the orders of sales, or None if there were no seats


@in_one_transaction
def store_entries(*, device_id: int, sent_at: datetime, queued: int, entries: Sequence[Sent]) -> list[Result]:
    """Store a phone's entries. A known number is `repeated`, or `unusable` if its content differs.

    `queued` is how many entries the phone had to send, with these.
    """
    is_selling = any(sent.get("kind") == Entry.Kind.SALE for sent in entries)  # other entries need not wait for buyers
    device = lock_phone(device_id, is_selling=is_selling)  # it may send again before it has an answer
    received_at = timezone.now()
    numbers = [sent["seq"] for sent in entries if is_usable_number(sent)]
    stored = {entry.seq: entry for entry in device.entries.filter(seq__in=numbers).select_related("text")}
    batch = Batch(
        device=device,
        received_at=received_at,
        offset=received_at - sent_at,
        tickets=find_tickets(entries),
        stored=stored,
        notes={seq: entry.text.note for seq, entry in stored.items()},
        added=[],
        sold={},
    )
    results = [store_entry(sent, batch) for sent in entries]
    Entry.objects.bulk_create(batch.added)
    texts = [EntryText(entry=entry, name=device.name, note=batch.notes[entry.seq]) for entry in batch.added]
    EntryText.objects.bulk_create(texts)
    for entry in batch.added:
        record_cash(entry, batch.notes[entry.seq], batch.sold.get(entry.seq))
    Device.objects.filter(pk=device_id).update(queued=max(queued - len(entries), 0))
    record_forced(device, batch.added)
    return results


def store_entry(sent: Sent, batch: Batch) -> Result:
    """Add an entry to those of the batch, unless its number is known."""
    try:
        seq = parse_seq(sent)
    except Unusable as problem:
        return Result(sent.get("seq"), "unusable", problem.code)
    try:
        parsed = parse_entry(sent)
        refuse_unless_till(batch.device, parsed)
    except Unusable as problem:
        if seq not in batch.stored:
            add_entry(seq, SentEntry(Entry.Kind.UNUSABLE, None, body={"code": problem.code}), batch)
        return Result(seq, "unusable", problem.code)
    known = batch.stored.get(seq)
    if known is None:
        return Result(seq, "stored", entry=add_entry(seq, parsed, batch))
    if not is_same(known, batch.notes[seq], parsed):
        return Result(seq, "unusable", "seq_reused")
    return Result(seq, "repeated", entry=known)


def add_entry(seq: int, parsed: SentEntry, batch: Batch) -> Entry:
    at, offset = choose_time(parsed.at, batch.offset, batch.received_at)
    ticket = batch.tickets.get(parsed.h)
    if parsed.kind == Entry.Kind.SALE:
        order = batch.sold[seq] = book_reported_sale(batch.device, parsed.seats, parsed.body, sold_at=at + offset)
        ticket = get_pass(order) if order else None
    entry = Entry(
        device=batch.device,
        seq=seq,
        at=at,
        offset_ms=offset // timedelta(milliseconds=1),
        received_at=batch.received_at,
        kind=parsed.kind,
        h=parsed.h,
        ticket=ticket,
        seats=parsed.seats,
        body=dict(parsed.body),
    )
    batch.stored[seq], batch.notes[seq] = entry, parsed.note[:MAX_NOTE_LENGTH]
    batch.added.append(entry)
    return entry


def refuse_unless_till(device: Device, parsed: SentEntry) -> None:
    """Raise Unusable for cash of a phone that only lets guests in."""
    is_till = device.link is not None and device.link.role == Link.Role.TILL
    if parsed.kind in (Entry.Kind.SALE, Entry.Kind.CASH) and not is_till:
        raise Unusable("bad_entry")


def is_same(known: Entry, note: str, parsed: SentEntry) -> bool:
    """Return whether an entry was sent again. A note may have been erased.

    A sale that was made online is recognized by its seats and its cash: the phone reports it if the answer was lost.
    """
    if known.body.get("online"):
        sold = (known.kind, known.seats, known.body["given"])
        return sold == (parsed.kind, parsed.seats, parsed.body.get("given"))
    is_same_note = note in ("", parsed.note[:MAX_NOTE_LENGTH])
    sent = (parsed.kind, parsed.h, parsed.seats, dict(parsed.body))
    return is_same_note and (known.kind, known.h, known.seats, known.body) == sent


def is_usable_number(sent: Sent) -> bool:
    try:
        parse_seq(sent)
    except Unusable:
        return False
    return True


def find_tickets(entries: Iterable[Sent]) -> dict[str, Pass]:
    """Return the passes by hash, of whatever date."""
    hashes = {h for sent in entries if isinstance(h := sent.get("h"), str)}
    return {ticket.h: ticket for ticket in Pass.objects.filter(h__in=hashes)}


def record_forced(device: Device, entries: Iterable[Entry]) -> None:
    if forced := [entry.seq for entry in entries if entry.body.get("forced")]:
        security_log.note("door_forced", user=None, phone=device.public_id, entries=",".join(map(str, forced)))
