"""Turn reminders off with the link in each of them, without signing in."""

from changes.mail_off_links import Recipient, find_recipient
from charityshop.db.transactions import in_one_transaction


@in_one_transaction
def turn_off_reminders(*, token: str) -> Recipient:
    """Turn the reminders of the token's user or guest off, and return whose. Raise DeadLink."""
    recipient = find_recipient(token)
    recipient.reminders = False
    recipient.save(update_fields=["reminders"])
    return recipient
