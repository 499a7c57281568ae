"""What buyers of a changed date are owed: a choice, and to be told once of what differs from what they know.

A date may change again while buyers choose. Then their choice is of the newest change, and those who were not told yet
are told only of that one, from the time that they know.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from itertools import groupby

from django.db.models import F, QuerySet
from django.utils import timezone

from bookings.models import Booking
from changes.models import Entitlement
from changes.models.entitlement import EntitlementQuerySet
from changes.selectors.date_changes import HAS_SEATS, NOTICE_DUE
from changes.services.date_changes.affected import list_sold_lines
from changes.services.date_changes.date_mails import (
    find_back_emails,
    follow_with_back_email,
    list_waiting_choices,
    withdraw_emails,
)
from events.models import DateChange, Occurrence, Setting
from orders.models import OrderLine
from payments.models import Refund

Outcome = Entitlement.Outcome


def filter_undecided(date_ids: Collection[int]) -> EntitlementQuerySet:
    return Entitlement.objects.filter(date_change__occurrence__in=date_ids, outcome=Outcome.UNDECIDED)


def list_by_line(entitlements: QuerySet[Entitlement]) -> list[list[Entitlement]]:
    rows = entitlements.order_by("line", "pk")
    return [list(group) for _, group in groupby(rows, key=lambda each: each.line_id)]


def read_rows(entitlements: QuerySet[Entitlement]) -> QuerySet[Entitlement]:
    """Select what emails and refunds need."""
    return entitlements.select_related(
        "date_change__occurrence__event",
        "date_change__by",
        "line__order__user",
        "line__booking__user",
        "line__booking__occurrence__event",
    )


def read_known_times(date_ids: Collection[int]) -> Mapping[int, Setting]:
    """Return the times that buyers know, by line, of those who are still to be told of changes of these dates."""
    due = Entitlement.objects.filter(NOTICE_DUE, date_change__occurrence__in=date_ids).select_related("date_change")
    first = [rows[0] for rows in list_by_line(due)]
    return {each.line_id: each.was for each in first}


def take_back_notices(date_ids: Collection[int]) -> None:
    """Withdraw the emails that wait about earlier changes of dates: their readers are to be told of the newest."""
    rows_by_line = list_by_line(filter_told(date_ids))
    withdrawn = withdraw_emails([rows[-1] for rows in rows_by_line])
    for rows in rows_by_line:
        if rows[-1].pk in withdrawn:
            together = [each.pk for each in rows if each.told_at == rows[-1].told_at]
            Entitlement.objects.filter(pk__in=together).update(needs_notice=True, told_at=None)


def list_untold(date_ids: Collection[int]) -> list[int]:
    """Return bookings on these dates whose buyers are still to be told of a change, or whose email about it waits."""
    of_dates = Entitlement.objects.filter(HAS_SEATS, date_change__occurrence__in=date_ids)
    due = of_dates.filter(needs_notice=True).values_list("line__booking", flat=True)
    told = of_dates.filter(told_at__isnull=False).values_list("pk", "line__booking", "line__order__user__public_id")
    waiting = list_waiting_choices({user for _, _, user in told})
    return [*due, *(booking for pk, booking, _ in told if pk in waiting)]


def filter_told(date_ids: Collection[int]) -> QuerySet[Entitlement]:
    told = Entitlement.objects.filter(HAS_SEATS, date_change__occurrence__in=date_ids, told_at__isnull=False)
    return told.select_related("date_change", "line__booking__user", "line__order__user")


def give_choices(changes: Sequence[DateChange]) -> None:
    """Store a choice about these changes of dates for the buyer of each line, which replaces that of an earlier one.

    Buyers who know that the date is canceled, because the email that it is back waits, are not told so again, and read
    in that email when else it takes place.

    Lines whose seats are being returned, or whose money is gone, have no choice. Their buyers are told as long as they
    have seats: a refund may fail. As many queries however many the dates are.
    """
    by_date, now = {change.occurrence_id: change for change in changes}, timezone.now()
    known, replaced = read_known_times(by_date), replace_choices(by_date, now)
    promised = set(filter_promised(by_date, now).values_list("line", flat=True))
    back = find_back_emails([rows[-1] for rows in list_by_line(filter_told(by_date))])
    given, sold = [], list_sold_lines(by_date)
    for line in sold:
        change = by_date[line.booking.occurrence_id]
        until = change.answer_until or now
        if (
            change.takes_place and not change.answer_until
        ):  # a choice that somebody has doesn't end because staff give no other
            until = max(now, min(replaced.get(line.pk, now), change.now_start))
        given.append(build_choice(change, line, until, known=known.get(line.pk), is_promised=line.pk in promised))
        if line.pk in back:
            given[-1].needs_notice, given[-1].told_at = False, back[line.pk][1]
    is_known = [each.line_id for each in given if not each.needs_notice]
    of_dates = Entitlement.objects.filter(date_change__occurrence=F("line__booking__occurrence"))
    of_dates.filter(line__in=is_known).update(needs_notice=False)
    Entitlement.objects.bulk_create(given)
    for each in given:
        if each.line_id in back:
            follow_with_back_email(back[each.line_id][0], each, takes_place=each.date_change.takes_place)
    for line in list_other_lines(by_date, sold):
        part = line.parts.filter(refund__status__in=Refund.UNDECIDED).last()
        Entitlement.objects.create(
            date_change=by_date[line.booking.occurrence_id],
            line=line,
            until=now,
            outcome=Outcome.REFUNDED,
            settled_at=now,
            refund_id=part.refund_id if part else None,
        )


def build_choice(
    change: DateChange, line: OrderLine, until: datetime, *, known: Setting | None, is_promised: bool
) -> Entitlement:
    """Let the buyer of a line choose, who knows only the `known` time until now if there is one.

    A date that is back where they know it is no news, and needs a choice only if one was promised to them.
    """
    new = change.now if change.takes_place else None
    is_settled = bool(known and new and known.arrival == new.arrival) and not is_promised
    return Entitlement(
        date_change=change,
        line=line,
        until=until,
        outcome=Outcome.STAYED if is_settled else Outcome.UNDECIDED,
        settled_at=change.at if is_settled else None,
        needs_notice=known is None or known != new,
    )


def filter_promised(date_ids: Collection[int], now: datetime) -> EntitlementQuerySet:
    """Return choices that buyers were told of, before the date changed again."""
    replaced = Entitlement.objects.filter(date_change__occurrence__in=date_ids, outcome=Outcome.REPLACED)
    return replaced.filter(told_at__isnull=False, until__gt=now)


def replace_choices(date_ids: Collection[int], now: datetime) -> Mapping[int, datetime]:
    """End the choices about earlier changes of dates. Return until when they could be made, by line."""
    undecided = filter_undecided(date_ids)
    replaced = dict(undecided.filter(until__gt=now).values_list("line", "until"))
    undecided.mark(Outcome.REPLACED)
    return replaced


def keep_known_times(occurrence: Occurrence, setting: Setting, now: datetime) -> None:
    """Owe nothing to buyers who never heard that this date, which takes place again, was canceled or moved."""
    unheard = [line_id for line_id, known in read_known_times([occurrence.pk]).items() if known == setting]
    promised = set(filter_promised([occurrence.pk], now).values_list("line", flat=True))
    rows = Entitlement.objects.filter(date_change__occurrence=occurrence, line__in=unheard)
    rows.update(needs_notice=False)
    rows.exclude(line__in=promised).filter(outcome=Outcome.UNDECIDED).mark(Outcome.REPLACED)


def list_other_lines(date_ids: Collection[int], sold: Iterable[OrderLine]) -> list[OrderLine]:
    """Return the other lines with seats on these dates: those are being returned, or their money was taken back."""
    lines = OrderLine.objects.filter(booking__occurrence__in=date_ids, booking__status=Booking.Status.CONFIRMED)
    return list(lines.select_related("booking").exclude(pk__in=[line.pk for line in sold]).order_by("pk"))
