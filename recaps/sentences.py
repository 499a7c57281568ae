"""What is said about a date's figures, in the email, in link previews and to staff."""

from charityshop.branding.shop import current_shop
from charityshop.money import format_dollars
from charityshop.text import one_printable_line
from events.formatting import format_count
from events.models import Occurrence
from recaps.selectors.figures import Figures


def format_opening(date: Occurrence, figures: Figures, *, so_far: bool = False) -> str:
    """Return "Friday Draft brought in $212.40 after PayPal's fees; …", or a sentence without a number.

    It says what is for the charity once staff have entered what the date cost.
    """
    name = one_printable_line(date.event.name)
    if figures.received is None or figures.for_charity is None:
        return f"It was good to have you at {name}."
    amount = format_dollars(figures.received)
    brought = f"{name} has brought in {amount} so far" if so_far else f"{name} brought in {amount}"
    if not figures.costs:
        return f"{brought} after PayPal's fees; what it cost comes off at the end of the month."
    if figures.for_charity <= 0:
        return f"{brought} after PayPal's fees, and cost {format_dollars(figures.costs)}."
    left, charity = format_dollars(figures.for_charity), current_shop().charity
    return f"{brought} after PayPal's fees: {left} for {charity} after costs of {format_dollars(figures.costs)}."


def format_units(figures: Figures, *, has_paid: bool = False) -> str:
    """Return "You and 31 others paid for 118 school lunches.", or how many people did to somebody who hasn't paid.

    While nobody has entered what the date cost, it begins with "Before costs,".
    """
    if not figures.unit_count or figures.goal is None:
        return ""
    who = f"you and {format_count(figures.buyers - 1, 'other')}" if has_paid else f"{figures.buyers} people"
    paid = f"{who} paid for {figures.unit_count:,} {figures.goal.unit_name}."
    return paid[0].upper() + paid[1:] if figures.costs else f"Before costs, {paid}"
