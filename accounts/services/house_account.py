"""The account in whose name seats are sold at the door, to buyers without accounts."""

from accounts.models import HOUSE_EMAIL, User


def get_house_account() -> User:
    """Return the house account, and create it before the first sale. Nobody can sign in to it."""
    found = User.objects.filter(email=HOUSE_EMAIL).first()
    if found is None:
        new = User(first_name="Walk-up", is_active=False, reminders=False)
        new.set_unusable_password()
        values = {name: getattr(new, name) for name in ("first_name", "is_active", "reminders", "password")}
        found, _ = User.objects.get_or_create(email=HOUSE_EMAIL, defaults=values)
    return found
