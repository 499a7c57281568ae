"""Create and change vouchers. They are never deleted, because orders refer to them; staff turn them off."""

from collections.abc import Mapping
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import User
from charityshop import audit
from charityshop.api.seen import Seen, refuse_unseen
from charityshop.db.transactions import Conflict, in_one_transaction
from charityshop.exceptions import DomainError, InvalidField, NotPossible
from discounts.codes import generate_codes
from discounts.models import Voucher
from discounts.selectors import count_most_uses, count_uses
from events.models import Event

Fields = Mapping[str, Any]
COLUMNS = (
    "code",
    "kind",
    "value",
    "max_uses",
    "per_person",
    "valid_from",
    "valid_until",
    "formats",
    "dates_from",
    "dates_to",
    "off",
)
MAX_PERCENT = 100


@in_one_transaction
def create_voucher(*, fields: Fields, by: User | None) -> Voucher:
    """Create a voucher. `fields` maps columns to values, and `events` to a list.

    Raise DomainError (`code_taken`) or InvalidField.
    """
    values, events = split_fields(fields)
    voucher = Voucher(**values)
    check_voucher(voucher)
    save_unless_taken(voucher)
    voucher.events.set(events)
    audit.record("discount code created", voucher, by=by, after=get_audited_values(voucher), action=audit.CREATED)
    return voucher


@in_one_transaction
def create_vouchers(*, count: int, fields: Fields, by: User | None) -> list[Voucher]:
    """Create so many vouchers that differ in their random codes. One audit log entry lists the codes."""
    values, events = split_fields(fields)
    vouchers = [Voucher(**values, code=code) for code in generate_codes(count)]
    check_voucher(vouchers[0])
    if Voucher.objects.filter(code__in=[voucher.code for voucher in vouchers]).exists():
        raise Conflict
    Voucher.objects.bulk_create(vouchers)
    links = Voucher.events.through
    links.objects.bulk_create(
        links(voucher_id=voucher.pk, event_id=event.pk) for voucher in vouchers for event in events
    )
    first, codes = vouchers[0], ", ".join(voucher.code for voucher in vouchers)
    audit.record(
        "discount codes created",
        first,
        by=by,
        after=get_audited_values(first),
        action=audit.CREATED,
        count=count,
        codes=codes,
    )
    return vouchers


@in_one_transaction
def change_voucher(*, voucher_id: int, fields: Fields, seen: Seen | None = None, by: User | None) -> Voucher:
    """Change a voucher. Missing fields keep their values; discounts of placed orders don't change.

    Raise Changed, InvalidField, DomainError (`code_taken`), or NotPossible if orders show the code that would change,
    or if there are more uses than a lower limit.
    """
    voucher = lock_voucher(voucher_id)
    refuse_unseen(voucher, seen)
    before = get_audited_values(voucher)
    values, events = split_fields(fields)
    if values.get("code", voucher.code) != voucher.code and voucher.discounts.exists():
        raise NotPossible(
            f"Orders show the discount code {voucher.code}. Turn it off, and create another one.", code="voucher_in_use"
        )
    refuse_limits_below_uses(voucher, values)
    for name, value in values.items():
        setattr(voucher, name, value)
    check_voucher(voucher)
    save_unless_taken(voucher)
    if "events" in fields:
        voucher.events.set(events)
    audit.record("discount code saved", voucher, by=by, before=before, after=get_audited_values(voucher))
    return voucher


def refuse_limits_below_uses(voucher: Voucher, values: Fields) -> None:
    """Raise NotPossible if a limit would be lowered below the uses. Otherwise nobody could check that limits hold."""
    now = timezone.now()
    for name, whose in (("max_uses", ""), ("per_person", " of one buyer")):
        old, new = getattr(voucher, name), values.get(name, getattr(voucher, name))
        if new is None or (old is not None and new >= old):
            continue
        uses = count_most_uses(voucher.pk, now=now) if whose else count_uses([voucher.pk], now=now).get(voucher.pk, 0)
        if uses > new:
            raise NotPossible(
                f"{uses} orders{whose} use this discount code. Enter {uses} or more, or turn it off.",
                code="voucher_in_use",
            )


def split_fields(fields: Fields) -> tuple[dict[str, Any], list[Event]]:
    """Return the columns, and the events."""
    return {name: value for name, value in fields.items() if name != "events"}, list(fields.get("events", []))


def check_voucher(voucher: Voucher) -> None:
    """Raise InvalidField if the value doesn't fit its kind, or if the voucher ends before it starts."""
    value, kind = voucher.value, voucher.kind
    if kind == Voucher.Kind.PERCENT and not 1 <= value <= MAX_PERCENT:
        raise InvalidField("value", "Enter a percentage from 1 to 100.")
    if kind == Voucher.Kind.AMOUNT and not value:
        raise InvalidField("value", "Enter an amount above $0.")
    if kind == Voucher.Kind.FREE_SEATS and (not value or value % 1):
        raise InvalidField("value", "Enter a whole number of seats.")
    if voucher.valid_from and voucher.valid_until and voucher.valid_until < voucher.valid_from:
        raise InvalidField("validUntil", "The last day must not be before the first.")
    if voucher.dates_from and voucher.dates_to and voucher.dates_to < voucher.dates_from:
        raise InvalidField("datesTo", "The last day must not be before the first.")


def save_unless_taken(voucher: Voucher) -> None:
    try:
        with transaction.atomic():
            voucher.save()
    except IntegrityError:
        message = "There is a discount code like this already."
        raise DomainError(message, code="code_taken", errors={"code": [message]}) from None


def get_audited_values(voucher: Voucher) -> dict[str, object]:
    events = sorted(event.public_id for event in voucher.events.all())
    return audit.columns(voucher, COLUMNS) | {"events": ", ".join(events)}


def lock_voucher(voucher_id: int) -> Voucher:
    """Return the locked voucher with its events. Staff may have changed it since it was found; check it again.

    Locks on vouchers and memberships are taken after the buyer's and before those of orders and dates.
    """
    return Voucher.objects.select_for_update().prefetch_related("events").get(pk=voucher_id)
