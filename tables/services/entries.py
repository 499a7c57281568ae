"""Store what the writer's phone recorded about a tournament, as entries of the door's log.

The lease decides who may, not the phone's link: what was paired without a connection counts, whatever happened to the
link until it could be sent.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from django.db.models import Q
from django.utils import timezone

from bookings.models import Pass
from charityshop.db.transactions import in_one_transaction
from charityshop.exceptions import DomainError
from door.models import DoorEntry, DoorLink, Phone
from door.selectors.log import get_seen
from door.sent_entries import SentEntry, Unusable, parse_seq
from door.services.entries import Batch, Result, Sent, is_usable_number, store_entries
from door.services.phones import WrongRole
from outbox.discord.posting import announce_post
from tables.facts import KIND, parse_fact
from tables.models import Player, Tournament
from tables.progress import Progress
from tables.selectors import get_progress
from tables.services.tournaments import get_owner, lock_tournament, save_change


@dataclass(frozen=True, slots=True)
class Stored:
    seen: int
    results: Sequence[Result]


@in_one_transaction
def store_facts(
    *,
    tournament_id: int,
    generation: int,
    entries: Sequence[Sent],
    sent_at: datetime | None,
    queued: int | None,
    phone: Phone | None,
    is_admin: bool,
) -> Stored:
    """Store entries of the phone that holds the lease of this generation.

    Raise DomainError (`taken_over`) if it does not hold it any longer, and WrongRole for a phone that may not take it.
    """
    tournament = lock_tournament(tournament_id)
    writer = find_writer(tournament, phone, is_admin=is_admin)
    if writer is None or tournament.generation != generation:
        refuse_unless_scorekeeper(phone, is_admin=is_admin)
        # Up to which number the tournament has what was sent; null: unknown.
        seen = count_used(phone, entries) if phone else None
        raise DomainError("Another phone keeps the tables now.", code="taken_over", seen=seen)
    progress = get_progress(tournament)
    results = store_entries(
        phone_id=writer.pk,
        sent_at=sent_at or timezone.now(),
        queued=writer.queued if queued is None else queued,
        entries=entries,
        parse=partial(parse_fact, phone=writer.uuid),
        check=partial(follow, progress),
    )
    added = [each.entry for each in results if each.answer == "stored" and each.entry]
    if added:
        add_players(tournament, [entry for entry in added if entry.body["kind"] == "player"])
        tournament.ended_at = next((entry.happened_at for entry in added if entry.body["kind"] == "end"), None)
        save_change(tournament, "ended_at")
        for entry in added:
            if entry.body["kind"] == "round":
                announce_post("round", f"{tournament.public_id} {entry.body['number']}")
    return Stored(count_seen(writer), results)


def find_writer(tournament: Tournament, phone: Phone | None, *, is_admin: bool) -> Phone | None:
    """Return the phone that writes if it is this one. At another date, a phone proves it by its secret."""
    writer = tournament.writer
    if writer is None:
        return None
    if phone and (phone.pk == writer.pk or (phone.secret_hash and phone.secret_hash == writer.secret_hash)):
        return writer
    return writer if is_admin and writer.link_id is None else None


def refuse_unless_scorekeeper(phone: Phone | None, *, is_admin: bool) -> None:
    """Raise WrongRole for a phone that never had a link for the tables."""
    if phone and not is_admin and not phone.sign_ins.filter(link__role=DoorLink.Role.TABLES).exists():
        raise WrongRole


def follow(progress: Progress, parsed: SentEntry, batch: Batch) -> None:
    """Raise Unusable unless the fact can follow those before it, also those of the same batch."""
    progress.check(parsed.body)
    if parsed.body["kind"] == "player" and Player.objects.filter(public_id=parsed.body["_id"]).exists():
        raise Unusable("bad_entry")  # of another tournament
    progress.apply(parsed.body, at=batch.received_at)


def add_players(tournament: Tournament, entries: Sequence[DoorEntry]) -> None:
    """Create the players whom the scorekeeper added, with their tickets if the phone named them."""
    for entry in entries:
        named = entry.body.get("pass")
        ticket = Pass.objects.filter(Q(h=named) | Q(public_id=named)).select_related("booking").first()
        others = tournament.players.select_related("ticket__booking")
        plus = sum(get_owner(each.ticket) == get_owner(ticket) for each in others)
        Player.objects.create(tournament=tournament, public_id=entry.body["_id"], ticket=ticket, plus=plus, entry=entry)


def count_seen(phone: Phone) -> int:
    return get_seen(list(phone.entries.values_list("seq", flat=True)))


def count_used(phone: Phone, entries: Sequence[Sent]) -> int:
    """Return up to which number the tournament has what was sent. The door may have kept later entries."""
    used = set(phone.entries.filter(kind=KIND).values_list("seq", flat=True))
    sent = [parse_seq(each) for each in entries if is_usable_number(each)]
    return min([count_seen(phone), *(seq - 1 for seq in sent if seq not in used)])
