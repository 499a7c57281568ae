"""The floors: minimal Django views, each the least that a read or a hold can cost here."""

from datetime import UTC, datetime, timedelta

from django.db import connection, transaction
from django.http import HttpRequest, JsonResponse
from django.urls import path

READ = "SELECT public_id, name, price FROM events_event WHERE id = %s"
LOCK = "" if connection.vendor == "sqlite" else " FOR NO KEY UPDATE OF o"  # SQLite locks the whole database
CAPACITY = (
    "SELECT e.maximum_event_capacity FROM events_occurrence o JOIN events_event e ON e.id = o.event_id "
    f"WHERE o.id = %s AND o.status = 'scheduled' AND o.starts_at > %s AND e.status = 'published'{LOCK}"
)
TAKEN = (
    "SELECT COALESCE(SUM(seats), 0) FROM bookings_booking WHERE occurrence_id = %s "
    "AND (status = 'confirmed' OR (status = 'pending' AND (held_until IS NULL OR held_until > %s)))"
)
HOLD = (
    'INSERT INTO bookings_booking (public_id, kind, occurrence_id, user_id, seats, "returning", calendar_sequence, '
    "status, held_until, created_at) VALUES (%s, 'order', %s, %s, 1, 0, 0, 'pending', %s, %s)"
)


def ready(request: HttpRequest) -> JsonResponse:
    return JsonResponse({"status": "ok"})


def read(request: HttpRequest, pk: int) -> JsonResponse:
    """The one-read view: read one event by primary key."""
    with connection.cursor() as cursor:
        cursor.execute(READ, [pk])
        public_id, name, price = cursor.fetchone()
    return JsonResponse({"_id": public_id, "name": name, "price": float(price)})


def hold(request: HttpRequest, occurrence: int) -> JsonResponse:
    """The bare hold view: lock the occurrence, count its taken seats, insert a hold of one seat."""
    from charityshop.db.columns import new_public_id  # noqa: PLC0415

    with transaction.atomic(), connection.cursor() as cursor:
        now = datetime.now(UTC)
        cursor.execute(CAPACITY, [occurrence, now])
        (capacity,) = cursor.fetchone()
        cursor.execute(TAKEN, [occurrence, now])
        if cursor.fetchone()[0] >= capacity:
            return JsonResponse({"message": "Sold out."}, status=409)
        cursor.execute(HOLD, [new_public_id(), occurrence, 1, now + timedelta(minutes=15), now])
    return JsonResponse({"status": "held"}, status=201)


urlpatterns = [path("readyz", ready), path("read/<int:pk>", read), path("hold/<int:occurrence>", hold)]
