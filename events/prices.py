"""What is charged beside an event's price."""

from decimal import Decimal

from django.conf import settings

from events.models import Event


def get_tax_rate(event: Event) -> Decimal:
    """Return the sales tax rate of the event's dates, a fraction: the shop's."""
    return Decimal(settings.TAX_RATE)
