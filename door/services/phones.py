"""Sign phones in and out.

A phone has two secrets in its cookies: a token, which is new with each link and ends with it, and its own secret,
which it gets once. Only with that may it enter again under a number that is known, and send what it recorded once its
link has ended.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from uuid import UUID, uuid4

from django.utils import timezone

from charityshop.api.throttling import Limit, count_failures
from charityshop.db.transactions import in_one_transaction
from charityshop.exceptions import DomainError, Forbidden
from charityshop.observability import security_log
from door.models import DoorLink, Phone, SignIn
from door.secrets import hash_key, is_right_pin, new_key
from door.services.doors import lock_door


class DoorRefused(DomainError):
    """A wrong key or PIN, or a link that is no longer valid. Volunteers can't tell which."""

    status = 401
    code = "door_refused"
    message = "That link and PIN do not go together."


class WrongRole(Forbidden):
    """The link of the phone is for something else, or for another date."""

    code = "door_role"
    message = "This phone may not do that. Ask the organizer."


@dataclass(frozen=True, slots=True)
class SignedIn:
    """A phone, and the values of its cookies."""

    phone: Phone
    link: DoorLink
    token: str
    secret: str


def sign_in_phone(*, key: str, pin: str, name: str, uuid: UUID, address: str, secret: str = "") -> SignedIn:
    """Sign a phone in with a link's key and PIN. `address` is the client's IP, and `secret` the phone's, if it has one.

    Raise DoorRefused, or TooMany after too many wrong PINs of this link, or wrong keys from this address.
    """
    with counting_refusals(key, address) as link:
        if not is_right_pin(pin, link.key_hash, link.pin_hmac):
            raise DoorRefused
        return register_phone(link_id=link.pk, name=name, uuid=uuid, secret=secret)


def get_link(*, key: str, address: str) -> DoorLink:
    """Return the link with its date and event, before anybody enters its PIN. Raise what `sign_in_phone` raises."""
    with counting_refusals(key, address) as link:
        refuse_unless_open(link)
        return link


@contextmanager
def counting_refusals(key: str, address: str) -> Iterator[DoorLink]:
    """Find a link by its key. Count and log it if there is none, or if what is done with it is refused."""
    link = DoorLink.objects.select_related("door__occurrence__event").filter(key_hash=hash_key(key)).first()
    # Who has a link is not refused because of somebody else in the same network, whose guesses are no links.
    limit = Limit.of("door_link", link.public_id) if link else Limit.of("door_address", address)
    with count_failures(limit, of=DoorRefused):
        try:
            if link is None:
                raise DoorRefused
            yield link
        except DoorRefused as refusal:
            public_id = link.public_id if link else None
            security_log.note_refusal("door_refused", user=None, link=public_id, reason=refusal.code, address=address)
            raise


def refuse_unless_open(link: DoorLink) -> None:
    """Raise DoorRefused if the link was revoked or has ended, or the door was closed."""
    if link.door.closed_at is not None or not link.is_valid(timezone.now()):
        raise DoorRefused


@in_one_transaction
def register_phone(*, link_id: int, name: str, uuid: UUID, secret: str = "") -> SignedIn:
    """Give the phone a new token, and a new number if the one that it names belongs to a phone with another secret.

    Raise DoorRefused if the link was revoked or has ended, or the door was closed.
    """
    door = lock_door(DoorLink.objects.values_list("door_id", flat=True).get(pk=link_id))
    link = door.links.get(pk=link_id)
    refuse_unless_open(link)
    token = new_key()
    if not is_known_secret(secret):  # nobody chooses a secret, for themselves or for somebody else
        secret = new_key()
    secret_hash = hash_key(secret)
    is_of_another = door.phones.filter(uuid=uuid).exclude(secret_hash=secret_hash).exists()
    values = {"link": link, "name": name, "token_hash": hash_key(token), "secret_hash": secret_hash}
    phone, _ = Phone.objects.update_or_create(door=door, uuid=uuid4() if is_of_another else uuid, defaults=values)
    SignIn.objects.create(phone=phone, link=link, at=timezone.now())
    security_log.note(
        "door_entered", user=None, phone=phone.public_id, link=link.public_id, renumbered=is_of_another or None
    )
    return SignedIn(phone, link, token, secret)


def is_known_secret(secret: str) -> bool:
    return secret != "" and Phone.objects.filter(secret_hash=hash_key(secret)).exists()


def find_phone(token: str) -> Phone | None:
    """Return the phone whose cookie this is, with its link, date and event. None if it was signed out."""
    found = Phone.objects.select_related("link__door__occurrence", "door__occurrence__event")
    phone = found.filter(token_hash=hash_key(token), link__isnull=False).first()
    return phone if phone and phone.link and phone.link.is_valid(timezone.now()) else None


def find_sender(token: str, secret: str) -> Phone | None:
    """Return the phone that may send what it recorded. Unlike `find_phone`, find one whose link has ended, too.

    It proves by its own secret that it is the phone, for as long as phones keep what they could not send.
    """
    phone = find_phone(token)
    if phone is None and secret:
        found = SignIn.objects.select_related("phone__link__door__occurrence", "phone__door__occurrence__event")
        last = found.filter(phone__secret_hash=hash_key(secret)).order_by("at", "pk").last()
        phone = last.phone if last else None
    return phone if phone and phone.door.takes_entries_until > timezone.now() else None


@in_one_transaction
def sign_out_phone(*, phone_id: int) -> None:
    Phone.objects.filter(pk=phone_id).update(token_hash=None)
