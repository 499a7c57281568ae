"""Store what players report about their tables. Reports are notes: the scorekeeper's result decides."""

from collections.abc import Mapping
from typing import Any

from bookings.models import Pass
from bookings.pass_codes import parse_code
from bookings.selectors.inside import get_inside
from charityshop.api.throttling import Limit
from charityshop.db.transactions import in_one_transaction
from charityshop.exceptions import BadRequest, DomainError
from door.sent_entries import Unusable
from tables.facts import parse_result
from tables.models import Report
from tables.progress import Table
from tables.selectors import get_progress
from tables.services.tournaments import lock_tournament, save_change


class NotYourTable(DomainError):
    """Nobody with this code sits there, or nobody came in with it."""

    code = "not_your_table"
    message = "This is not your table."


class BadResult(BadRequest):
    code = "bad_result"
    message = "That can't be the result of this table."


def report_result(*, tournament_id: int, code: str, round_number: int, table: int, sent: Mapping[str, Any]) -> Table:
    """Store a report of everybody who sits at the table with this code, and return it. They may report again.

    Raise TooMany, BadResult, NotYourTable and DomainError (`round_over`).
    """
    ticket = Pass.objects.filter(code=parse_code(code) or "").select_related("booking").first()
    if ticket is None or not get_inside(ticket.booking_id).by_pass.get(ticket.pk):
        raise NotYourTable
    Limit.of("tables_report", ticket.public_id).spend()
    return store_report(tournament_id, ticket, round_number, table, sent)


@in_one_transaction
def store_report(tournament_id: int, ticket: Pass, round_number: int, number: int, sent: Mapping[str, Any]) -> Table:
    tournament = lock_tournament(tournament_id)
    progress = get_progress(tournament)
    table = progress.find_table(round_number, number)
    players = tournament.players.filter(ticket=ticket, public_id__in=table.players if table else [])
    if table is None or not players:
        raise NotYourTable
    if tournament.get_end() or round_number < len(progress.rounds):
        raise DomainError("This round is over. Tell the scorekeeper.", code="round_over")
    result = parse_or_refuse(sent)
    if not progress.is_of_table(round_number, number, result):
        raise BadResult
    pairing = progress.rounds[-1].pairing
    Report.objects.bulk_create(
        Report(player=player, pairing_id=pairing, table=number, result=result) for player in players
    )
    save_change(tournament)
    table.reports = {**table.reports, **{player.public_id: result for player in players}}
    return table


def parse_or_refuse(sent: Mapping[str, Any]) -> dict[str, Any]:
    try:
        return parse_result(sent)
    except Unusable:
        raise BadResult from None
