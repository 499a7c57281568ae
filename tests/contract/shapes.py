"""The shapes of the API's answers: the name and type of every field, and no others."""

import re
from dataclasses import dataclass
from typing import Any

ID = re.compile(r"[0-9a-f]{24}")
NUMBER = re.compile(r"C-[0-9A-HJKMNP-TV-Z]{5}")
CODE = re.compile(r"T1[0-9A-HJKMNP-TV-Z]{17}")
DATETIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
LINK = re.compile(r"http://[^/]+/seats/[0-9a-f]{24}\.[0-9a-f]{64}")
IMAGE = re.compile(r"(/media/.+)?")
RULE = re.compile(r"DTSTART[:;].+\nRRULE:.+")


@dataclass(frozen=True)
class OrNull:
    shape: Any


class Money:
    """A JSON number with at most two decimal places."""


def find_mismatches(value: Any, shape: Any, where: str = "answer") -> list[str]:
    """Return a sentence for each mismatch between a value and its shape."""
    if isinstance(shape, OrNull):
        return [] if value is None else find_mismatches(value, shape.shape, where)
    if isinstance(shape, dict):
        return find_object_mismatches(value, shape, where)
    if isinstance(shape, list):
        rows = value if isinstance(value, list) else None
        if rows is None:
            return [f"{where} is no list: {value!r}"]
        return [found for n, row in enumerate(rows) for found in find_mismatches(row, shape[0], f"{where}[{n}]")]
    return [] if is_a(value, shape) else [f"{where} is {value!r}, not {shape}"]


def find_object_mismatches(value: Any, shape: dict[str, Any], where: str) -> list[str]:
    if not isinstance(value, dict):
        return [f"{where} is no object: {value!r}"]
    found = [f"{where} has no {name}" for name in shape.keys() - value.keys()]
    found += [f"{where} also has {name}" for name in value.keys() - shape.keys()]
    for name in shape.keys() & value.keys():
        found += find_mismatches(value[name], shape[name], f"{where}.{name}")
    return found


def is_a(value: Any, shape: Any) -> bool:
    if shape is Money:
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        return is_number and round(value, 2) == value
    if isinstance(shape, re.Pattern):
        return isinstance(value, str) and shape.fullmatch(value) is not None
    if isinstance(shape, set):
        return value in shape
    return type(value) is shape  # a bool does not count as an int


# --- Users -----------------------------------------------------------------------------------------------------------

MESSAGE = {"message": str}
SESSION = {"_id": ID, "device": str, "signedInAt": DATETIME, "lastSeenAt": DATETIME, "isCurrent": bool}
USER_INFO = {
    "_id": ID, "firstName": str, "lastName": str, "email": str, "isAdmin": bool, "requiresPasswordReset": bool,
}  # fmt: skip
USER = USER_INFO | {"isDeactivated": bool}
PAGE = {"page": int, "pages": int, "total": int}
USERS = PAGE | {"users": [USER]}

# --- Events ----------------------------------------------------------------------------------------------------------

PATTERN = {
    "recurringInterval": {"daily", "weekly", "monthly", "custom"},
    "endDate": OrNull(DATETIME),
    "customOccurrenceConfig": OrNull({"dayOfWeek": int, "weekOfMonth": [int]}),
}
EVENT_FIELDS = {
    "_id": ID, "name": str, "title": str, "description": str, "image": IMAGE, "category": str, "cardSet": str,
    "format": str, "price": Money, "startTime": DATETIME, "endTime": DATETIME, "isRecurring": bool,
    "recurringPattern": OrNull(PATTERN), "rrule": RULE, "eventLocation": str, "maximumEventCapacity": int,
    "countInStock": int, "inStock": bool,
}  # fmt: skip
REFUND_POLICY = {"refund": {"full", "minus_fee", "none"}, "untilHours": int, "feePerSeat": Money}
EVENT = EVENT_FIELDS | {
    "brand": str, "type": str, "status": {"draft", "published", "archived"}, "nextStartTime": OrNull(DATETIME),
    "nextEndTime": OrNull(DATETIME), "nextTotalReservations": OrNull(int), "snoozedDates": int,
    "refundPolicy": REFUND_POLICY, "fairValue": OrNull(Money),
    "memberPrice": OrNull(Money), "memberSeats": int,
}  # fmt: skip
OCCURRENCE = {
    "startTime": DATETIME, "endTime": DATETIME, "totalReservations": int, "countInStock": int, "inStock": bool,
}  # fmt: skip
EVENT_DETAIL = EVENT | {
    "occurrences": [OCCURRENCE], "skippedDates": [DATETIME], "draftReasons": [str], "hasGoal": bool,
}  # fmt: skip
EVENT_DATE = EVENT_FIELDS | {"allDay": bool, "nextOpenStartTime": OrNull(DATETIME)}
EVENTS = PAGE | {"products": [EVENT]}
BOOKING_COUNT = {"totalReservations": int, "maximumEventCapacity": int, "countInStock": int}
PREVIEW = {
    "dates": [{"startTime": DATETIME, "endTime": DATETIME}], "skippedDates": [DATETIME], "bookedDates": [dict],
    "overbooked": [dict],
}  # fmt: skip

DATE_MESSAGE_PREVIEW = {"recipients": int, "html": str, "digest": str}
DATE_MESSAGE = {"_id": ID, "recipients": int}

# --- Orders ----------------------------------------------------------------------------------------------------------

BOOKING_STATUS = {"pending", "confirmed", "cancelled", "refunded"}
ADDRESS = dict.fromkeys(
    ("fName", "lName", "address", "addressSecondary", "city", "state", "postalCode", "country"), str
)  # fmt: skip
PASS = {
    "_id": ID, "code": CODE, "seats": int, "label": str, "state": {"valid", "refunded", "replaced"},
    "qr": {"size": int, "d": str},
}  # fmt: skip
ORDER_BOOKING = {
    "_id": ID, "bookingDate": DATETIME, "endTime": DATETIME, "reservationSeats": {"qty": int}, "subtotal": Money,
    "status": BOOKING_STATUS, "movedFrom": OrNull(DATETIME), "calendarSequence": int,
    "passes": [PASS],
}  # fmt: skip
ORDER_ITEM = {
    "_id": ID, "name": str, "image": IMAGE, "description": str, "price": Money, "eventLocation": str,
    "refundPolicy": REFUND_POLICY, "bookings": [ORDER_BOOKING],
}  # fmt: skip
REFUND = {
    "amount": Money, "currency": str, "status": {"requested", "pending", "completed", "failed"}, "createdAt": DATETIME,
    "bookings": [ID], "parts": [{"booking": ID, "seats": int, "amount": Money, "fee": Money, "gift": Money}],
}  # fmt: skip
REFUND_DUE = {
    "because": {"", "seats_gone", "refused"}, "step": {"not_taken", "asked", "refused"}, "amount": Money,
    "currency": str,
}  # fmt: skip
ORDER = {
    "_id": ID, "number": NUMBER, "user": ID, "buyer": {"_id": ID, "firstName": str, "lastName": str, "email": str},
    "status": {"held", "expired", "cancelled", "capturing", "review", "paid", "partly_refunded", "refunded",
               "refund_due"},
    "isTest": bool, "orderItems": [ORDER_ITEM], "shippingAddress": ADDRESS, "billingAddress": ADDRESS,
    "paymentMethod": str, "itemsPrice": Money, "shippingPrice": Money, "taxPrice": Money, "totalPrice": Money,
    "refundedPrice": Money, "createdAt": DATETIME, "heldUntil": OrNull(DATETIME), "paidAt": OrNull(DATETIME),
    "deliveredAt": OrNull(DATETIME), "refunds": [REFUND], "refundDue": OrNull(REFUND_DUE),
}  # fmt: skip
PASS_OF_LISTED_ORDER = {name: shape for name, shape in PASS.items() if name != "qr"}
LISTED_ORDER = ORDER | {
    "orderItems": [ORDER_ITEM | {"bookings": [ORDER_BOOKING | {"passes": [PASS_OF_LISTED_ORDER]}]}],
}  # fmt: skip
DISCOUNT = {"kind": {"member", "voucher"}, "label": str, "amount": Money}
QUOTE = {
    "listPrice": Money, "discounts": [DISCOUNT], "itemsPrice": Money, "shippingPrice": Money, "taxPrice": Money,
    "giftPrice": Money, "totalPrice": Money,
}  # fmt: skip
ORDERS = PAGE | {"orders": [LISTED_ORDER]}
BOOKING = {
    "_id": ID, "product": ID, "reservationSeats": int, "bookingDate": DATETIME, "status": BOOKING_STATUS,
    "order": OrNull(ID), "user": ID,
}  # fmt: skip
SEAT_LINK = {"_id": ID, "url": OrNull(LINK), "status": {"open", "claimed", "revoked"}}
SEAT_LINKS = {"links": [SEAT_LINK]}
SEAT = {
    "name": str, "startTime": DATETIME, "endTime": DATETIME, "eventLocation": str, "from": str,
    "status": {"open", "claimed", "over"},
}  # fmt: skip
DATE_CHANGE_CHOICE = {"kind": {"cancel"}, "startTime": DATETIME, "reason": str, "until": DATETIME}
DATE_CHANGE_PREVIEW = {
    "people": int, "orders": int, "seats": int, "money": Money, "guests": int, "inside": int, "waiting": int,
}  # fmt: skip
DATE_CHANGE = {
    "_id": ID, "product": ID, "startTime": DATETIME, "kind": {"cancel"}, "reason": str, "answerUntil": DATETIME,
    "status": {"running", "done"}, "total": int, "told": int, "kept": int, "moved": int, "refunded": int,
    "undecided": int, "failed": int,
}  # fmt: skip
PAYPAL_CONFIG = {
    "clientId": str, "currency": str, "environment": {"simulator"}, "testOrders": bool, "scriptUrl": str,
}  # fmt: skip

# --- The door --------------------------------------------------------------------------------------------------------

UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
HASH = re.compile(r"[A-Za-z0-9_-]{16}")
CONFLICT = OrNull({"unknown", "replaced", "moved", "refunded", "closed", "double", "over"})
ROLE = {"door", "till", "tables"}
DOOR_ENTRY = {
    "device": str, "seq": int, "h": OrNull(HASH), "at": DATETIME, "seats": int, "by": str, "conflict": CONFLICT,
}  # fmt: skip
DOOR_LINK = {"_id": ID, "role": ROLE, "endsAt": DATETIME}
PHONE = {
    "device": ID, "name": str, "role": ROLE, "link": ID, "queued": int, "isSignedIn": bool,
    "lastEntryAt": OrNull(DATETIME),
}  # fmt: skip
DRAWER = {
    "float": OrNull(Money), "expected": OrNull(Money), "counts": [str], "difference": OrNull(Money),
    "closedAt": OrNull(DATETIME),
}  # fmt: skip
DOOR_DRAWER = DRAWER | {"reason": str, "late": [{"at": DATETIME, "amount": Money, "reason": str}]}
DOOR = {
    "_id": ID, "product": ID, "startTime": DATETIME, "endTime": DATETIME, "closedAt": OrNull(DATETIME), "guests": int,
    "in": int, "links": [DOOR_LINK | {"revokedAt": OrNull(DATETIME)}], "devices": [PHONE],
    "conflicts": [DOOR_ENTRY | {"name": OrNull(str), "giveBack": OrNull(Money)}],
    "unusable": [
        {"device": ID, "at": DATETIME, "by": str, "code": str, "amount": OrNull(Money), "sent": str},
    ],
    "drawer": OrNull(DOOR_DRAWER), "cash": [{"at": DATETIME, "amount": Money, "reason": str}],
}  # fmt: skip
NEW_DOOR_LINK = DOOR_LINK | {"url": re.compile(r"http://[^/]+/door/#k=[A-Za-z0-9_-]{43}"), "pin": re.compile(r"\d{6}")}
PHONES_DATE = {"_id": ID, "name": str, "startTime": DATETIME, "endTime": DATETIME}
ENTERED = {"role": ROLE, "night": PHONES_DATE, "device": UUID, "now": DATETIME}
LISTED_PASS = {
    "h": HASH, "b": int, "name": str, "seats": int, "in": int, "state": {"valid", "refunded", "replaced", "moved"},
    "to": OrNull(DATETIME),
}  # fmt: skip
DOOR_LIST = {
    "night": PHONES_DATE | {"product": ID, "isCanceled": bool, "totals": [Money]}, "now": DATETIME, "price": Money,
    "allotment": int, "seen": dict, "passes": [LISTED_PASS], "recent": [DOOR_ENTRY],
}  # fmt: skip
TILL_LIST = DOOR_LIST | {"left": int, "drawer": OrNull({"open", "closed"})}
RESULT = {"seq": int, "answer": {"stored", "repeated"}, "conflict": CONFLICT, "in": OrNull(int), "seats": OrNull(int)}
ENTRIES_ANSWER = {"now": DATETIME, "seen": int, "results": [RESULT]}
SALE = {"order": ID, "total": Money, "change": Money, "h": HASH}
ALLOTMENT = {"seats": int}
CASH_REFUND = {"order": ID, "status": {"partly_refunded", "refunded"}, "amount": Money}
DOOR_REFUSAL = {"message": str, "code": str}

# --- Tables ----------------------------------------------------------------------------------------------------------

FORMAT = {"swiss", "draft", "commander"}
GAMES = {"games": [int]}
TABLE = {"number": int, "players": [ID], "result": OrNull(GAMES), "reports": [{"player": ID, "result": GAMES}]}
TOURNAMENT = {
    "_id": ID, "name": str, "startTime": DATETIME, "format": FORMAT, "plannedRounds": OrNull(int), "minutes": int,
    "wholeRoom": bool, "points": bool, "seed": int, "generation": int,
    "writer": OrNull({"name": str, "since": DATETIME}), "endedAt": OrNull(DATETIME),
    "players": [{"_id": ID, "name": str, "fromRound": int, "droppedAfter": OrNull(int), "aside": bool}],
    "rounds": [{"number": int, "clockEndsAt": OrNull(DATETIME), "tables": [TABLE], "bye": OrNull(ID)}],
}  # fmt: skip
FACTS_ANSWER = {"seen": int, "results": [{"seq": int, "answer": {"stored", "repeated"}}]}
TABLES_OF_EVENT = {
    "tables": [{"_id": ID, "startTime": DATETIME, "format": FORMAT, "endedAt": OrNull(DATETIME), "isHidden": bool}]
}
SEATS_AT_TABLES = {"seats": [{"code": str, "tables": ID, "players": [ID]}]}

# --- Goals -----------------------------------------------------------------------------------------------------------

DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
GOAL = {
    "_id": ID, "title": str, "product": OrNull(ID), "startsOn": OrNull(DAY), "endsOn": OrNull(DAY),
    "target": OrNull(Money), "unitName": str, "unitCost": OrNull(Money), "source": str,
}  # fmt: skip
RAISED = {
    "raised": Money, "tickets": Money, "gifts": Money, "fees": Money, "returned": Money, "target": Money,
    "unit": {"name": str, "cost": Money, "count": int, "source": str}, "asOf": DATETIME,
}  # fmt: skip

# --- Figures ---------------------------------------------------------------------------------------------------------

FIGURES = {
    "dates": int, "canceled": int, "seats": int, "sold": int, "measured": int, "came": OrNull(int),
    "didNotCome": OrNull(int), "waitedInVain": int, "returning": int, "daysAhead": OrNull(float),
    "raisedPerSeat": OrNull(Money),
}  # fmt: skip
SUMMARY = {
    "firstDay": DAY, "lastDay": DAY, "asOf": DATETIME, "total": FIGURES,
    "seasons": [{"_id": ID, "title": str, "startsOn": DAY, "endsOn": DAY}],
    "formats": [{"format": str, "weekday": int, "figures": FIGURES}],
    "events": [{"product": ID, "name": str, "figures": FIGURES}],
    "months": [{"month": re.compile(r"\d{4}-\d{2}"), "figures": FIGURES}],
}  # fmt: skip

# --- The ledger ------------------------------------------------------------------------------------------------------

MONTH = re.compile(r"\d{4}-\d{2}")
ENTERED_LINE = {
    "_id": ID, "date": DAY, "kind": {"cost", "paid_out", "transfer", "other"}, "amount": Money, "text": str,
    "derived": {False},
}  # fmt: skip
LEDGER_MONTH = {"month": MONTH, "closedAt": OrNull(DATETIME), "lines": list, "balance": Money}
LEDGER = {"months": [LEDGER_MONTH]}
SETTLEMENT = {"lines": list, "digest": re.compile(r"[0-9a-f]{64}")}
EXPLANATION = {"paypalId": str, "text": str, "entry": str}

# --- Vouchers and members --------------------------------------------------------------------------------------------

VOUCHER = {
    "_id": ID, "code": re.compile("[A-Z0-9-]{4,32}"), "kind": {"percent", "amount", "price", "free_seats"},
    "value": Money, "maxUses": OrNull(int), "perPerson": OrNull(int), "validFrom": OrNull(DAY),
    "validUntil": OrNull(DAY), "events": [ID], "formats": [str], "datesFrom": OrNull(DAY), "datesTo": OrNull(DAY),
    "off": bool, "uses": int,
}  # fmt: skip
VOUCHERS = {"vouchers": [VOUCHER]}
VOUCHER_PAGE = PAGE | VOUCHERS
MEMBERSHIP = {"membership": OrNull({"number": str, "validFrom": DAY, "validUntil": DAY})}
MEMBER = {
    "number": str, "email": str, "validFrom": DAY, "validUntil": DAY,
    "user": OrNull({"_id": ID, "firstName": str, "lastName": str, "email": str}),
}  # fmt: skip
MEMBERS = PAGE | {"members": [MEMBER]}
MEMBERS_PLAN = {
    "added": int, "changed": int, "missing": int, "errors": [{"row": int, "column": str, "message": str}],
    "digest": re.compile(r"[0-9a-f]{64}"),
}  # fmt: skip
