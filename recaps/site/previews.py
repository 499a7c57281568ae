"""What previews of links to a past date say."""

from events.models import Occurrence
from recaps.selectors.details import get_public_figures
from recaps.sentences import format_opening, format_units


def describe_for_previews(date: Occurrence) -> str:
    figures = get_public_figures(date)
    if figures.raised is None:
        return "Thank you to everybody who came."
    return f"{format_opening(date, figures)} {format_units(figures)}".strip()
