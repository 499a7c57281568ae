"""Posts to the club's Discord channel about tournaments. They name no player."""

from bookings.posts import is_public
from charityshop.spa.page import absolute
from events.formatting import format_count
from outbox.discord.posting import plain
from outbox.messages import NothingToSend
from outbox.models import Outgoing
from tables.models import Tournament
from tables.selectors import get_progress


def write_round(post: Outgoing) -> str:
    """Say that a round is paired, and where its tables are.

    Raise NothingToSend if it was taken back, if it is over, perhaps before the phone could send it, or if the date is
    canceled or hidden.
    """
    public_id, number = post.about.split()
    tournament = Tournament.objects.select_related("door__occurrence__event").filter(public_id=public_id).first()
    if tournament is None or tournament.get_end():
        raise NothingToSend("The tournament is over.")
    if not is_public(tournament.door.occurrence):
        raise NothingToSend("The date is canceled or hidden.")
    rounds = get_progress(tournament).rounds
    if not rounds or rounds[-1].number != int(number):
        raise NothingToSend("The round was taken back, or the next one is paired.")
    event = tournament.door.occurrence.event
    tables = format_count(len(rounds[-1].tables), "table")
    return f"Round {number} of **{plain(event.name)}** is paired: {tables}.\n{absolute(f'/tables/{public_id}')}"
