"""Create and revoke the links that sign phones in."""

from dataclasses import dataclass

from django.conf import settings
from django.utils import timezone

from accounts.models import User
from charityshop import audit
from charityshop.db.transactions import in_one_transaction
from charityshop.observability import security_log
from door.closed_doors import DoorOver, refuse_closed
from door.models import DoorLink
from door.secrets import hash_key, new_key, new_pin, sign_pin
from door.services.doors import lock_date_and_door, lock_door, return_allotments


@dataclass(frozen=True, slots=True)
class NewLink:
    """A link with its secrets, which are shown once."""

    link: DoorLink
    url: str
    pin: str


@in_one_transaction
def create_link(*, door_id: int, role: DoorLink.Role, by: User) -> NewLink:
    """Create a link with a PIN. Raise DoorClosed or DoorOver if nobody could use it."""
    door = lock_door(door_id)
    refuse_closed(door)
    key, pin = new_key(), new_pin()
    key_hash = hash_key(key)
    link = DoorLink(door=door, role=role, key_hash=key_hash, pin_hmac=sign_pin(pin, key_hash))
    if not link.is_valid(timezone.now()):
        raise DoorOver
    link.save()
    audit.record("door link created", door, by=by, link=link.public_id, role=role)
    return NewLink(link, f"{settings.SITE_URL}/door/#k={key}", pin)


@in_one_transaction
def revoke_link(*, link_id: int, by: User) -> None:
    """End a link, sign its phones out and return the seats that they keep. Revoking it again changes nothing."""
    door = lock_date_and_door(DoorLink.objects.values_list("door_id", flat=True).get(pk=link_id))
    link = DoorLink.objects.get(pk=link_id)
    if link.revoked_at is not None:
        return
    return_allotments(phone_ids=list(link.phones.values_list("pk", flat=True)))
    link.revoked_at = timezone.now()
    link.save(update_fields=["revoked_at"])
    link.phones.update(token_hash=None)
    audit.record("door link revoked", door, by=by, link=link.public_id)
    security_log.note("door_link_revoked", user=by, link=link.public_id)
