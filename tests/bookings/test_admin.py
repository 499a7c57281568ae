"""Events and bookings in the console."""

import pytest
from django.test import Client

from accounts.models import User
from tests.support.factories import BookingFactory


@pytest.mark.parametrize("table", ["events/event", "events/occurrence", "bookings/booking"])
def test_the_console_is_read_only(client: Client, table: str, db: None) -> None:
    booking = BookingFactory(occurrence__event__name="Lantern Night")
    client.force_login(User.objects.create_superuser("operator@example.com", "x", first_name="Op"))
    row = {"event": booking.occurrence.event, "occurrence": booking.occurrence, "booking": booking}[table.split("/")[1]]

    listed = client.get(f"/admin-console/{table}/")
    shown = client.get(f"/admin-console/{table}/{row.pk}/change/")

    assert "Lantern Night" in listed.content.decode()
    assert shown.status_code == 200
    assert 'name="_save"' not in shown.content.decode()
    assert client.get(f"/admin-console/{table}/add/").status_code == 403
    assert client.post(f"/admin-console/{table}/{row.pk}/delete/", {"post": "yes"}).status_code == 403
