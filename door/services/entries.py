"""Store what phones recorded. Entries are never refused: at worst they are `unusable`."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

from django.utils import timezone

from bookings.models import Pass
from bookings.services.locks import lock_rows
from charityshop.db.transactions import in_one_transaction
from charityshop.observability import security_log
from door.models import Device, Entry, EntryText
from door.models.entries import MAX_NOTE_LENGTH
from door.sent_entries import SentEntry, Unusable, choose_time, parse_entry, parse_seq

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


@in_one_transaction
def store_entries(*, device_id: int, sent_at: datetime, queued: int, entries: Sequence[Sent]) -> list[Result]:
    """Store a phone's entries. A known number is `repeated`, or `unusable` if its content differs.

    `queued` is how many entries the phone had to send, with these.
    """
    lock_rows(Device.objects.filter(pk=device_id))  # the same phone may send again before it has an answer
    device = Device.objects.get(pk=device_id)
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
    )
    results = [store_entry(sent, batch) for sent in entries]
    Entry.objects.bulk_create(batch.added)
    texts = [EntryText(entry=entry, name=device.name, note=batch.notes[entry.seq]) for entry in batch.added]
    EntryText.objects.bulk_create(texts)
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
    entry = Entry(
        device=batch.device,
        seq=seq,
        at=at,
        offset_ms=offset // timedelta(milliseconds=1),
        received_at=batch.received_at,
        kind=parsed.kind,
        h=parsed.h,
        ticket=batch.tickets.get(parsed.h),
        seats=parsed.seats,
        body=dict(parsed.body),
    )
    batch.stored[seq], batch.notes[seq] = entry, parsed.note[:MAX_NOTE_LENGTH]
    batch.added.append(entry)
    return entry


def is_same(known: Entry, note: str, parsed: SentEntry) -> bool:
    """Return whether an entry was sent again. A note may have been erased."""
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
