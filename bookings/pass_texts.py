"""Passes in emails: the code as text and as an image in the email, and what a change means for the buyer's codes."""

from collections.abc import Iterable
from dataclasses import dataclass

from bookings.models import Booking, Pass
from charityshop.images.qr_code import draw_qr_png
from charityshop.text import has_link
from events.formatting import format_seats
from outbox.mail.rendering import Attachment

IMAGE_WIDTH = 174  # CSS pixels: six for each of the code's 29 modules


@dataclass(frozen=True, slots=True)
class PassText:
    """A pass in an email. `src` is the URL of the QR code in the email."""

    code: str
    seats: str
    label: str
    src: str
    width: int = IMAGE_WIDTH


def get_content_id(ticket: Pass) -> str:
    return f"pass-{ticket.public_id}"


def format_passes(passes: Iterable[Pass]) -> list[PassText]:
    """Format passes with their labels, unless email clients would turn those into links."""
    return [
        PassText(
            each.code,
            format_seats(each.seats),
            "" if has_link(each.label) else each.label,
            f"cid:{get_content_id(each)}",
        )
        for each in passes
    ]


def build_code_images(passes: Iterable[Pass]) -> list[Attachment]:
    """Return the QR codes that the emails of `format_passes` show."""
    return [
        Attachment(f"{each.code}.png", "image/png", draw_qr_png(each.code), content_id=get_content_id(each))
        for each in passes
    ]


def format_code_change(booking: Booking) -> str:
    """Say what the buyer's codes are good for after seats were returned. Empty if there never was one."""
    own = booking.list_own_passes()
    if not own:
        return "Your code no longer works." if booking.list_passes() else ""
    if len(own) == 1:
        return f"Your code now admits {own[0].seats}."
    return f"Your codes now admit {' and '.join(str(each.seats) for each in own)}."
