"""Read the price settings for the pricing module, which imports nothing from Django."""

from decimal import Decimal

from django.conf import settings

from orders.pricing import PriceRules


def get_price_rules() -> PriceRules:
    return PriceRules(
        tax_rate=settings.TAX_RATE or Decimal(0),
        shipping_flat=settings.SHIPPING_FLAT or Decimal(0),
        shipping_free_over=settings.SHIPPING_FREE_OVER,
        price_per="booking" if settings.PRICE_PER == "booking" else "seat",
    )
