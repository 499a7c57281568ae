"""What the export of a user's data has about tournaments."""

from typing import Any

from accounts.models import User
from charityshop import audit
from tables.models import Player
from tables.selectors.tournaments import select_tournaments, show_tournament


def export_seats(user: User) -> list[dict[str, Any]]:
    """Return the seats of the user that played, what they were called in public, and what was reported for them."""
    own = Player.objects.filter(ticket__booking__user=user, ticket__seat_link=None).prefetch_related("reports")
    reports = {each.public_id: [report.result for report in each.reports.all()] for each in own}
    return [
        {
            "event": tournament.night.occurrence.event.name,
            "startTime": audit.as_text(tournament.night.occurrence.starts_at),
            "format": tournament.format,
            "name": shown.name,
            "reports": reports[shown.public_id],
        }
        for tournament in select_tournaments().filter(players__in=own).distinct().order_by("pk")
        for shown in show_tournament(tournament).players
        if shown.public_id in reports
    ]
