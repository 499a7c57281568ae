"""Read passes, and find bookings whose passes are not in step with their seats."""

from django.db.models import Exists, F, OuterRef, Q, Subquery, Sum
from django.db.models.functions import Coalesce

from bookings.models import Booking, Pass, SeatLink


def get_guest_pass(link: SeatLink) -> Pass | None:
    """Return the guest's pass. None once the seat was given back or revoked."""
    return Pass.objects.live().select_related("booking").filter(seat_link=link).first()


def list_mismatches() -> list[tuple[int, str, int, int]]:
    """Return the IDs and seats of confirmed bookings whose live passes differ, and how many people these admit.

    They differ if their sum does, or if not exactly the guests who claimed a seat have one.
    """
    live = Pass.objects.live().filter(booking=OuterRef("pk")).order_by()
    claimed = SeatLink.objects.filter(booking=OuterRef("pk"), state=SeatLink.State.CLAIMED).order_by()
    guest_without_pass = claimed.exclude(Exists(Pass.objects.live().filter(seat_link=OuterRef("pk"))))
    pass_without_guest = live.filter(seat_link__isnull=False).exclude(seat_link__state=SeatLink.State.CLAIMED)
    admitted = Coalesce(Subquery(live.values("booking").annotate(sum=Sum("seats")).values("sum")), 0)
    found = Booking.objects.annotate(admitted=admitted).filter(
        ~Q(admitted=F("seats")) | Exists(guest_without_pass) | Exists(pass_without_guest),
        status=Booking.Status.CONFIRMED,
    )
    return list(found.order_by("pk").values_list("pk", "public_id", "seats", "admitted"))
