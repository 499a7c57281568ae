"""What the club's Discord channel, and previews of links, are told about a past date. They name nobody."""

from bookings.ical.feed import get_date_url
from bookings.posts import is_public
from events.formatting import format_seats
from events.models import Occurrence
from outbox.discord.posting import format_time, plain
from outbox.messages import NothingToSend
from outbox.models import Outgoing
from recaps.models import Recap
from recaps.selectors.details import find_next_date
from recaps.selectors.figures import get_figures
from recaps.sentences import format_opening, format_units


def write_recap(post: Outgoing) -> str:
    """Say what was received for a date by now, and when the next one is. Raise NothingToSend if nobody may read it."""
    recap = Recap.objects.select_related("occurrence__event").filter(pk=post.about).first()
    if recap is None or not is_public(recap.occurrence):
        raise NothingToSend("The event is hidden.")
    date, figures = recap.occurrence, get_figures(recap.occurrence)
    if figures.received is None:
        raise NothingToSend("There is no number to tell.")
    opening = format_opening(date, figures, so_far=recap.is_so_far)
    brought = plain(f"{opening} {format_units(figures)}".strip())
    return "\n".join([brought, *describe_next_date(date), get_date_url(date)])


def describe_next_date(date: Occurrence) -> list[str]:
    """Return a line about the event's next date, or none."""
    found = find_next_date(date)
    if found is None:
        return []
    left = f", {format_seats(found.left)} left" if found.is_open else ", sold out"
    return [f"Next: {format_time(found.occurrence.starts_at)}{left}"]


def describe_for_previews(date: Occurrence) -> str:
    figures = get_figures(date)
    if figures.received is None:
        return "Thank you to everybody who came."
    return f"{format_opening(date, figures)} {format_units(figures)}".strip()
