"""Calls about links for friends, and the passes of a booking."""

from typing import Any

from rest_framework.test import APIClient

from bookings.models import Booking
from tests.conftest import signed_in
from tests.support.answers import json_of


def create_links(client: APIClient, booking: Booking, count: int = 1, **headers: str) -> Any:
    path = f"/api/bookings/{booking.public_id}/links"
    return client.post(path, {"count": count}, format="json", headers=headers)


def get_token(url: str) -> str:
    """Return the token of a link, as the browser app reads it from its page's URL."""
    return url.rpartition("/seats/")[2]


def create_token(client: APIClient, booking: Booking) -> str:
    return get_token(json_of(create_links(client, booking))["links"][0]["url"])


def claim(token: str, first_name: str = "Sam", **fields: str) -> Any:
    return signed_in().post(f"/api/seats/{token}", {"firstName": first_name, **fields}, format="json")


def claim_ticket(token: str, first_name: str = "Sam", **fields: str) -> str:
    """Claim a seat and return the ticket's token."""
    return get_token(json_of(claim(token, first_name, **fields))["ticketUrl"])


def read_seat(token: str) -> Any:
    return signed_in().get(f"/api/seats/{token}")


def give_back(token: str) -> Any:
    return signed_in().post(f"/api/seats/{token}/give-back")


def list_passes(booking: Booking) -> list[tuple[str, int, str]]:
    """Return the label, seats and state of each pass, oldest first."""
    passes = booking.passes.select_related("booking").order_by("pk")
    return [(ticket.label, ticket.seats, ticket.state) for ticket in passes]
