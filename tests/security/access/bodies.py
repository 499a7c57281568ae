"""The body of each call: one that the server accepts from an authorized user."""

from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile

from tests.security.access.world import World, make_image
from tests.support.factories import PASSWORD

Body = dict[str, Any]
WHY = {"reason": "The event was canceled."}
NEW_PASSWORD = "another few random words"
QUESTION = {"_id": "d" * 24, "text": "First time?", "choices": ["new", "been here"], "together": False}


def body_of(method: str, path: str, world: World) -> Body:
    """Return the body for a path as written in the matrix, or an empty object."""
    return dict(bodies(world).get(f"{method} {path}", {}))


def bodies(world: World) -> dict[str, Body]:
    parts = (accounts, events, orders, goals, discounts, door, tables, recaps, ledger)
    return {call: body for part in parts for call, body in part(world).items()}


def accounts(world: World) -> dict[str, Body]:
    ids = world.ids
    names = {"firstName": "Anna", "lastName": "Diaz"}
    return {
        "POST /api/users": {"email": "new@example.com", "password": PASSWORD} | names,
        "POST /api/users/auth": {"email": world.users["user"].email, "password": PASSWORD},
        "PUT /api/users/profile": names,
        "DELETE /api/users/profile": {"currentPw": PASSWORD},
        "POST /api/users/second-factor": {"currentPw": PASSWORD},
        "PUT /api/users/second-factor": {"code": "000000"},
        "DELETE /api/users/second-factor": {"currentPw": PASSWORD, "code": "000000"},
        "POST /api/users/second-factor/recovery-codes": {"currentPw": PASSWORD, "code": "000000"},
        "PUT /api/users/reset-password": {"userId": ids["other_user"]},
        "PUT /api/users/change-password": {"newPw": NEW_PASSWORD, "currentPw": PASSWORD},
        "POST /api/users/auth/code": {"email": world.users["user"].email},
        "POST /api/users/auth/code/check": {"email": world.users["user"].email, "code": "000000"},
        "POST /api/users/forgot-password": {"email": world.users["user"].email},
        "POST /api/users/set-password": {"token": ids["link"], "newPw": NEW_PASSWORD},
        "PUT /api/users/{user}": names,
        "PUT /api/users/{admin}": names,
        "PUT /api/users/{operator}": names,
    }


def events(world: World) -> dict[str, Body]:
    ids = world.ids
    changes = {"description": "Bring two decks."}
    states = ("event", "fresh", "draft", "archived")
    message = {"to": ["buyers", "guests", "waiting"], "subject": "Bring decks", "body": "Two."}
    return {
        "POST /api/upload": {"image": SimpleUploadedFile("event.png", make_image(), "image/png")},
        "POST /api/products": {"name": "Friday Draft"},
        "POST /api/places": {"name": "Upstairs"},
        "PUT /api/places/{place}": {"parking": True},
        "POST /api/places/{place}/merge": {"into": ids["other_place"]},
        "POST /api/products/import": {"calendar": "BEGIN:VCALENDAR\nEND:VCALENDAR\n"},
        **{f"PUT /api/products/{{{state}}}": changes for state in states},
        **{f"POST /api/products/{{{state}}}/preview": changes for state in states},
        "POST /api/products/{fresh}/snooze": {"startTime": ids["fresh_start"]},
        "POST /api/products/{skipped}/unsnooze": {"startTime": ids["skipped_start"]},
        "POST /api/products/{event}/date-changes": WHY | {"startTime": ids["start"], "kind": "cancel"},
        "PUT /api/products/{event}/questions": {"questions": [QUESTION]},
        "POST /api/questions/mine": {"codes": ["T17K2M9QXW4R8TB3CN9"]},
        "POST /api/questions/{question}/answer": {"code": ids["pass_code"], "choice": 1},
        "POST /api/products/{event}/messages": {"startTime": ids["start"]} | message,
    }


def goals(world: World) -> dict[str, Body]:
    season = {"title": "Lunches", "startsOn": "2026-11-01", "endsOn": "2026-12-31"}
    return {"POST /api/giving/goals": season, "PUT /api/giving/goals/{goal}": season}


def recaps(world: World) -> dict[str, Body]:
    date = {"product": world.ids["past"], "bookingDate": world.ids["past_start"]}
    return {"PUT /api/recaps/draft": date | {"note": "See you", "isStopped": False}}


def discounts(world: World) -> dict[str, Body]:
    return {
        "POST /api/vouchers": {"code": "SPRING", "kind": "percent", "value": 10},
        "PUT /api/vouchers/{voucher}": {"off": True},
        "POST /api/members": {"number": "NEW-9", "email": "nina@example.com", "validUntil": "2099-12-31"},
        "POST /api/members/end": {"number": world.ids["member_number"]},
        "POST /api/members/unlink": {"number": world.ids["member_number"]},
        "POST /api/members/import": {"csv": "number,email,valid_until\nNEW-9,nina@example.com,2099-12-31\n"},
        "POST /api/users/profile/membership": {"number": world.ids["member_number"]},
    }


def orders(world: World) -> dict[str, Body]:
    ids = world.ids
    date = {"product": ids["event"], "bookingDate": ids["start"]}
    seats = {"bookingDate": ids["start"], "reservationSeats": {"qty": 1}}
    return {
        "POST /api/orders": {"orderItems": [{"_id": ids["event"], "bookings": [seats]}]},
        "POST /api/orders/quote": {"orderItems": [{"_id": ids["event"], "bookings": [seats]}], "giftPrice": 5},
        "PUT /api/orders/{held}/pay": {"test": True},
        "POST /api/orders/{paid}/refund": WHY,
        "POST /api/orders/{paid}/refund/preview": {},
        "POST /api/orders/{paid}/changes": {"booking": ids["booking"], "kind": "return", "seats": 1, "amount": 0},
        "POST /api/orders/{paid}/move/preview": {"booking": ids["booking"]},
        "POST /api/orders/{paid}/move": WHY | {"booking": ids["booking"], "to": ids["start"]},
        "POST /api/orders/{paid}/refund-again": WHY,
        "POST /api/orders/{paid}/decide": WHY | {"accept": False},
        "POST /api/payments/unmatched/{capture}/refund": WHY,
        "POST /api/bookings": date | {"reservationSeats": 2, "order": ids["paid"]},
        "PUT /api/bookings/{pending}": {"status": "cancelled"},
        "POST /api/bookings/{booking}/links": {"count": 1},
        "POST /api/passes/{pass}/split": {"seats": 1, "label": "Kim"},
        "POST /api/seats/{seat}": {"firstName": "Sam"},
        "POST /api/seats/{ticket}": {"firstName": "Sam"},
        "POST /api/waiting": {"product": ids["full"], "bookingDate": ids["full_start"], "seats": 1},
        "DELETE /api/waiting/{waiting}": WHY,
        "POST /api/waiting/leave": {"token": ids["leave_token"]},
    }


def door(world: World) -> dict[str, Body]:
    ids = world.ids
    entry = {"seq": 1, "at": "2026-11-23T19:00:00Z", "kind": "guest", "seats": 1, "note": ""}
    batch = {"sentAt": "2026-11-23T19:00:01Z", "queued": 1, "entries": [entry]}
    link = {"key": ids["door_key"]}
    return {
        "POST /api/door/nights": {"product": ids["fresh"], "bookingDate": ids["fresh_start"]},
        "POST /api/door/nights/{night}/links": {"role": "door"},
        "POST /api/door/nights/{night}/check-in": {"guest": ids["booking"], "inside": 1},
        "POST /api/door/nights/{night}/undo": WHY | {"device": ids["phone_uuid"], "seq": 1},
        "POST /api/door/nights/{night}/close": {},
        "POST /api/door/link": link,
        "POST /api/door/enter": link | {"pin": ids["door_pin"], "name": "Ana", "device": ids["phone_uuid"]},
        "POST /api/door/sales": {"seq": 1, "seats": 1, "given": 50},
        "PUT /api/door/allotment": {"seats": 0},
        "POST /api/door/late/{pay_token}": {"seats": 1, "totalPrice": 100},
        "POST /api/door/drawer": {"float": 50},
        "POST /api/door/drawer/counts": {"name": "Ana", "total": 50},
        "POST /api/door/nights/{night}/drawer": {"float": 50},
        "POST /api/door/nights/{night}/drawer/counts": {"name": "Ana", "total": 50},
        "POST /api/door/nights/{night}/refunds": WHY | {"order": ids["paid"], "seats": 1},
        "POST /api/door/entries": batch | {"device": ids["till_uuid"]},
    }


def tables(world: World) -> dict[str, Body]:
    ids = world.ids
    return {
        "POST /api/tables": {"product": ids["event"], "bookingDate": ids["start"], "format": "swiss"},
        "POST /api/tables/{tables}/lease": {"device": ids["tables_uuid"]},
        "PUT /api/tables/{tables}": {"isHidden": True},
        "POST /api/tables/mine": {"codes": ["T17K2M9QXW4R8TB3CN9"]},
        "PUT /api/tables/{tables}/settings": {"format": "draft"},
        "POST /api/tables/{tables}/entries": {"generation": 0, "entries": []},
        "POST /api/tables/{tables}/reports": {"round": 1, "table": 1, "code": "T1", "games": [2, 0, 0]},
    }


def ledger(world: World) -> dict[str, Body]:
    month = world.ids["ledger_month"]
    entry = {"kind": "cost", "date": f"{month}-01", "amount": 9.5, "text": "Ice"}
    return {
        "POST /api/ledger/{ledger_month}/entries": entry,
        "POST /api/ledger/{ledger_month}/settlement/{paypal_gift}/explain": {"text": "To the bank."},
        "POST /api/ledger/{ledger_month}/close": {"digest": "0" * 64},
    }
