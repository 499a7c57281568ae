"""Write down what money is for, when it moves. Nothing else writes transfers.

Call `post_money` in the transaction that stores what happened, with the order and its dates locked: it may lock what
is closed. Posting never stops that transaction. What fails, or what a crash left, stays without `posted_on`, and
`post_what_is_missing` does it later.
"""

import logging
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from django.conf import settings
from django.db import OperationalError, connection, transaction
from django.db.models import F, Min, Q, QuerySet, Sum
from django.utils import timezone

from charityshop.db.retries import run_each
from charityshop.db.transactions import Conflict, in_one_transaction
from orders.models import Order
from orders.pricing import ZERO, scale_totals
from orders.selectors.orders import share_totals
from orders.services.locks import lock_order_and_dates
from payments.accounts import MONEY, Account
from payments.models import ClosedMonth, LedgerEntry, Payment, Refund, RefundPart, Transfer
from payments.postings import OrderBooks, Part, Return, Row, Sale

log = logging.getLogger(__name__)

# From where the rows of a payment or refund are numbered, by what is posted. So the database refuses to post it twice.
FIRST, CLAIMED, FEE_BACK, UNDONE = 1, 10_001, 20_001, 30_001


def lock_owner(money: Payment | Refund) -> Order | Payment:
    """Lock and return the order of a payment or refund, with its dates, or the payment that nobody has claimed."""
    if money.order_id is not None:
        return lock_order_and_dates(money.order_id)
    payment = Payment.objects.select_for_update(no_key=True).get(pk=get_payment(money).pk)
    if payment.order_id is not None:
        raise Conflict  # an order has claimed it in the meantime
    return payment


def post_money(owner: Order | Payment) -> None:
    """Post what is missing of an order's money, or of a payment that belongs to no order, which is locked then.

    If that fails, what happened is stored all the same. Only a conflict of the whole transaction is raised.
    """
    try:
        with transaction.atomic():
            post_missing(owner)
    except OperationalError:
        raise
    except Exception:
        log.exception("%s %s: its money is not posted", type(owner).__name__, owner.pk)


def post_missing(owner: Order | Payment) -> None:
    is_order = isinstance(owner, Order)
    for payment in list_missing_payments().filter(Q(order=owner) if is_order else Q(order=None, pk=owner.pk)):
        post_payment(payment)
    for refund in list_missing_refunds().filter(Q(order=owner) if is_order else Q(order=None, payment=owner)):
        post_refund(refund)


def list_unposted_payments() -> QuerySet[Payment]:
    """Return completed payments that are not posted: mostly those whose fee PayPal has not reported yet."""
    return Payment.objects.filter(status=Payment.Status.COMPLETED, currency=settings.CURRENCY, posted_on=None)


def list_missing_payments() -> QuerySet[Payment]:
    """Return completed payments that are not posted, though PayPal has reported their fee."""
    missing = list_unposted_payments().filter(fee__isnull=False)
    return missing.select_related("order").order_by("captured_at", "pk")


def list_unposted_refunds() -> QuerySet[Refund]:
    """Return completed refunds that are not posted, perhaps because their payment isn't. A release moves no money.

    The journal has no payments in other currencies, and so nothing that staff return of them by hand.
    """
    completed = Refund.objects.filter(status=Refund.Status.COMPLETED, posted_on=None)
    return completed.exclude(kind=Refund.Kind.RELEASE).filter(of_payments(currency=settings.CURRENCY))


def list_missing_refunds() -> QuerySet[Refund]:
    """Return completed refunds that are not posted, though their payment is, in the order in which they completed."""
    missing = list_unposted_refunds().filter(of_payments(posted_on__isnull=False))
    return missing.select_related("payment__order").order_by("completed_at", "pk")


def of_payments(**wanted: Any) -> Q:
    """Match refunds of such payments. What staff return another way is of the one that counts."""
    by_hand = Q(payment=None, order__in=Payment.objects.filter(**wanted).counting().values("order"))
    return Q(**{f"payment__{name}": value for name, value in wanted.items()}) | by_hand


def post_payment(payment: Payment) -> None:
    """Post a payment: what its order sold, or that it is owed to the person who paid it.

    One that nobody had claimed was owed until now, and its fee was of no order.
    """
    day, fee, is_again = choose_open_day(timezone.localdate(payment.captured_at)), payment.fee, was_unclaimed(payment)
    source: dict[str, Any] = {"day": day, "payment": payment, "order": payment.order}
    if not is_owed(payment):
        if fee and is_again:
            store_rows([Row(Account.PAYPAL, Account.PAYPAL_FEES, fee)], first=FEE_BACK, day=day, payment=payment)
        store_rows(OrderBooks(read_sale(payment)).post_payment(), first=CLAIMED if is_again else FIRST, **source)
    elif not is_again:
        line = find_first_line(payment)
        fees = [Row(Account.PAYPAL_FEES, Account.PAYPAL, fee, line)] if fee else []
        store_rows([Row(get_money(payment), Account.OWED, payment.amount, line), *fees], **source)
    payment.posted_on = day
    payment.save(update_fields=["posted_on"])


def is_owed(payment: Payment) -> bool:
    """Return whether a payment is for nothing that an order sold."""
    return payment.order is None or payment.is_extra


def was_unclaimed(payment: Payment) -> bool:
    """Return whether a payment was posted while it belonged to no order. Only those of browsers are claimed."""
    is_claimable = payment.from_browser or payment.order_id is None
    return is_claimable and payment.transfers.filter(order=None).exists()


def post_refund(refund: Refund) -> None:
    """Post a refund, a reversal or the return of a reversal, with the part of its fee that PayPal gave back.

    One of money that an order has claimed since was of what was owed: that is undone, and it is posted as the order's.
    """
    payment = get_payment(refund)
    if payment.posted_on is None:
        raise ValueError(f"Payment {payment.pk} has to be posted before its refund.")
    returned_on = (refund.returns and refund.returns.posted_on) or payment.posted_on
    day = choose_open_day(max(timezone.localdate(refund.completed_at), payment.posted_on, returned_on))
    source: dict[str, Any] = {"day": day, "payment": payment, "refund": refund, "order": payment.order}
    rows, fee_rows = list_refund_rows(refund, payment), list_fee_rows(refund, payment)
    if payment.order and was_unclaimed(payment) and (undone := list_unclaimed_rows(refund)):
        store_rows(undone, first=UNDONE, **source | {"order": None})
        store_rows([*rows, *fee_rows], first=CLAIMED, **source)
    else:
        store_rows(rows, **source)
        store_rows(fee_rows, first=FEE_BACK, **source)
    refund.posted_on = day
    refund.save(update_fields=["posted_on"])


def list_unclaimed_rows(refund: Refund) -> list[Row]:
    """Return the opposite of the rows that a refund got while nobody had claimed its payment."""
    rows = refund.transfers.filter(order=None)
    return [Row(row.debit, row.credit, row.amount).opposite for row in rows]


def list_refund_rows(refund: Refund, payment: Payment) -> list[Row]:
    money, is_return = get_money(payment, refund), refund.kind == Refund.Kind.RETURNED
    if payment.order is None or payment.is_extra:
        row = Row(Account.OWED, money, refund.amount, find_first_line(payment))
        return [row.opposite if is_return else row] if refund.amount else []
    books = OrderBooks(read_sale(payment), read_rows(payment.order), count_returned(refund))
    if is_return:
        standing = [build_return(each, payment) for each in list_standing(refund, payment)]
        return books.post_return(standing, refund.amount, money)
    return books.post_refund(build_return(refund, payment))


def list_fee_rows(refund: Refund, payment: Payment) -> Iterable[Row]:
    """Return the part of PayPal's fee that is back: for a return, PayPal's fee is more of it. Unknown: none yet."""
    fee_back = refund.fee_back or ZERO
    if fee_back and is_owed(payment):
        row = Row(Account.PAYPAL, Account.PAYPAL_FEES, abs(fee_back), find_first_line(payment))
        return [row if fee_back > 0 else row.opposite]
    return OrderBooks(read_sale(payment)).list_fee_rows(-fee_back) if fee_back else []


def post_fee_back(refund: Refund) -> None:
    """Post what PayPal gave back of its fee, which it reported later than the refund. The order is locked."""
    if refund.posted_on:
        payment, day = get_payment(refund), choose_open_day(refund.posted_on)
        source: dict[str, Any] = {"day": day, "payment": payment, "refund": refund, "order": payment.order}
        store_rows(list_fee_rows(refund, payment), first=FEE_BACK, **source)


def find_first_line(payment: Payment) -> int | None:
    """Return the line that has what is for no seats of the payment's order. None: it has no lines."""
    return payment.order.lines.values_list("pk", flat=True).first() if payment.order else None


def get_payment(money: Payment | Refund) -> Payment:
    """Return the payment that a refund is of. What staff return another way is of the one that counts."""
    if isinstance(money, Payment):
        return money
    return money.payment or Payment.objects.counting().get(order=money.order)


def get_money(payment: Payment, refund: Refund | None = None) -> Account:
    """Return the account of a payment, or of its refund: staff return money of PayPal from the bank."""
    if payment.is_cash:
        return Account.CASH
    return Account.BANK if refund and refund.kind == Refund.Kind.BY_HAND else Account.PAYPAL


def read_sale(payment: Payment) -> Sale:
    """Read what a payment that counts was for: the order's prices, scaled to its amount."""
    order = payment.get_order()
    money = Account.OWED if was_unclaimed(payment) else get_money(payment)
    totals = scale_totals(order.sold_totals, payment.amount)
    return Sale(totals, share_totals(totals, order.lines.all()), money, payment.fee or ZERO)


def read_rows(order: Order) -> list[Row]:
    """Read the sums of the order's rows, but for second payments, which are for nothing."""
    rows = Transfer.objects.filter(order=order, payment__is_extra=False).order_by()
    return [Row(*row) for row in rows.values_list("debit", "credit", Sum("amount"), "line")]


def count_returned(refund: Refund) -> dict[int, int]:
    """Return the seats by line that the refunds before this one returned."""
    before = Q(refund__posted_on__isnull=False) | Q(refund__kind=Refund.Kind.RELEASE)
    parts = RefundPart.objects.filter(before, refund__order=refund.order, refund__status=Refund.Status.COMPLETED)
    return dict(parts.exclude(refund=refund).order_by().values_list("line").annotate(Sum("seats")))


def list_standing(returned: Refund, payment: Payment) -> Sequence[Refund]:
    """Return the posted refunds of an order without its reversals whose money is back, in the order of their rows."""
    posted = payment.get_order().refunds.of_order().filter(posted_on__isnull=False).exclude(kind=Refund.Kind.RETURNED)
    standing = posted.exclude(returned=returned).exclude(returned__posted_on__isnull=False)
    in_order = F("first_row").asc(nulls_last=True)  # a refund without money has no row
    return list(standing.annotate(first_row=Min("transfers")).prefetch_related("parts").order_by(in_order, "pk"))


def build_return(refund: Refund, payment: Payment) -> Return:
    parts = [Part(part.line_id, part.seats, part.amount, part.fee, part.donated) for part in refund.parts.all()]
    return Return(refund.amount, get_money(payment, refund), refund.of_gift, parts)


def store_rows(rows: Iterable[Row], *, first: int = FIRST, **columns: Any) -> None:
    """Store rows with these columns, with numbers from `first`."""
    Transfer.objects.bulk_create(
        Transfer(debit=row.debit, credit=row.credit, amount=row.amount, line_id=row.line, number=number, **columns)
        for number, row in enumerate(rows, first)
    )


# --- What staff enter -------------------------------------------------------------------------------------------------


def post_entry(entry: LedgerEntry, *, source: Account, target: Account, day: date, amount: Decimal) -> None:
    """Post what staff entered on a day of an open month, which is locked. A negative amount takes back."""
    row = Row(target, source, abs(amount))
    store_rows([row.opposite if amount < 0 else row], day=day, entry=entry)


def move_entry(entry: LedgerEntry, account: Account | None = None) -> None:
    """Post the difference so that an entry's money is in this account. None: in the one that staff named first.

    The entry's month is open, and locked. What moved between two accounts of money, or touched none, stays.
    """
    first, *moves = entry.transfers.order_by("number")
    is_income = first.debit in MONEY
    if is_income == (first.credit in MONEY):
        return
    named = first.debit if is_income else first.credit
    now = (moves[-1].debit if is_income else moves[-1].credit) if moves else named
    if (wanted := account or named) != now:
        row = Row(wanted, now, first.amount)
        rows = [row if is_income else row.opposite]
        store_rows(rows, first=len(moves) + 2, day=first.day, entry=entry)


# --- What failed, or was left by a crash ------------------------------------------------------------------------------


def post_what_is_missing() -> int:
    """Post what could not be posted when it happened. Return how many orders and unclaimed payments are posted now."""
    missing: list[Payment | Refund] = [*list_missing_payments(), *list_missing_refunds()]
    orders = {each.order_id: each for each in missing if each.order_id}
    unclaimed = {get_payment(each).pk: each for each in missing if not each.order_id}
    done = run_each("posting", sorted(orders), lambda pk: post_later(orders[pk]))
    return len(done) + len(
        run_each("posting of unclaimed money", sorted(unclaimed), lambda pk: post_later(unclaimed[pk]))
    )


@in_one_transaction
def post_later(money: Payment | Refund) -> None:
    post_missing(lock_owner(money))


# --- The day that rows are of ----------------------------------------------------------------------------------------


def lock_closed_months() -> date | None:
    """Lock what is closed, which others can still read, and then return the last closed day. Needs a transaction."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"LOCK TABLE {ClosedMonth._meta.db_table} IN SHARE ROW EXCLUSIVE MODE")
    return ClosedMonth.objects.get_last_day()


def choose_open_day(day: date) -> date:
    """Return the day on which rows of what happened on this day are posted: that day, or today if its month is closed.

    Call it in the transaction that stores the rows. It locks what is closed only for earlier months, since the current
    month can't be closed: closing and posting then wait for each other.
    """
    today = timezone.localdate()
    if day >= today or day.replace(day=1) == today.replace(day=1):
        return min(day, today)
    closed = lock_closed_months()
    return today if closed is not None and day <= closed else day


def get_time(reported: datetime | None) -> datetime:
    """Return when PayPal says that money moved, which is not in the future, or now."""
    now = timezone.now()
    return min(reported or now, now)
