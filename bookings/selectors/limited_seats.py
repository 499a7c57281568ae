"""Count seats that are limited by date: free ones, and those at a price for members."""

from collections.abc import Collection

from django.db.models import BigIntegerField, F, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce

from bookings.models import BookingQuerySet, Departure


def count_limited_seats(
    bookings: BookingQuerySet, occurrence_ids: Collection[int], *, column: str = "seats"
) -> dict[int, int]:
    """Return the sum of the bookings' column by occurrence ID.

    A booking that was moved counts for the date that it was sold for and for the date that it is on. Otherwise a move
    would free a seat of the limit, and one more could be bought.
    """
    first = Departure.objects.filter(booking=OuterRef("pk")).order_by("pk").values("occurrence_id")[:1]
    sold_for = Coalesce(Subquery(first), F("occurrence_id"), output_field=BigIntegerField())
    rows = bookings.order_by().annotate(sold_for=sold_for)
    rows = rows.filter(Q(occurrence__in=occurrence_ids) | Q(sold_for__in=occurrence_ids))
    sums: dict[int, int] = {}
    for on, sold, count in rows.values_list("occurrence_id", "sold_for", column):
        for occurrence_id in {on, sold}.intersection(occurrence_ids):
            sums[occurrence_id] = sums.get(occurrence_id, 0) + count
    return sums
