"""Create the demo's past date: three members paid for seats, were thanked the morning after, and two of them answered.

The PayPal simulator can't be paid in the past. So the seats are bought for a later date and then moved to the past one.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.utils import timezone

from accounts.models import User
from bookings.mails import get_event_url
from bookings.models import Booking
from changes.demo import JUNE, ORGANIZER, THEO, WREN, buy_seats, find_date, set_back
from charityshop.db.transactions import in_one_transaction
from charityshop.models import ShopSettings
from events.datetimes import get_shop_zone
from events.models import Occurrence
from orders.models import Order
from recaps.models import Recap
from recaps.selectors.drafts import get_morning_after
from recaps.services import change_draft, make_answer_token, send_recap, store_answer

EVENT = "Wednesday Standard and Stouts"
BUYERS = {JUNE: 3, THEO: 2, WREN: 4}
WEEK = timedelta(days=7)
ADDRESS = "The Long Table, 1907 Foundry Avenue, Port Alder, WA 98221"
NOTE = "We found a gray scarf under table four. It waits for you at the bar."
ANSWERS = ((True, "My first time, and everybody was kind."), (False, "It got too loud to hear the judge after nine."))


def seed_recap() -> list[str]:
    """Create the past date, unless there is one, and return its address."""
    later, users = find_date(EVENT, 2), User.objects.in_bulk([ORGANIZER, *BUYERS], field_name="email")
    if later is None or len(users) <= len(BUYERS):
        return ["The demo has no past date: its event or its members are missing."]
    recap = Recap.objects.filter(occurrence__event=later.event).select_related("occurrence").first()
    past = recap.occurrence if recap else thank_buyers(later, users)
    return [f"Past date: {get_event_url(later.event.public_id, past.starts_at)}"]


def thank_buyers(later: Occurrence, users: dict[str, User]) -> Occurrence:
    """Let members buy seats of a later date, and then let it be over."""
    orders = [buy_seats(users[email], later, seats) for email, seats in BUYERS.items()]
    return move_into_past(later, orders, users[ORGANIZER])


@in_one_transaction
def move_into_past(later: Occurrence, orders: Sequence[Order], organizer: User) -> Occurrence:
    """Move the orders to a past date, and send its thank-you emails: now, or `upkeep` would send them before."""
    shop, _ = ShopSettings.objects.get_or_create(pk=ShopSettings.ONLY)
    ShopSettings.objects.filter(pk=shop.pk, postal_address="").update(postal_address=ADDRESS)
    past, morning = create_past_date(later, timezone.now())
    for order in orders:
        Booking.objects.filter(order_line__order=order).update(occurrence=past)
        set_back(Order.objects.filter(pk=order.pk), later.starts_at - past.starts_at)
    change_draft(date_id=past.pk, note=NOTE, is_stopped=False, by=organizer)
    send_recap(past.pk, now=morning)
    answer(past)
    return past


def create_past_date(later: Occurrence, now: datetime) -> tuple[Occurrence, datetime]:
    """Create the last date of the series whose morning after has come. Return it with that morning."""
    starts_at, length = later.starts_at, later.ends_at - later.starts_at
    while (morning := get_morning_after(starts_at + length, get_shop_zone())) > now:
        starts_at -= WEEK
    times = {"starts_at": starts_at, "ends_at": starts_at + length}
    return Occurrence.objects.get_or_create(event=later.event, starts_at=starts_at, defaults=times)[0], morning


def answer(date: Occurrence) -> None:
    for recipient, (is_good, text) in zip(date.recap.recipients.all(), ANSWERS, strict=False):
        store_answer(token=make_answer_token(recipient), is_good=is_good, text=text)
