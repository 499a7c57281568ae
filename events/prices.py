"""What is charged beside an event's price."""

from decimal import Decimal

from django.conf import settings

from events.models import Place


def get_tax_rate(place: Place) -> Decimal:
    """Return the sales tax rate of dates at a place, a fraction: its own, or the shop's."""
    return Decimal(settings.TAX_RATE if place.tax_rate is None else place.tax_rate)
