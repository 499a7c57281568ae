"""What each call is sent: something that the right person would get through with."""

from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile

from tests.security.access.world import World, a_picture
from tests.support.factories import PASSWORD

Body = dict[str, Any]
WHY = {"reason": "The night was called off."}
NEW_PASSWORD = "another few random words"


def body_of(method: str, path: str, world: World) -> Body:
    """`path` as the table has it. Methods that nobody has are sent an empty object."""
    return dict(bodies(world).get(f"{method} {path}", {}))


def bodies(world: World) -> dict[str, Body]:
    report = {"csp-report": {"effective-directive": "script-src", "blocked-uri": "inline"}}
    return accounts(world) | nights(world) | orders(world) | {"POST /api/csp-report": report}


def accounts(world: World) -> dict[str, Body]:
    them = world.things
    names = {"firstName": "Anna", "lastName": "Diaz"}
    return {
        "POST /api/users": {"email": "new@example.com", "password": PASSWORD} | names,
        "POST /api/users/auth": {"email": world.people["user"].email, "password": PASSWORD},
        "PUT /api/users/profile": names,
        "DELETE /api/users/profile": {"currentPw": PASSWORD},
        "POST /api/users/second-factor": {"currentPw": PASSWORD},
        "PUT /api/users/second-factor": {"code": "000000"},
        "DELETE /api/users/second-factor": {"currentPw": PASSWORD, "code": "000000"},
        "POST /api/users/second-factor/recovery-codes": {"currentPw": PASSWORD, "code": "000000"},
        "PUT /api/users/reset-password": {"userId": them["other_user"]},
        "PUT /api/users/change-password": {"newPw": NEW_PASSWORD, "currentPw": PASSWORD},
        "POST /api/users/forgot-password": {"email": world.people["user"].email},
        "POST /api/users/set-password": {"token": them["link"], "newPw": NEW_PASSWORD},
        "PUT /api/users/{user}": names,
        "PUT /api/users/{admin}": names,
        "PUT /api/users/{operator}": names,
    }


def nights(world: World) -> dict[str, Body]:
    them = world.things
    changes = {"description": "Bring two decks."}
    states = ("night", "fresh", "draft", "archived")
    return {
        "POST /api/upload": {"image": SimpleUploadedFile("night.png", a_picture(), "image/png")},
        "POST /api/products": {"name": "A night"},
        **{f"PUT /api/products/{{{state}}}": changes for state in states},
        **{f"POST /api/products/{{{state}}}/preview": changes for state in states},
        "POST /api/products/{fresh}/snooze": {"startTime": them["fresh_start"]},
        "POST /api/products/{skipped}/unsnooze": {"startTime": them["skipped_start"]},
    }


def orders(world: World) -> dict[str, Body]:
    them = world.things
    seats = {"bookingDate": them["start"], "reservationSeats": {"qty": 1}}
    return {
        "POST /api/orders": {"orderItems": [{"_id": them["night"], "bookings": [seats]}]},
        "PUT /api/orders/{held}/pay": {"test": True},
        "POST /api/orders/{paid}/refund": WHY,
        "POST /api/orders/{paid}/refund-again": WHY,
        "POST /api/orders/{paid}/decide": WHY | {"accept": False},
        "POST /api/payments/unmatched/{capture}/refund": WHY,
        "POST /api/bookings": {
            "product": them["night"], "bookingDate": them["start"], "reservationSeats": 2, "order": them["paid"],
        },
        "PUT /api/bookings/{pending}": {"status": "cancelled"},
    }  # fmt: skip
