"""`{% practice_bar %}`: says on top of every page that no real money moves. Nothing in a live shop."""

from django import template
from django.conf import settings

register = template.Library()


@register.inclusion_tag("practice.html")
def practice_bar(*, has_styles: bool = False) -> dict[str, bool]:
    """`has_styles`: the page's own style sheet has those of the bar. It needs neither the request nor the database."""
    return {"is_practice": settings.PAYPAL_ENVIRONMENT in ("simulator", "sandbox"), "has_styles": has_styles}
