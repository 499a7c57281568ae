"""The email to the charity when a month is closed: sums of the journal's rows, as its page of the ledger has them."""

from collections.abc import Iterator

from django.db.models.functions import Coalesce

from charityshop.branding.shop import current_shop
from charityshop.money import format_signed
from charityshop.spa.page import absolute
from events.formatting import format_day
from events.models import Occurrence
from ledger.calendar import LedgerMonth
from ledger.selectors.months import MonthWithLines, list_transfers
from outbox.mail.posting import log_posting_errors, post_mail
from payments.selectors.sums import Sums, sum_rows_by


@log_posting_errors
def email_charity(closed: MonthWithLines) -> None:
    """Queue the email in the transaction that closes the month, so that there is one. Without an address: none.

    What is refunded or corrected later is in the next month, so the sums stay as they are now.
    """
    shop, month = current_shop(), closed.month
    if not shop.row.charity_email:
        return
    context = {
        "first_name": "",
        "month": month.name,
        "charity": shop.charity,
        "dates": list(describe_dates(month)),
        "sums": describe(closed.sums),
        "left": format_signed(closed.carried_forward),
        "url": absolute(f"/ledger/{month}"),
    }
    post_mail(
        "month_closed", to=shop.row.charity_email, owner_id=None, subject=f"{month.name} is closed", context=context
    )


def describe_dates(month: LedgerMonth) -> Iterator[dict[str, str]]:
    """Describe what the month has of each date, the first one first, and then what belongs to none."""
    rows = list_transfers(month).annotate(of=Coalesce("line__booking__occurrence", "entry__occurrence"))
    sums = sum_rows_by(rows, "of")
    dates = Occurrence.objects.select_related("event").filter(pk__in=[pk for (pk,) in sums if pk])
    for date in dates.order_by("starts_at", "pk"):
        yield {"name": f"{date.event.name}, {format_day(date.starts_at)}"} | describe(sums[date.pk,])
    if (None,) in sums:
        yield {"name": "Without a date"} | describe(sums[None,])


def describe(sums: Sums) -> dict[str, str]:
    each = {"received": sums.received, "costs": sums.costs, "for_charity": sums.for_charity, "paid_out": sums.paid_out}
    return {name: format_signed(amount) for name, amount in each.items()}
