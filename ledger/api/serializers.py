"""Serializers of the public ledger, and of what staff enter in it, compare with PayPal and close."""

from decimal import Decimal
from typing import Any

from django.core.files.storage import default_storage
from rest_framework import serializers

from bookings.api.serializers.event_input import DayOrDatetimeInputField
from bookings.api.serializers.events import ImagePathField
from charityshop.api.fields import KeywordSerializer, SparseSerializer, UTCDateTimeField, amount_field, total_field
from charityshop.api.seen import WholeForm
from charityshop.form_fields import CodeField, LineField
from events.images import FOLDER, parse_media_path
from events.models import Occurrence
from events.selectors import find_date
from ledger.selectors.months import TEXTS
from ledger.selectors.settlement import STATES
from ledger.selectors.year import GROUPS
from ledger.services.add_entry import SIDES
from payments.models import LedgerEntry
from payments.models.journal import MAX_LINE_ID_LENGTH, MAX_TEXT_LENGTH

Serializer = serializers.Serializer[Any]

ACCOUNTS = [
    (account, account) for account in sorted({str(each) for sides in SIDES.values() for side in sides for each in side})
]
LINE_KINDS = [*TEXTS.items(), *LedgerEntry.Kind.choices]


class LedgerLineSerializer(SparseSerializer):
    """A line of a month. `receipt`, `corrects` and who entered it are left out if there is none."""

    _id = serializers.CharField(source="public_id")
    date = serializers.DateField()
    kind = serializers.ChoiceField(choices=LINE_KINDS)
    amount = amount_field(help_text="Fees, refunds, costs, and what was paid out or to the state are positive.")
    effect = amount_field(help_text="What the line adds to what is left over. Sales tax and moved money add nothing.")
    text = serializers.CharField()
    derived = serializers.BooleanField(help_text="true: from the shop; false: entered by staff.")
    receipt = ImagePathField(required=False, help_text="A picture of the receipt.")
    corrects = serializers.CharField(required=False, help_text="The ID of the line that this one corrects.")
    by = serializers.CharField(required=False, help_text="The first name of who entered it.")


class LedgerMonthSerializer(Serializer):
    month = serializers.CharField(help_text="Such as 2026-11.")
    closedAt = UTCDateTimeField(source="closed_at", allow_null=True, help_text="null: not closed yet.")
    lines = LedgerLineSerializer(many=True)
    carriedIn = total_field(source="carried_in", help_text="What was left of the months before.")
    received = total_field(source="sums.received", help_text="After refunds and PayPal's fees, without sales tax.")
    costs = total_field(source="sums.costs")
    paidOut = total_field(source="sums.paid_out", help_text="To the charity.")
    balance = total_field(source="sums.left", help_text="Left over this month: `received` less `costs` and `paidOut`.")
    carriedForward = total_field(source="carried_forward")
    salesTaxHeld = total_field(
        source="tax_held", help_text="At the month's end: what was set aside and is not paid yet."
    )
    salesTaxPaid = total_field(source="sums.tax_paid", help_text="To the state, in this month.")


class WhereSerializer(Serializer):
    """Where the money is. The first three add up to `stillToPayOut`, `salesTaxHeld`, `owed` and `carriedOver`."""

    paypal = total_field(source="money.paypal")
    bank = total_field(source="money.bank")
    cash = total_field(source="money.cash")
    carriedOver = total_field(source="opening", help_text="What there was before the books begin.")
    owed = total_field(help_text="Money of no order, second payments, and what was returned twice.")


class LedgerSumsSerializer(SparseSerializer):
    """What all months add up to. Only staff get `where`."""

    received = total_field(source="sums.received", help_text="After refunds and PayPal's fees, without sales tax.")
    costs = total_field(source="sums.costs")
    forCharity = total_field(source="sums.for_charity", help_text="`received` less `costs`.")
    paidOut = total_field(source="sums.paid_out")
    stillToPayOut = total_field(source="sums.left", help_text="`forCharity` less `paidOut`.")
    tookPlace = total_field(source="took_place", help_text="What was received for seats on dates that took place.")
    giftsAlone = total_field(source="gifts_alone", help_text="What was received without seats.")
    other = total_field(help_text="`received` less `tookPlace`, `toCome` and `giftsAlone`.")
    toCome = total_field(source="to_come", help_text="What was received for seats on dates that have not started.")
    toComeLeft = total_field(source="to_come_left", help_text="The part of `stillToPayOut` that is of `toCome`.")
    toComeSpent = total_field(source="to_come_spent", help_text="The rest of `toCome`: paid out or spent already.")
    refundable = total_field(help_text="What refunds would take of `toCome` now, before each date's deadline.")
    salesTaxHeld = total_field(source="sums.tax_held")
    salesTaxPaid = total_field(source="sums.tax_paid")
    where = WhereSerializer(required=False, source="for_staff")


class LedgerSerializer(Serializer):
    sums = LedgerSumsSerializer()
    months = LedgerMonthSerializer(many=True, help_text="Newest first.")


class AccountOfYearSerializer(Serializer):
    name = serializers.CharField(help_text="As in the months' `journal.csv`.")
    group = serializers.ChoiceField(
        choices=list(GROUPS), help_text="`owed`: to the state and to others. `before`: what was there before."
    )
    months = serializers.ListField(child=total_field(), help_text="What was added to it in each month.")
    total = total_field()
    before = total_field(allow_null=True, help_text="At the start of the year. null: it starts at 0.")
    after = total_field(allow_null=True, help_text="At the end of the year, or now.")


class TaxRateOfYearSerializer(Serializer):
    rate = serializers.FloatField(help_text="A fraction, such as 0.15.")
    sales = serializers.ListField(child=total_field(), help_text="Tickets by month, after refunds, without sales tax.")
    totalSales = total_field(source="total_sales")
    taxes = serializers.ListField(child=total_field(), help_text="Sales tax by month, after refunds.")
    totalTax = total_field(source="total_tax")


class DiscountOfYearSerializer(Serializer):
    code = serializers.CharField(allow_blank=True, help_text="Empty: the prices for members.")
    amount = total_field(help_text="Off seats that were paid in the year and are not returned, before sales tax.")


class PlaceOfYearSerializer(Serializer):
    place = serializers.CharField(allow_blank=True, allow_null=True, help_text="null: money of no date.")
    received = total_field()


class LedgerYearSerializer(Serializer):
    """A year by account and month, with sales by tax rate, discounts and places."""

    year = serializers.IntegerField()
    isClosed = serializers.BooleanField(source="is_closed", help_text="false: the sums may change.")
    months = serializers.ListField(child=serializers.CharField(), help_text="Such as 2026-11, up to the current one.")
    accounts = AccountOfYearSerializer(many=True)
    rates = TaxRateOfYearSerializer(many=True)
    discounts = DiscountOfYearSerializer(many=True)
    places = PlaceOfYearSerializer(many=True)
    received = total_field(source="sums.received")
    costs = total_field(source="sums.costs")
    forCharity = total_field(source="sums.for_charity")
    salesTaxPaid = total_field(source="sums.tax_paid")


class SeenCorrectionsSerializer(Serializer):
    corrections = serializers.ListField(
        child=CodeField(max_length=24), help_text="The IDs of the entries that corrected the line already."
    )


class EntryFormSerializer(KeywordSerializer):
    kind = serializers.ChoiceField(choices=LedgerEntry.Kind.choices)
    date = serializers.DateField(help_text="A day of the month.")
    amount = amount_field()
    from_ = serializers.ChoiceField(
        ACCOUNTS,
        source="source",
        required=False,
        allow_blank=True,
        help_text="Where the amount comes from. Empty: the kind's usual account.",
    )
    to = serializers.ChoiceField(
        ACCOUNTS, source="target", required=False, allow_blank=True, help_text="Where it goes."
    )
    product = CodeField(max_length=24, required=False, allow_blank=True, help_text="The event of a cost's date.")
    startTime = DayOrDatetimeInputField(required=False, help_text="That date.")
    text = LineField(max_length=MAX_TEXT_LENGTH, help_text="Public: no names.")
    receipt = CodeField(max_length=100, default="", allow_blank=True, help_text='"/media/…" as an upload returned it.')
    corrects = CodeField(
        max_length=MAX_LINE_ID_LENGTH,
        default="",
        allow_blank=True,
        help_text="The ID of the line that this one corrects.",
    )
    seen = SeenCorrectionsSerializer(
        required=False,
        help_text="Of a correction. If the line has other ones by now, the answer is a 409 (`changed`).",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Return the date that is meant instead of its event and start."""
        product, start = attrs.pop("product", ""), attrs.pop("startTime", None)
        if bool(product) != (start is not None):
            raise serializers.ValidationError({"product": "Choose an event and one of its dates."})
        date = find_date(Occurrence.objects.filter(event__public_id=product), start) if start else None
        if product and date is None:
            raise serializers.ValidationError({"startTime": "This event has no date at that time."})
        return attrs | {"occurrence": date}

    def validate_amount(self, amount: Decimal) -> Decimal:
        if not amount:
            raise serializers.ValidationError("Enter an amount other than 0.")
        return amount

    def validate_receipt(self, path: str) -> str:
        """Return the image's name in the storage."""
        name = parse_media_path(path)
        if name is None or (name and not (name.startswith(f"{FOLDER}/") and default_storage.exists(name))):
            raise serializers.ValidationError("Upload the picture first.")
        return name


class AmountsSerializer(Serializer):
    gross = amount_field(help_text="Negative: out of the PayPal account.")
    fee = amount_field(allow_null=True, help_text="null: PayPal has not reported it yet.")
    net = amount_field(allow_null=True)


class ProposalSerializer(Serializer):
    """The entry that a line suggests."""

    kind = serializers.ChoiceField(choices=LedgerEntry.Kind.choices)
    date = serializers.DateField()
    amount = amount_field()
    text = serializers.CharField()


class SettlementLineSerializer(SparseSerializer):
    """A line of PayPal's report, of the shop, or of both.

    `order`, `explanation`, `entry` and `proposal` may be left out.
    """

    state = serializers.ChoiceField(choices=STATES)
    paypalId = serializers.CharField(source="paypal_id", help_text="Of the capture, refund or other movement.")
    code = serializers.CharField(help_text="PayPal's kind of transaction, such as T0006. Empty: only the shop has it.")
    date = serializers.DateField()
    ours = AmountsSerializer(allow_null=True)
    theirs = AmountsSerializer(allow_null=True)
    order = serializers.CharField(required=False)
    explanation = serializers.CharField(required=False)
    entry = serializers.CharField(required=False, help_text="The ID of the entry that the explanation names.")
    proposal = ProposalSerializer(required=False)


class SettlementSerializer(Serializer):
    lines = SettlementLineSerializer(many=True, help_text="Those that need an explanation first.")
    digest = serializers.CharField(help_text="What closing the month takes.")


class ExplanationFormSerializer(WholeForm):
    needed = ("text",)
    text = LineField(max_length=200)
    entry = CodeField(max_length=24, default="", allow_blank=True, help_text="The ID of the entry that has the amount.")


class ExplanationSerializer(Serializer):
    paypalId = serializers.CharField(source="paypal_id")
    text = serializers.CharField()
    entry = serializers.CharField()


class CloseFormSerializer(Serializer):
    digest = CodeField(max_length=64, help_text="Of the settlement that was shown.")
