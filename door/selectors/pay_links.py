"""The link that a till shows to late guests, who pay with their own phones. Nothing about it is stored.

It names the till, and its signature covers the till's sign-in, its date and when the date ends. So it ends when the
till is signed out, the door is closed, or the date ends, moves or is canceled. It grants nothing but time: prices,
seats and limits are the shop's.
"""

from dataclasses import dataclass
from urllib.parse import quote

from django.conf import settings
from django.utils import timezone

from accounts.models import User
from bookings.services.door_seats import count_left
from charityshop.exceptions import Missing
from charityshop.security.link_tokens import get_public_id, is_valid_link_token, make_link_token
from door.models import DoorLink, Phone
from events.datetimes import format_utc
from events.models import Occurrence
from orders.pricing import ZERO, Totals
from orders.services.place_order import find_sources, price_dates


class PayLinkEnded(Missing):
    """The link is no longer valid, or is another shop's."""

    code = "door_link_ended"
    message = "This code is no longer valid. Ask at the door for a new one."


@dataclass(frozen=True, slots=True)
class LateOffer:
    """What a late guest can buy, and the price of the seats that were asked for."""

    date: Occurrence
    left: int
    totals: Totals


def format_pay_url(phone: Phone) -> str:
    """Return the link of a till, to its event's page. Pass it with its door and date."""
    date = phone.door.occurrence
    token = make_link_token(get_kind(phone), phone.public_id, get_end(date))
    # In the fragment, which the first request does not send.
    start = quote(format_utc(date.starts_at), safe="")
    return f"{settings.SITE_URL}/product/{date.event.public_id}?rsvpDate={start}#door={token}"


def find_till(token: str) -> Phone:
    """Return the till that shows this link, with its date and event. Raise PayLinkEnded."""
    tills = Phone.objects.select_related("link", "door__occurrence__event")
    phone = tills.filter(public_id=get_public_id(token)).first()
    if phone is None or not is_selling(phone):
        raise PayLinkEnded
    if not is_valid_link_token(token, get_kind(phone), get_end(phone.door.occurrence)):
        raise PayLinkEnded
    return phone


def is_selling(phone: Phone) -> bool:
    """Return whether the phone is a till of an open door, and visitors may see its date, which has not ended.

    A revoked link signs the phone out.
    """
    date, is_till = phone.door.occurrence, phone.link is not None and phone.link.role == DoorLink.Role.TILL
    is_on = date.takes_place and date.event.is_public and date.ends_at > timezone.now()
    return is_till and phone.is_signed_in and phone.door.closed_at is None and is_on


def get_kind(phone: Phone) -> str:
    return f"pay at the door:{phone.token_hash}:{phone.door.occurrence_id}"


def get_end(date: Occurrence) -> int:
    return int(date.ends_at.timestamp())


def get_offer(*, token: str, seats: int, by: User | None) -> LateOffer:
    """Return what these seats cost this visitor. Raise PayLinkEnded."""
    date, now = find_till(token).door.occurrence, timezone.now()
    priced = price_dates(
        dates={date.pk: date}, wanted={date.pk: seats}, gift=ZERO, sources=find_sources(code="", by=by), by=by, now=now
    )
    return LateOffer(date, count_left(date, now), priced.cart.totals)
