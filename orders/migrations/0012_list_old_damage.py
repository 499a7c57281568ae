"""List for staff what earlier releases may have done wrong with money.

- Refunds at PayPal that the shop did not request, besides refunds that it requested: an unclear response was treated
  as a refusal, so staff refunded again.
- Paid orders whose only payment was refunded because it was treated as a second payment.
- Payments to another PayPal account: PayPal named another account than before and afterwards.
- Payments that the shop neither opened nor captured: a webhook alone attached them. `upkeep` looks up their payees at
  PayPal, and removes those of the shop's own account from the list (orders/services/payments/find_payees.py).
"""

from collections import Counter

from django.db import migrations
from django.db.models import Exists, OuterRef

BY_PAYPAL = "Refunded or reversed at PayPal."  # the reason of refunds that the shop did not request


def list_damage(apps, schema_editor):
    database = schema_editor.connection.alias
    models = {name: apps.get_model("orders", name).objects.using(database) for name in ("Order", "Payment", "Refund")}
    alerts = apps.get_model("orders", "PaymentAlert").objects.using(database)
    for kind, reference, row, message in (
        *double_refunds(models["Refund"]), *lost_payments(models["Order"]), *foreign_payments(models["Payment"]),
        *unknown_payments(models["Payment"]),
    ):  # fmt: skip
        alerts.get_or_create(
            kind=kind,
            reference=reference,
            defaults={
                "order_id": row.order_id,
                "amount": row.amount,
                "currency": (getattr(row, "payment", None) or row).currency,
                "message": message[:500],
            },
        )


def double_refunds(refunds):
    asked_for = refunds.filter(payment=OuterRef("payment")).exclude(reason=BY_PAYPAL)
    unrequested = refunds.filter(reason=BY_PAYPAL, status="completed", payment__isnull=False)
    for refund in unrequested.filter(Exists(asked_for)).select_related("payment").order_by("pk"):
        yield (
            "unrequested_refund",
            refund.paypal_refund_id or refund.request_key,
            refund,
            f"PayPal refunded {refund.amount:.2f} {refund.payment.currency} that the shop did not request, besides "
            "refunds that it requested. An earlier release may have refunded it twice. Compare the order's refunds "
            "with PayPal, then mark this as done.",
        )


def lost_payments(orders):
    paid = orders.filter(status__in=["paid", "partly_refunded"], is_test=False, total_price__gt=0)
    for order in paid.exclude(payments__status="completed", payments__is_extra=False).order_by("pk"):
        refund = order.refunds.filter(payment__is_extra=True).select_related("payment").order_by("-pk").first()
        if refund:
            yield (
                "unrequested_refund",
                refund.paypal_refund_id or refund.request_key,
                refund,
                f"This order counts as paid, but its payment of {refund.amount:.2f} {refund.payment.currency} was "
                "refunded by mistake in an earlier release. Ask the buyer to pay again, or give the seats for free. "
                "Then mark this as done.",
            )


def foreign_payments(payments):
    """An account that is named more rarely than another one, which is named before and after it.

    A shop that moved to another PayPal account has the old one before the new one, and neither around the other.
    """
    opened = list(payments.filter(from_browser=False).exclude(payee="").order_by("pk").values_list("pk", "payee"))
    numbers = Counter(payee for _, payee in opened)
    first, last = {payee: pk for pk, payee in reversed(opened)}, dict((payee, pk) for pk, payee in opened)
    for pk, payee in opened:
        around = [
            other
            for other, number in numbers.items()
            if number > numbers[payee] and (first[other] < pk < last[other] or numbers[payee] == 1)
        ]
        payment = payments.filter(pk=pk, status="completed").first() if around else None
        if payment:
            yield (
                "foreign_payee",
                payment.paypal_order_id or payment.create_key,
                payment,
                f"This order's {payment.amount:.2f} {payment.currency} may have gone to another PayPal account "
                f"({payee}, not {around[0]}) in an earlier release. Look PayPal order "
                f"{payment.paypal_order_id} up. If the money is not yours, ask the buyer to pay again. Then mark this "
                "as done.",
            )


def unknown_payments(payments):
    attached = payments.filter(status="completed", from_browser=True, payee="", capture_key=None)
    for payment in attached.exclude(paypal_order_id=None).order_by("pk"):
        yield (
            "foreign_payee",
            payment.paypal_order_id,
            payment,
            f"It is not known which PayPal account got this order's {payment.amount:.2f} {payment.currency}: a webhook "
            f"alone named PayPal order {payment.paypal_order_id}. The shop looks it up within the hour. If this stays, "
            "look it up at PayPal yourself, then mark this as done.",
        )


class Migration(migrations.Migration):

    dependencies = [
        ('orders', '0011_owners_of_mails'),
    ]

    operations = [
        migrations.RunPython(list_damage, migrations.RunPython.noop, elidable=True),
    ]
