"""Serializers for orders and bookings in responses."""

from typing import Any, get_args

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from accounts.api.serializers import NamedUserFields
from bookings.api.serializers.events import ImagePathField, LocationField, RefundPolicySerializer
from bookings.api.serializers.passes import PassSerializer
from bookings.models import Booking
from changes.api.serializers import KindField
from changes.models import Change
from charityshop.api.fields import SparseSerializer, UTCDateTimeField, amount_field, leave_out, total_field
from charityshop.api.pagination import PageFields
from orders.models import AppliedDiscount, Order
from payments.models import Refund
from payments.selectors.order_money import RefundStep
from payments.selectors.receipts import get_gift_note
from purchases.api.serializers.order_input import ADDRESS_FIELDS
from purchases.selectors.order_details import LineDetails, OrderDetails

Serializer = serializers.Serializer[Any]


class DateChangeChoiceSerializer(SparseSerializer):
    """What the buyer of a booking may choose because staff changed its date."""

    kind = KindField(source="date_change.kind")
    startTime = UTCDateTimeField(source="was.starts_at", help_text="Before the change.")
    to = UTCDateTimeField(required=False, help_text="The new start; left out for a canceled date.")
    place = serializers.CharField(
        source="date_change.to_place", required=False, help_text="The new place, if it is another."
    )
    reason = serializers.CharField(source="date_change.reason")
    isBack = serializers.BooleanField(
        source="is_back", required=False, help_text="Left out unless the date was canceled and takes place again."
    )
    until = UTCDateTimeField()
    hasNoOtherDate = serializers.BooleanField(
        source="has_no_other_date",
        required=False,
        help_text="Left out if another date of the event has enough seats.",
    )


class SeatsSerializer(Serializer):
    """The seats that the booking has now, or had before it ended."""

    qty = serializers.IntegerField(source="shown_seats")


class OrderBookingSerializer(SparseSerializer):
    """One date of an order. `movedFrom` is the date that was sold, if the booking has moved to another date since.

    `place` is where it takes place now, left out unless that is not where it was sold for.
    `paid` is left out before the order is paid.
    `isOff` is left out unless the date was canceled and its seats are still to be refunded or moved. `dateChange` is
    left out unless the buyer may choose because staff changed the date.
    """

    _id = serializers.CharField(source="line.booking.public_id")
    bookingDate = UTCDateTimeField(source="line.booking.occurrence.starts_at")
    endTime = UTCDateTimeField(source="line.booking.occurrence.ends_at")
    reservationSeats = SeatsSerializer(source="line")
    subtotal = amount_field(help_text="What these seats cost before discounts and tax, as of the sale.")
    paid = amount_field(required=False, help_text="What was paid for these seats: after discounts, and with tax.")
    status = serializers.ChoiceField(choices=Booking.Status.choices, source="line.booking.status")
    movedFrom = serializers.SerializerMethodField()
    place = LocationField(source="line.new_place", required=False)
    calendarSequence = serializers.IntegerField(
        source="line.booking.calendar_sequence", help_text="The SEQUENCE of the booking's latest calendar invitation."
    )
    passes = PassSerializer(many=True, source="line.booking.list_passes", help_text="Also ended ones.")
    isOff = serializers.BooleanField(source="line.is_canceled", required=False)
    dateChange = DateChangeChoiceSerializer(source="entitlement", required=False)

    def get_movedFrom(self, details: LineDetails) -> str | None:
        line = details.line
        moved = line.booking.occurrence.starts_at != line.starts_at
        return UTCDateTimeField().to_representation(line.starts_at) if moved else None


class OrderItemSerializer(Serializer):
    """An event of an order, as it was sold."""

    _id = serializers.CharField(source="sold.product")
    name = serializers.CharField(source="sold.name")
    image = ImagePathField(source="sold.image")
    description = serializers.CharField(source="sold.description")
    price = serializers.DecimalField(max_digits=8, decimal_places=2, source="sold.price")
    eventLocation = LocationField(source="sold.event_location")
    minAge = serializers.IntegerField(
        source="sold.booking.occurrence.event.min_age",
        allow_null=True,
        help_text="How old guests have to be, as the event is now; null: any age.",
    )
    refundPolicy = RefundPolicySerializer(source="sold")
    bookings = OrderBookingSerializer(many=True, source="lines")


class AddressSerializer(Serializer):
    """Who is coming. Parts that were never given are empty."""

    fName = serializers.CharField()
    lName = serializers.CharField()
    address = serializers.CharField()
    addressSecondary = serializers.CharField()
    city = serializers.CharField()
    state = serializers.CharField()
    postalCode = serializers.CharField()
    country = serializers.CharField()

    def to_representation(self, address: dict[str, str]) -> dict[str, str]:
        return {part: address.get(part, "") for part in ADDRESS_FIELDS}


class BuyerSerializer(NamedUserFields):
    pass


class RefundPartSerializer(Serializer):
    """Seats of one booking that a refund returns."""

    booking = serializers.CharField(source="line.booking.public_id")
    seats = serializers.IntegerField()
    amount = amount_field()
    fee = amount_field(help_text="Kept by the club.")
    gift = amount_field(source="donated", help_text="Left to the club by the buyer.")


class RefundSerializer(SparseSerializer):
    amount = amount_field()
    askedAmount = amount_field(
        source="asked_amount", required=False, help_text="What the shop asked for, if PayPal refunded another amount."
    )
    giftPrice = amount_field(
        source="of_gift", required=False, help_text="How much of it is the order's gift. Left out if nothing."
    )
    currency = serializers.CharField(help_text="The captured payment's currency.")
    status = serializers.ChoiceField(choices=Refund.Status.choices)
    createdAt = UTCDateTimeField(source="created_at")
    bookings = serializers.SerializerMethodField()
    parts = RefundPartSerializer(many=True, source="parts.all")

    def get_bookings(self, refund: Refund) -> list[str]:
        return [part.line.booking.public_id for part in refund.parts.all()]


class RefundDueSerializer(Serializer):
    """A full refund that is due, and why: the payment arrived after the seats were sold, or staff refused it."""

    because = serializers.ChoiceField(choices=Order.RefundReason.choices, allow_blank=True)
    step = serializers.ChoiceField(choices=get_args(RefundStep))
    amount = amount_field()
    currency = serializers.CharField()


class OrderChangeSerializer(Serializer):
    """What the buyer did with seats after paying."""

    _id = serializers.CharField(source="public_id")
    booking = serializers.CharField(source="booking.public_id")
    kind = serializers.ChoiceField(choices=Change.Kind.choices)
    seats = serializers.IntegerField()
    amount = amount_field(source="amount_now")
    status = serializers.ChoiceField(choices=Change.Status.choices)
    createdAt = UTCDateTimeField(source="created_at")


class DiscountSerializer(Serializer):
    """What was taken off all seats of an order."""

    kind = serializers.ChoiceField(choices=AppliedDiscount.Kind.choices)
    label = serializers.CharField(  # type: ignore[assignment]  # DRF stores declared fields apart from `label`
        help_text='"Member price", or "Discount code SPRING".'
    )
    amount = amount_field(help_text="Dollars off.")


class TaxAtRateSerializer(Serializer):
    rate = serializers.FloatField(help_text="A fraction.")
    amount = amount_field()


class QuoteSerializer(SparseSerializer):
    """What an order would cost now. Nothing is held."""

    listPrice = amount_field(source="list_price", help_text="Of the seats, before discounts.")
    discounts = DiscountSerializer(many=True)
    itemsPrice = amount_field(source="totals.items")
    shippingPrice = amount_field(source="totals.shipping")
    taxPrice = amount_field(source="totals.tax")
    taxes = TaxAtRateSerializer(many=True, required=False, help_text="Left out if there is a single tax rate.")
    giftPrice = amount_field(source="totals.gift")
    totalPrice = amount_field(source="totals.total")


class OrderSerializer(SparseSerializer):
    """An order. Fields about discounts, a gift or a review are left out of orders without them."""

    _id = serializers.CharField(source="order.public_id")
    number = serializers.CharField(source="order.number", help_text="For people, such as C-7K3M9. URLs use `_id`.")
    user = serializers.CharField(source="order.user.public_id")
    buyer = BuyerSerializer(source="order.user")
    status = serializers.ChoiceField(choices=Order.Status.choices, source="order.present_status")
    isTest = serializers.BooleanField(source="order.is_test")
    orderItems = OrderItemSerializer(many=True, source="items")
    shippingAddress = AddressSerializer(source="order.shipping_address")
    billingAddress = AddressSerializer(source="order.billing_address")
    paymentMethod = serializers.CharField(source="order.payment_method")
    source = serializers.ChoiceField(  # type: ignore[assignment]  # DRF stores declared fields apart from `source`
        choices=Order.Source.choices,
        source="order.source",
        required=False,
        help_text="Where it was placed. Left out if that was in the shop, or for cash at a till.",
    )
    listPrice = amount_field(source="list_price", required=False, help_text="Of the seats, before discounts.")
    discounts = DiscountSerializer(many=True, required=False)
    itemsPrice = amount_field(source="order.worth.items")
    shippingPrice = amount_field(source="order.worth.shipping")
    taxPrice = amount_field(source="order.worth.tax")
    taxes = TaxAtRateSerializer(many=True, required=False, help_text="Left out if there is a single tax rate.")
    giftPrice = amount_field(source="order.worth.gift", required=False, help_text="A gift to the charity, untaxed.")
    charity = serializers.CharField(
        source="order.charity", required=False, help_text="That gets the gift. Left out without a gift."
    )
    totalPrice = amount_field(source="order.due_price")
    refundedPrice = amount_field(source="refunded_price")
    reviewBecause = serializers.ChoiceField(
        choices=Order.ReviewReason.choices,
        source="order.review_because",
        required=False,
        help_text="Why staff decide about a payment that arrived after the hold had ended. Left out otherwise.",
    )
    refundDue = RefundDueSerializer(source="refund_due", allow_null=True)
    createdAt = UTCDateTimeField(source="order.created_at")
    heldUntil = UTCDateTimeField(source="order.held_until", allow_null=True)
    paidAt = UTCDateTimeField(source="order.paid_at", allow_null=True)
    deliveredAt = UTCDateTimeField(source="order.delivered_at", allow_null=True)
    refunds = RefundSerializer(many=True)
    changes = OrderChangeSerializer(many=True, required=False, help_text="Left out if there are none.")
    giftNote = serializers.CharField(  # filled in below
        required=False, help_text="What the gift means for taxes. Left out if there is nothing to say, and in lists."
    )

    def to_representation(self, details: OrderDetails) -> dict[str, Any]:
        fields, order = super().to_representation(details), details.order
        if not isinstance(self.parent, serializers.ListSerializer) and (note := get_gift_note(order)):
            fields["giftNote"] = note
        if "giftPrice" not in fields:
            fields = leave_out(fields, "charity")
        if order.status != Order.Status.REVIEW:
            fields = leave_out(fields, "reviewBecause")
        return fields if "discounts" in fields else leave_out(fields, "listPrice")


# Built once: that takes longer than serializing.
ORDER = OrderSerializer()
ORDERS: serializers.ListSerializer[Any] = serializers.ListSerializer(child=OrderSerializer())


class OrderRevenueSerializer(Serializer):
    """Totals in USD of all orders that match the filters. Test orders and second payments are left out.

    `amount` less `refunded` is the sum of `fee`, `tax`, `owed` and `net`.
    """

    amount = total_field(source="sold", help_text="What was paid.")
    refunded = total_field()
    fee = total_field(source="journal.fees", help_text="PayPal's, less what it gave back.")
    tax = total_field(source="journal.tax_held", help_text="Sales tax that is not refunded.")
    owed = total_field(source="journal.owed", help_text="More than orders cost, or of a payment in review.")
    net = total_field(source="journal.received", help_text="What was received.")
    otherCurrencies = serializers.IntegerField(
        source="other_currencies", help_text="Number of orders paid in another currency, which are left out."
    )


@extend_schema_serializer(many=False)
class OrderListSerializer(PageFields):
    orders = OrderSerializer(many=True)
    sums = OrderRevenueSerializer()


# --- What a buyer may need right now ----------------------------------------------------------------------------------


class NextTicketSerializer(Serializer):
    """A ticket for today or tomorrow."""  # serializes an OrderLine

    order = serializers.CharField(source="order.public_id")
    name = serializers.CharField(help_text="The event's name.")
    startTime = UTCDateTimeField(source="booking.occurrence.starts_at")
    endTime = UTCDateTimeField(source="booking.occurrence.ends_at")


class NextOfferSerializer(Serializer):
    """Seats that a waiting list holds for the user."""  # serializes a Place

    product = serializers.CharField(source="entry.occurrence.event.public_id", help_text="The event's id.")
    name = serializers.CharField(source="entry.occurrence.event.name", help_text="The event's name.")
    startTime = UTCDateTimeField(source="entry.occurrence.starts_at")
    seats = serializers.IntegerField(source="offer.seats")
    until = UTCDateTimeField(source="offer.until", help_text="When the offer ends.")


class NextDecisionSerializer(Serializer):
    """What the user may choose because staff canceled or moved a date."""  # serializes a Decision

    order = serializers.CharField(source="entitlement.line.order.public_id")
    name = serializers.CharField(source="entitlement.line.name", help_text="The event's name.")
    kind = KindField(source="entitlement.date_change.kind")
    startTime = UTCDateTimeField(source="entitlement.was.starts_at", help_text="Before the change.")
    until = UTCDateTimeField(source="entitlement.until")
    choice = serializers.CharField(help_text='"another date or your money back"')


class GoingSerializer(Serializer):
    """Seats of an order on a date to come."""  # serializes an OrderLine

    order = serializers.CharField(source="order.public_id")
    booking = serializers.CharField(source="booking.public_id")
    product = serializers.CharField(source="booking.occurrence.event.public_id", help_text="The event's id.")
    startTime = UTCDateTimeField(source="booking.occurrence.starts_at")
    seats = serializers.IntegerField(source="booking.seats")


class NextUpSerializer(Serializer):
    """The soonest of each, or null, and the dates that the user has seats on."""

    ticket = NextTicketSerializer(allow_null=True)
    offer = NextOfferSerializer(allow_null=True)
    decision = NextDecisionSerializer(allow_null=True)
    going = GoingSerializer(many=True)
