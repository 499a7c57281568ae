"""What is said about a date's figures, in the email, in link previews and to staff."""

from charityshop.money import format_dollars
from charityshop.text import one_printable_line
from events.formatting import format_count
from events.models import Occurrence
from recaps.selectors.figures import Figures


def format_opening(date: Occurrence, figures: Figures, *, so_far: bool = False) -> str:
    """Return "Friday Draft raised $212.40.", or a sentence without a number."""
    name = one_printable_line(date.event.name)
    if figures.raised is None:
        return f"It was good to have you at {name}."
    amount = format_dollars(figures.raised)
    return f"{name} has raised {amount} so far." if so_far else f"{name} raised {amount}."


def format_units(figures: Figures, *, has_paid: bool = False) -> str:
    """Return "With 31 others you paid for 118 school lunches.", or how many people did to somebody who hasn't paid."""
    if not figures.unit_count or figures.goal is None:
        return ""
    who = f"With {format_count(figures.buyers - 1, 'other')} you" if has_paid else f"{figures.buyers} people"
    return f"{who} paid for {figures.unit_count:,} {figures.goal.unit_name}."
