"""Changes of paid orders: their locks, their constraints, and the rules about seats and money."""

from tests.resilience.breaks.change import Break

LOCKS = "tests/orders/services/test_locks.py"
DATE = f"{LOCKS}::test_a_change_waits_for_the_date"
ORDER = f"{LOCKS}::test_a_change_of_an_order_waits_for_the_buyer_and_the_order_before_it_locks_the_date"
LEFT = f"{LOCKS}::test_whoever_leaves_waits_for_the_buyer_and_the_order_before_it_locks_the_date"
LINKS, RETURNS = "bookings/services/seat_links.py", "bookings/services/returns.py"
LINES, LEAVE = "bookings/services/waiting_list.py", "orders/services/bookings/leave_waiting_list.py"
REMIND, CHANGE = "orders/services/send_reminders.py", "orders/services/changes/request_change.py"
OPTIONS, PARTS = "orders/services/changes/options.py", "orders/services/refunds/returned_seats.py"
CHANGES = "tests/orders/services/changes/test_request_change.py"
CLAIMED = "tests/orders/services/changes/test_claimed_seats.py"
MOVES = "tests/orders/services/changes/test_moves_by_buyers.py"
RACES = "tests/orders/services/changes/test_change_races.py"
UNPAID = "tests/orders/services/orders/test_unpaid_offers.py"
ROWS = "tests/orders/test_change_constraints.py"
CHANGE_ROWS, EVENT_ROWS = "orders/migrations/0017_changes.py", "events/migrations/0009_refund_policy.py"

LOCKS_AFTER_SALE = [
    Break(
        "Locks of seats", "before a claim and before giving a seat back", LINKS,
        "    lock_booked_dates([get_seat(token).link.booking_id])\n", "",
        f"{DATE}[claim]", on_postgresql=True,
    ),
    Break(
        "Locks of seats", "before new links", LINKS,
        "    lock_booked_dates([booking_id])\n    return Booking", "    return Booking",
        f"{DATE}[new links]", on_postgresql=True,
    ),
    Break(
        "Locks of seats", "before a link is revoked", LINKS,
        '    lock_booked_dates([SeatLink.objects.values_list("booking_id", flat=True).get(pk=link_id)])\n', "",
        f"{DATE}[revoke]", on_postgresql=True,
    ),
    Break(
        "Locks of seats", "before a change counts the claimed seats", CHANGE,
        '    seats.lock_booked_dates(list(lines.values_list("booking", flat=True)))\n', "",
        f"{CLAIMED}::test_a_return_waits_for_a_claim_and_is_refused", on_postgresql=True,
    ),
    Break(
        "Locks of seats", "before a return is requested", RETURNS,
        "    lock_booked_dates(seats)\n    for booking_id, count in seats.items():\n"
        '        Booking.objects.filter(pk=booking_id).update(returning=F("returning") + count)\n',
        "    for booking_id, count in seats.items():\n"
        '        Booking.objects.filter(pk=booking_id).update(returning=F("returning") + count)\n',
        f"{DATE}[request a refund]", on_postgresql=True,
    ),
    Break(
        "Locks of seats", "before a return is completed", RETURNS,
        "    locked = lock_booked_dates(seats)\n",
        '    locked = set(Booking.objects.filter(pk__in=seats).values_list("occurrence_id", flat=True))\n',
        f"{DATE}[complete a refund]", on_postgresql=True,
    ),
    Break(
        "Locks of seats", "before a return is canceled", RETURNS,
        "    lock_booked_dates(seats)\n    for booking_id, count in seats.items():\n"
        '        Booking.objects.filter(pk=booking_id).update(returning=F("returning") - count)\n',
        "    for booking_id, count in seats.items():\n"
        '        Booking.objects.filter(pk=booking_id).update(returning=F("returning") - count)\n',
        f"{DATE}[fail a refund]", on_postgresql=True,
    ),
    Break(
        "Locks of seats", "before somebody joins a waiting list", LINES,
        "    date = seats.lock_dates([date_id]).get(date_id)\n",
        '    date = Occurrence.objects.select_related("event").filter(pk=date_id).first()\n',
        f"{DATE}[join]", on_postgresql=True,
    ),
    Break(
        "Locks of seats", "before somebody leaves a waiting list", LEAVE,
        "    seats.lock_dates([entry.occurrence_id])\n", "",
        f"{DATE}[leave]", on_postgresql=True,
    ),
    Break(
        "Locks of seats", "before a deleted account leaves all waiting lists", LINES,
        "    dates = seats.lock_dates(entries.values())\n", "    dates = list(entries.values())\n",
        f"{DATE}[delete account]", on_postgresql=True,
    ),
    Break(
        "Locks of seats", "before upkeep offers seats", LINES,
        "    seats.lock_dates([date_id])\n    return", "    return",
        f"{DATE}[offer seats]", on_postgresql=True,
    ),
    Break(
        "Locks of seats", "before a reminder is written", REMIND,
        "    lock_booked_dates([booking_id])\n", "",
        f"{DATE}[remind]", on_postgresql=True,
    ),
    Break(
        "Locks of seats", "before a guest's reminder is written", REMIND,
        '    lock_booked_dates([SeatLink.objects.values_list("booking_id", flat=True).get(pk=link_id)])\n', "",
        f"{DATE}[remind a guest]", on_postgresql=True,
    ),
    Break(
        "Locks of orders and accounts", "the buyer, before a change looks for its key", CHANGE,
        "    lock_buyer_row(order_id)\n    if earlier", "    if earlier",
        ORDER, on_postgresql=True,
    ),
    Break(
        "Locks of orders and accounts", "the order, before a change locks the date", CHANGE,
        "    order = lock_order(order_id)\n", "    order = Order.objects.get(pk=order_id)\n",
        ORDER, on_postgresql=True,
    ),
    Break(
        "Locks of orders and accounts", "the buyer, before new links look for their key", LINKS,
        "    lock_rows(User.objects.filter(pk=by.pk))\n", "",
        f"{LOCKS}::test_new_links_wait_for_the_buyer_before_they_lock_the_date", on_postgresql=True,
    ),
    Break(
        "Locks of orders and accounts", "the order, before an open dispute is listed",
        "orders/services/payments/process_event.py",
        "    lock_order(payment.order_id)\n    if not", "    if not",
        "tests/orders/services/refunds/test_reversals.py"
        "::test_a_dispute_that_opens_and_closes_at_once_is_listed_as_closed", on_postgresql=True,
    ),
    Break(
        "Locks of orders and accounts", "the account that leaves a waiting list", LEAVE,
        "    lock_rows(User.objects.filter(pk=entry.user_id))", "    ",
        LEFT, on_postgresql=True,
    ),
    Break(
        "Locks of orders and accounts", "the order of an offer, before leaving locks the date", LEAVE,
        "lock_orders(list_held_orders(Booking.objects.filter(waiting_entry=entry)))",
        "list(Order.objects.filter(pk__in=list_held_orders(Booking.objects.filter(waiting_entry=entry))))",
        LEFT, on_postgresql=True,
    ),
    Break(
        "Locks of orders and accounts", "the transaction of a change", CHANGE,
        "@in_one_transaction\ndef store_change", "def store_change",
        f"{RACES}::test_one_change_sent_twice_at_once_is_made_once",
    ),
]  # fmt: skip

RULES_AFTER_SALE = [
    Break(
        "Returned seats", "marking them until the refund completes", PARTS,
        "    returns.request_return(seats=get_seats_by_booking(refund))\n", "",
        f"{CHANGES}::test_while_paypal_is_down_the_seats_wait_and_cannot_be_returned_again",
    ),
    Break(
        "Returned seats", "giving them back to the booking when the refund fails",
        "orders/services/refunds/record_refund.py",
        "    returns.cancel_return(seats=get_seats_by_booking(refund))\n", "",
        f"{CHANGES}::test_a_refund_that_paypal_refuses_leaves_the_seats_booked",
    ),
    Break(
        "Returned seats", "leaving out seats that guests have", OPTIONS,
        "    return booking.seats - booking.returning - claimed\n", "    return booking.seats - booking.returning\n",
        f"{CLAIMED}::test_claimed_seats_cannot_be_returned",
    ),
    Break(
        "Returned seats", "revoking links to them", RETURNS,
        "        revoke_surplus_links(Booking(pk=booking_id))\n", "",
        f"{CLAIMED}::test_returned_seats_revoke_the_newest_open_links",
    ),
    Break(
        "Returned seats", "offering them to the waiting list", RETURNS,
        "    offers.offer_seats(occurrence_ids=locked)\n", "",
        f"{UNPAID}::test_a_returned_seat_is_offered_to_the_waiting_list",
    ),
    Break(
        "Returned seats", "revoking links when staff cancel a booking", "orders/services/bookings/change_booking.py",
        "    revoke_surplus_links(booking)", "    ",
        f"{CLAIMED}::test_staff_who_cancel_a_free_booking_withdraw_the_friends_seat",
    ),
    Break(
        "Moved seats", "offering those that were left to the waiting list", "bookings/services/seats.py",
        "    offers.offer_seats(occurrence_ids=dates.keys() - {to_id})\n", "",
        f"{UNPAID}::test_moving_a_booking_frees_its_seats_for_the_waiting_list",
    ),
    Break(
        "Expired holds", "offering their seats to the waiting list", "bookings/services/seats.py",
        ".update(status=Booking.Status.CANCELLED)\n    offers.offer_seats(occurrence_ids=locked)\n",
        ".update(status=Booking.Status.CANCELLED)\n",
        f"{UNPAID}::test_an_expired_order_passes_the_seats_on",
    ),
    Break(
        "The amount that was shown", "its comparison", CHANGE,
        "    if shown != now:\n", "    if False:\n",
        f"{CHANGES}::test_another_amount_than_was_shown_changes_nothing",
    ),
    Break(
        "The policy is a promise", "its copy in the order line", OPTIONS,
        "    if line.refund_policy == RefundPolicy.NONE:\n",
        "    if line.booking.occurrence.event.refund_policy == RefundPolicy.NONE:\n",
        f"{CHANGES}::test_the_policy_at_the_time_of_sale_applies",
    ),
    Break(
        "The policy is a promise", "copying it at sale", "orders/services/orders/order_rows.py",
        "        refund_policy=event.refund_policy,\n", "",
        f"{CHANGES}::test_a_buyer_gets_the_money_for_one_of_three_seats",
    ),
    Break(
        "The policy is a promise", "its deadline", OPTIONS,
        "    if deadline <= now:\n", "    if False:\n",
        f"{CHANGES}::test_refunds_and_gifts_end_with_the_policy",
    ),
    Break(
        "The policy is a promise", "the deadline before a move", "orders/services/changes/deadlines.py",
        "hours=until_hours), *earlier])", "hours=until_hours)])",
        f"{MOVES}::test_a_move_does_not_extend_the_refund_deadline",
    ),
    Break(
        "Refunds of old payments", "PayPal's limit of 180 days", "orders/services/refunds/refund_order.py",
        "PAYPAL_REFUNDS_FOR = timedelta(days=180)", "PAYPAL_REFUNDS_FOR = timedelta(days=190)",
        f"{CHANGES}::test_a_payment_of_half_a_year_ago_is_refunded_by_hand",
    ),
    Break(
        "One change for each request", "looking for its key", CHANGE,
        "    if earlier := get_earlier_result(request_key, owner_id=by.pk):\n", "    if earlier := None:\n",
        f"{CHANGES}::test_a_repeated_request_refunds_once",
    ),
    Break(
        "One change for each request", "comparing what it asks for", "charityshop/db/idempotency.py",
        "    if earlier.body_hash != request_key.body_hash:\n", "    if False:\n",
        f"{CHANGES}::test_a_repeated_request_refunds_once",
    ),
    Break(
        "One change for each request", "one set of links", LINKS,
        "    if earlier is not None:\n", "    if False:\n",
        "tests/bookings/api/test_seat_links.py::test_a_repeated_request_creates_no_second_links",
    ),
]  # fmt: skip

CONSTRAINTS_AFTER_SALE = [
    Break(
        "Constraints of changes", "a booking returns its own seats", "bookings/migrations/0005_kind_and_returning.py",
        "models.Q(('returning__lte', models.F('seats')))", "models.Q(('returning__gte', 0))",
        f"{ROWS}::test_a_booking_cannot_return_more_seats_than_it_has",
    ),
    Break(
        "Constraints of changes", "no negative parts of a refund", CHANGE_ROWS,
        "models.Q(('amount__gte', 0), ('fee__gte', 0), ('gift__gte', 0), ('seats__gte', 1))",
        "models.Q(('seats__gte', 0))",
        f"{ROWS}::test_a_part_of_a_refund_is_not_negative",
    ),
    Break(
        "Constraints of changes", "a seat in each part of a refund", CHANGE_ROWS,
        "('gift__gte', 0), ('seats__gte', 1))", "('gift__gte', 0))",
        f"{ROWS}::test_a_part_of_a_refund_has_a_seat",
    ),
    Break(
        "Constraints of changes", "one part of a refund for each line", CHANGE_ROWS,
        "fields=('refund', 'line')", "fields=('refund', 'line', 'id')",
        f"{ROWS}::test_a_refund_has_one_part_for_each_line",
    ),
    Break(
        "Constraints of changes", "no negative change", CHANGE_ROWS,
        "models.Q(('amount__gte', 0), ('seats__gte', 1)), name='change", "models.Q(('seats__gte', 0)), name='change",
        f"{ROWS}::test_an_impossible_change_is_refused",
    ),
    Break(
        "Constraints of changes", "a move or a refund", CHANGE_ROWS,
        "models.Q(models.Q(('kind', 'move'), ('moved_from__isnull', False), ('refund', None)), "
        "models.Q(models.Q(('kind', 'move'), _negated=True), ('moved_from', None), ('refund__isnull', False)), "
        "_connector='OR')", "models.Q(('seats__gte', 0))",
        f"{ROWS}::test_a_change_is_a_move_or_a_refund",
    ),
    Break(
        "Constraints of changes", "one change for each refund", CHANGE_ROWS,
        "models.OneToOneField(blank=True, null=True,", "models.ForeignKey(blank=True, null=True,",
        f"{ROWS}::test_a_refund_belongs_to_one_change",
    ),
    Break(
        "Constraints of changes", "no negative fee of an event", EVENT_ROWS,
        "models.Q(('refund_fee_per_seat__gte', 0))", "models.Q(('refund_until_hours__gte', 0))",
        f"{ROWS}::test_a_fee_is_not_negative[event]",
    ),
    Break(
        "Constraints of changes", "no negative fee of an order line", CHANGE_ROWS,
        "models.Q(('refund_fee_per_seat__gte', 0))", "models.Q(('refund_until_hours__gte', 0))",
        f"{ROWS}::test_a_fee_is_not_negative[line]",
    ),
    Break(
        "Constraints of changes", "one result for each request key", "charityshop/migrations/0011_handled_request.py",
        "fields=('owner_id', 'key')", "fields=('owner_id', 'key', 'id')",
        f"{ROWS}::test_a_request_key_has_one_result",
    ),
]  # fmt: skip
AFTER_SALE = [*LOCKS_AFTER_SALE, *RULES_AFTER_SALE, *CONSTRAINTS_AFTER_SALE]
