"""What tournaments have about a user: for the export of their data, and to erase it with their account."""

from typing import Any

from django.db.models import F

from accounts.models import User
from charityshop import audit
from door.models import DoorEntry
from tables.models import Player, Tournament
from tables.selectors import select_tournaments, show_tournament


def export_seats(user: User) -> list[dict[str, Any]]:
    """Return the seats of the user that played, what they were called in public, and what was reported for them."""
    own = Player.objects.filter(ticket__booking__user=user, ticket__seat_link=None).prefetch_related("reports")
    reports = {each.public_id: [report.result for report in each.reports.all()] for each in own}
    return [
        {
            "event": tournament.door.occurrence.event.name,
            "startTime": audit.as_text(tournament.door.occurrence.starts_at),
            "format": tournament.format,
            "name": shown.name,
            "reports": reports[shown.public_id],
        }
        for tournament in select_tournaments().filter(players__in=own).distinct().order_by("pk")
        for shown in show_tournament(tournament).players
        if shown.public_id in reports
    ]


def erase_typed_names(user: User) -> None:
    """Erase the names that scorekeepers typed for the seats of a deleted account, in the caller's transaction.

    All typed names are notes of the door's log, which erases them 30 days after the date. Other names are those of
    tickets and buyers, and are erased with them. Names of guests who claimed a seat belong to the guests.
    """
    players = Player.objects.filter(ticket__booking__user=user, ticket__seat_link=None)
    ids, tournaments = set(players.values_list("public_id", flat=True)), players.values("tournament")
    about = DoorEntry.objects.filter(phone__door__tournament__in=tournaments, kind=DoorEntry.Kind.TABLES)
    named = [pk for pk, body in about.values_list("pk", "body") if ids & {body.get("player"), body.get("_id")}]
    DoorEntry.objects.filter(pk__in=named).exclude(note="").update(note="")
    Tournament.objects.filter(pk__in=tournaments).update(version=F("version") + 1)
