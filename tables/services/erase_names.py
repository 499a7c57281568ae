"""Erase the names that scorekeepers typed for the seats of a deleted account.

All typed names are notes of the door's log, which erases them 30 days after the date. Other names are those of tickets
and buyers, and are erased with them.
"""

from django.db.models import F

from accounts.models import User
from door.models import Entry, EntryText
from tables.models import Player, Tournament


def erase_typed_names(user: User) -> None:
    """Erase them, in the caller's transaction. Names of guests who claimed a seat belong to the guests."""
    players = Player.objects.filter(ticket__booking__user=user, ticket__seat_link=None)
    ids, tournaments = set(players.values_list("public_id", flat=True)), players.values("tournament")
    about = Entry.objects.filter(device__night__tournament__in=tournaments, kind=Entry.Kind.TABLES)
    named = [pk for pk, body in about.values_list("pk", "body") if ids & {body.get("player"), body.get("_id")}]
    EntryText.objects.filter(entry__in=named).exclude(note="").update(note="")
    Tournament.objects.filter(pk__in=tournaments).update(version=F("version") + 1)
