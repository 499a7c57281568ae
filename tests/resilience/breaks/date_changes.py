"""Dates that staff call off or move."""

from tests.resilience.breaks.change import Break

SERVICES = "orders/services/date_changes"
TESTS = "tests/orders/services/date_changes"
RACES, STEPS = f"{TESTS}/test_date_change_races.py", f"{TESTS}/test_process_date_changes.py"
CHOICES = f"{TESTS}/test_choices.py"
TABLES, DATABASE = "orders/migrations/0020_date_changes.py", "tests/orders/test_date_change_constraints.py"
DATE_CHANGES = [
    Break(
        "Date changes", "looking for orders again after locking the date", f"{SERVICES}/booked_dates.py",
        "        raise NewOrderFound\n", "        pass\n",
        "tests/orders/services/bookings/test_skip_occurrence.py::"
        "test_an_order_placed_in_the_meantime_is_included",
    ),
    Break(
        "Date changes", "the check of the start of dates that were locked for an order",
        "orders/services/orders/place_order.py",
        "    refuse_moved_dates(order_request.items, date_ids, dates)\n", "",
        f"{RACES}::test_a_date_that_moves_while_it_is_ordered_is_not_sold_at_its_new_time",
    ),
    Break(
        "Date changes", "the refusal while payments are in progress", f"{SERVICES}/booked_dates.py",
        "    refuse_undecided(orders, occurrence)\n", "",
        "tests/orders/api/test_date_changes.py::"
        "test_while_payments_are_in_progress_nothing_changes_and_the_orders_are_named[cancel-False]",
    ),
    Break(
        "Date changes", "the refusal while another change is running", f"{SERVICES}/begin_date_change.py",
        "    if running:\n", "    if False and running:\n",
        "tests/orders/api/test_date_changes.py::test_a_moved_date_can_change_again_when_the_first_change_is_done",
    ),
    Break(
        "Date changes", "the lock of the order before a choice is settled", f"{SERVICES}/process_date_changes.py",
        "@in_one_transaction\ndef process_entitlement", "def process_entitlement",
        f"{RACES}::test_upkeep_waits_for_an_answer_that_is_being_stored[move]",
    ),
    Break(
        "Date changes", "settling the choice of a booking that moves", "orders/services/bookings/move_booking.py",
        "    settle_moved(line)\n", "",
        f"{CHOICES}::test_a_booking_that_staff_move_has_no_choice_left",
    ),
    Break(
        "Date changes", "settling the choice with a refund", "orders/services/refunds/returned_seats.py",
        "    settle_returned(refund)\n", "",
        f"{CHOICES}::test_a_refund_is_full_and_settles_the_choice[none-cancel]",
    ),
    Break(
        "Date changes", "the end of the time to answer", f"{SERVICES}/entitlements.py",
        "filter(outcome=Outcome.UNDECIDED, until__gt=now)", "filter(outcome=Outcome.UNDECIDED)",
        f"{CHOICES}::test_after_the_time_to_answer_the_policy_applies_again",
    ),
    Break(
        "Date changes", "telling each buyer once", f"{SERVICES}/process_date_changes.py",
        "        Entitlement.objects.filter(pk=entitlement.pk).update(told_at=now)\n", "        pass\n",
        f"{STEPS}::test_each_buyer_is_told_once[cancel]",
    ),
    Break(
        "Date changes", "one running change for each date", TABLES,
        "condition=models.Q(('status', 'running')), fields=('occurrence',)",
        "condition=models.Q(('status', 'running')), fields=('occurrence', 'public_id')",
        f"{DATABASE}::test_a_second_running_change_of_a_date_is_refused",
    ),
    Break(
        "Date changes", "the new start of exactly the dates that move", TABLES,
        "models.Q(('kind', 'move'), ('to__isnull', False))", "models.Q(('kind', 'move'))",
        f"{DATABASE}::test_only_a_date_that_moves_has_a_new_start[move without]",
    ),
    Break(
        "Date changes", "one choice for each line and change", TABLES,
        "fields=('date_change', 'line')", "fields=('date_change', 'line', 'id')",
        f"{DATABASE}::test_a_second_choice_for_a_line_in_one_change_is_refused",
    ),
    Break(
        "Date changes", "one undecided choice for each line", TABLES,
        "condition=models.Q(('outcome', 'undecided')), fields=('line',)",
        "condition=models.Q(('outcome', 'undecided')), fields=('line', 'id')",
        f"{DATABASE}::test_a_second_undecided_choice_for_a_line_is_refused",
    ),
    Break(
        "Date changes", "the time of each settled choice", TABLES,
        "models.Q(('settled_at', None), _negated=True)), _connector='OR'",
        "models.Q(('until', None), _negated=True)), _connector='OR'",
        f"{DATABASE}::test_exactly_the_settled_choices_have_a_time[no time]",
    ),
]  # fmt: skip
