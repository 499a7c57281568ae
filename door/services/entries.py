"""Store what phones recorded. Entries are never refused: at worst they are `unusable`, and organizers see them.

Whether an entry counts depends on the entry, and on what the phone was when it was made: not on the phone's link, the
door or the drawer as they are when it arrives.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal
from uuid import UUID

from django.utils import timezone

from bookings.models import Pass
from charityshop.db.transactions import in_one_transaction
from charityshop.observability import security_log
from door.models import MAX_NOTE_LENGTH, Door, DoorEntry, DoorLink, Phone
from door.sent_entries import SentEntry, SignedIn, Unusable, choose_time, find_sign_ins, parse_entry, parse_seq
from door.services.allotments import lock_phone
from door.services.sell_at_door import book_reported_sale, get_pass, record_cash
from door.services.unusable_entries import find_codes, get_digest, store_unusable
from orders.models import Order

Answer = Literal["stored", "repeated", "unusable"]
Sent = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Result:
    """What became of an entry. `seq` is as it was sent."""

    seq: Any
    answer: Answer
    code: str | None = None
    entry: DoorEntry | None = None  # unless it is unusable


@dataclass(frozen=True, slots=True)
class Batch:
    """What the entries of a batch have in common, and the phone's entries that have the same numbers."""

    phone: Phone
    received_at: datetime
    offset: timedelta  # how far the shop's clock is ahead of the phone's
    tickets: Mapping[str, Pass]
    stored: dict[int, DoorEntry]
    added: list[DoorEntry]
    sold: dict[int, Order | None]  # by number: the orders of sales, or None if there were no seats
    sign_ins: Sequence[SignedIn]
    unusable: dict[str, str]  # why entries could not be used before, by digest
    parse: Callable[[Sent], SentEntry]
    check: Callable[[SentEntry, "Batch"], None]


def refuse_unless_allowed(parsed: SentEntry, batch: Batch) -> None:
    """Raise Unusable for what a phone wrote after its link had ended, and for cash that it took while it was no till.

    Organizers see it, but it lets nobody in.
    """
    at, offset = choose_time(parsed.at, batch.offset, batch.received_at)
    is_known = (at, offset) != (batch.received_at, timedelta())
    found = find_sign_ins(batch.sign_ins, at + offset if is_known else None)
    if parsed.kind in (DoorEntry.Kind.SALE, DoorEntry.Kind.CASH):
        found = [each for each in found if each.role == DoorLink.Role.TILL]
        if not found:
            raise Unusable("bad_entry")
    if found and all(each.had_ended(at + offset) for each in found):
        raise Unusable("link_ended")


def list_sign_ins(phone: Phone) -> list[SignedIn]:
    ends_at = phone.door.ends_at
    rows = phone.sign_ins.values_list("at", "link__role", "link__revoked_at")
    return [SignedIn(at, role, min(revoked_at or ends_at, ends_at)) for at, role, revoked_at in rows]


@in_one_transaction
def store_entries(
    *,
    phone_id: int,
    sent_at: datetime,
    queued: int,
    entries: Sequence[Sent],
    parse: Callable[[Sent], SentEntry] = parse_entry,
    check: Callable[[SentEntry, Batch], None] = refuse_unless_allowed,
) -> list[Result]:
    """Store a phone's entries. A known number is `repeated`, or `unusable` if its content differs.

    `queued` is how many entries the phone had to send, with these. `parse` and `check` say whether an entry can be
    used, the latter only for those that are new: each is checked after those before it.
    """
    is_selling = any(sent.get("kind") == DoorEntry.Kind.SALE for sent in entries)  # others need not wait for buyers
    phone = lock_phone(phone_id, is_selling=is_selling)  # it may send again before it has an answer
    received_at = timezone.now()
    numbers = [sent["seq"] for sent in entries if is_usable_number(sent)]
    stored = {entry.seq: entry for entry in phone.entries.filter(seq__in=numbers)}
    batch = Batch(
        phone=phone,
        received_at=received_at,
        offset=received_at - sent_at,
        tickets=find_tickets(entries),
        stored=stored,
        added=[],
        sold={},
        sign_ins=list_sign_ins(phone),
        unusable=find_codes(phone, [get_digest(sent) for sent in entries]),
        parse=parse,
        check=check,
    )
    results = [store_entry(sent, batch) for sent in entries]
    DoorEntry.objects.bulk_create(batch.added)
    for entry in batch.added:
        record_cash(entry, batch.sold.get(entry.seq))
    Phone.objects.filter(pk=phone_id).update(queued=max(queued - len(entries), 0))
    if forced := [entry.seq for entry in batch.added if entry.body.get("forced")]:
        security_log.note("door_forced", user=None, phone=phone.public_id, entries=",".join(map(str, forced)))
    return results


def store_entry(sent: Sent, batch: Batch) -> Result:
    """Add an entry to those of the batch, unless its number is known. Store what can't be used as it was sent, once."""
    digest = get_digest(sent)
    try:
        if digest in batch.unusable:
            raise Unusable(batch.unusable[digest])
        return add_or_find(sent, batch)
    except Unusable as problem:
        if digest not in batch.unusable:
            batch.unusable[digest] = problem.code
            store_unusable(batch.phone, sent, digest=digest, code=problem.code, received_at=batch.received_at)
        return Result(sent.get("seq"), "unusable", problem.code)


def add_or_find(sent: Sent, batch: Batch) -> Result:
    """Raise Unusable for an entry that can't be used. Its number is taken all the same, so that no gap is left."""
    seq = parse_seq(sent)
    known = batch.stored.get(seq)
    try:
        parsed = batch.parse(sent)
        if known is None:
            batch.check(parsed, batch)
    except Unusable as problem:
        if known is None:
            add_entry(seq, SentEntry(DoorEntry.Kind.UNUSABLE, None, body={"code": problem.code}), batch)
        raise
    if known is None:
        return Result(seq, "stored", entry=add_entry(seq, parsed, batch))
    if not is_same(known, parsed):
        raise Unusable("seq_reused")
    return Result(seq, "repeated", entry=known)


def add_entry(seq: int, parsed: SentEntry, batch: Batch) -> DoorEntry:
    at, offset = choose_time(parsed.at, batch.offset, batch.received_at)
    ticket = batch.tickets.get(parsed.h)
    if parsed.kind == DoorEntry.Kind.SALE:
        order = batch.sold[seq] = book_reported_sale(batch.phone, parsed.seats, parsed.body, sold_at=at + offset)
        ticket = get_pass(order) if order else None
    entry = DoorEntry(
        phone=batch.phone,
        seq=seq,
        at=at,
        offset_ms=offset // timedelta(milliseconds=1),
        received_at=batch.received_at,
        kind=parsed.kind,
        h=parsed.h,
        ticket=ticket,
        seats=parsed.seats,
        body=dict(parsed.body),
        name=batch.phone.name,
        note=parsed.note[:MAX_NOTE_LENGTH],
    )
    batch.stored[seq] = entry
    batch.added.append(entry)
    return entry


def is_same(known: DoorEntry, parsed: SentEntry) -> bool:
    """Return whether an entry was sent again. A note may have been erased.

    A sale that was made online is recognized by its seats and its cash: the phone reports it if the answer was lost.
    """
    if known.body.get("online"):
        sold = (known.kind, known.seats, known.body["given"])
        return sold == (parsed.kind, parsed.seats, parsed.body.get("given"))
    is_same_note = known.note in ("", parsed.note[:MAX_NOTE_LENGTH])
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


# --- Entries that were made under an earlier number, or at another date ----------------------------------------------
#
# A phone whose cookies were deleted gets a new number, and a link for another date may be the only one that is left to
# send with. If the phone proves that it had that number, its entries count like others. If it can't, they may be
# forged: they are stored as they were sent, for the organizer to decide.


@dataclass(frozen=True, slots=True)
class Original:
    """Under which number, and at which date, entries were made."""

    uuid: UUID
    door: str  # public ID


@dataclass(frozen=True, slots=True)
class Stored:
    """The phone whose entries they are, and what became of them."""

    phone: Phone
    results: list[Result]


@in_one_transaction
def store_earlier(
    *, phone_id: int, original: Original, sent_at: datetime, queued: int, entries: Sequence[Sent]
) -> Stored:
    """Store entries that the phone made as `original`, or keep them as unusable if it can't prove that."""
    phone = Phone.objects.get(pk=phone_id)
    named = Phone.objects.filter(uuid=original.uuid, door__public_id=original.door).first()
    if named and phone.secret_hash and named.secret_hash == phone.secret_hash:
        results = store_entries(phone_id=named.pk, sent_at=sent_at, queued=queued, entries=entries)
        return Stored(named, results)
    return Stored(phone, store_unproven(phone_id, named, original, entries))


def store_unproven(phone_id: int, named: Phone | None, original: Original, entries: Sequence[Sent]) -> list[Result]:
    phone = lock_phone(phone_id, is_selling=False)
    door = Door.objects.filter(public_id=original.door).first()
    name = [str(original.uuid), original.door]
    digests = [get_digest(sent, name) for sent in entries]
    known = find_codes(phone, digests)
    results = []
    for sent, digest in zip(entries, digests, strict=True):
        if named and has_stored(named, sent):
            results.append(Result(sent.get("seq"), "repeated"))
            continue
        if digest not in known:
            known[digest] = "bad_device"
            store_unusable(phone, sent, digest=digest, code="bad_device", received_at=timezone.now(), door=door)
        results.append(Result(sent.get("seq"), "unusable", known[digest]))
    return results


def has_stored(named: Phone, sent: Sent) -> bool:
    """Return whether the phone of that number sent this entry before, and lost the answer."""
    try:
        entry = named.entries.filter(seq=parse_seq(sent)).first()
        return entry is not None and is_same(entry, parse_entry(sent))
    except Unusable:
        return False
