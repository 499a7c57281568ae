"""Put a skipped date back on sale."""

from datetime import date, datetime

from accounts.models import User
from bookings.services import events as event_services
from changes.services.date_changes.begin_date_change import build_change_running
from charityshop.db.transactions import in_one_transaction
from events.models import Occurrence
from orders.models import DateChange


@in_one_transaction
def restore_date(*, event_id: int, when: date | datetime, by: User | None) -> Occurrence:
    """Restore a skipped date. Raise ChangeRunning while its buyers choose, who were promised their money back."""
    occurrence = event_services.lock_date(event_id, when)
    if running := DateChange.objects.filter(occurrence=occurrence, status=DateChange.Status.RUNNING).first():
        raise build_change_running(running)
    return event_services.set_status(occurrence, Occurrence.Status.SCHEDULED, by)
