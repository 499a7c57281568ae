"""Staff's email about a day: sums of the journal's rows by date, and what needs a decision. It is written when sent."""

from datetime import datetime

from attention.selectors.attention import list_attention_items
from attention.selectors.day_sales import DateSales, list_date_sales, sum_day
from attention.selectors.gifts_for_costs import list_seasons_on_gifts
from attention.services.send_day_sales import filter_wanting
from charityshop.money import format_signed
from charityshop.spa.page import absolute
from charityshop.text import format_short_day
from events.formatting import format_day, format_seats
from outbox.mail.rendering import MessageContent
from outbox.messages import NothingToSend
from outbox.models import Outgoing

MAX_DECISIONS = 10


def write_day_sales(mail: Outgoing) -> MessageContent:
    """Say what was sold on a day, and what waits now. Raise NothingToSend to who is no staff any more."""
    user = filter_wanting().filter(pk=mail.owner_id or 0).first()
    if user is None:
        raise NothingToSend("the emails were turned off, or the account is no admin's any more.")
    at_midnight = datetime.fromisoformat(mail.about)
    day, name = at_midnight.date(), format_short_day(at_midnight)
    items = [*list_attention_items(), *list_seasons_on_gifts()]
    waiting = [f"{item.number}: {item.message}" if item.number else item.message for item in items]
    context = {
        "first_name": user.first_name,
        "day": name,
        "dates": [describe_sales(each) for each in list_date_sales(day)],
        "received": format_signed(sum_day(day).received),
        "waiting": waiting[:MAX_DECISIONS],
        "more": max(0, len(waiting) - MAX_DECISIONS),
        "url": absolute("/admin/orders"),
        "profile_url": absolute(f"/user/{user.public_id}"),
    }
    return MessageContent(f"Sales of {name}", context)


def describe_sales(sales: DateSales) -> dict[str, str]:
    of = sales.date
    counts = [f"{format_seats(sales.sold)} sold" if sales.sold else "", f"{sales.free} free" if sales.free else ""]
    return {
        "name": f"{of.event.name}, {format_day(of.starts_at)}" if of else "Without a date",
        "seats": " · ".join(filter(None, counts)),
        "received": format_signed(sales.sums.received),
    }
