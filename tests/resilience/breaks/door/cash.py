"""Sales at the door, kept seats, drawers and refunds in cash."""

from tests.resilience.breaks.change import Break

SALES, KEEP = "tests/door/api/test_sales.py", "tests/door/api/test_allotments.py"
DRAWER, REFUNDS = "tests/door/api/test_drawer.py", "tests/door/api/test_cash_refunds.py"
REPORTED, ORDERS = "tests/door/api/test_reported_sales.py", "tests/door/test_cash_orders.py"
ROWS, RACES = "tests/door/test_till_constraints.py", "tests/door/services/test_till_races.py"
CHECKS = "tests/door/selectors/test_cash_checks.py"
SELL, ALLOT = "door/services/sell_at_door.py", "door/services/allotments.py"
CASH, GIVE = "door/services/drawers.py", "door/services/give_back_cash.py"
SEATS, ORDER = "bookings/services/door_seats.py", "orders/services/orders/place_cash_order.py"
CASH_ROWS, TILL_ROWS = "orders/migrations/0022_cash_payment.py", "door/migrations/0002_till.py"

LOCKS = [
    Break(
        "Locks at the door", "the transaction of a sale", SELL,
        "@in_one_transaction\ndef sell_at_door", "def sell_at_door",
        f"{RACES}::test_a_sale_that_is_sent_twice_at_once_is_made_once",
    ),
    Break(
        "Locks at the door", "the transaction of kept seats", ALLOT,
        "@in_one_transaction\ndef set_allotment", "def set_allotment",
        f"{KEEP}::test_kept_seats_are_not_for_sale",
    ),
    Break(
        "Locks at the door", "the drawer, before it is counted", CASH,
        "    drawer = lock_open_drawer(night)\n    counts",
        "    drawer = Drawer.objects.get(night=night)\n    counts",
        f"{RACES}::test_two_phones_that_count_differently_at_once_both_count_again", on_postgresql=True,
    ),
    Break(
        "Locks at the door", "the night, before its drawer is opened", CASH,
        "    Night.objects.select_for_update(no_key=True).get(pk=night.pk)  # two phones may open it at once\n", "",
        f"{RACES}::test_a_drawer_that_two_phones_open_at_once_is_opened_once", on_postgresql=True,
    ),
    Break(
        "Locks at the door", "the drawer, before a sale", SELL,
        "        lock_open_drawer(device.night)\n", "        pass\n",
        f"{SALES}::test_cash_needs_an_open_drawer",
    ),
]  # fmt: skip

RULES = [
    Break(
        "Seats at the door", "counting them before a sale", SEATS,
        "        seats.refuse_unless_enough({date.pk: date}, {date.pk: count - from_allotted}, now)\n",
        "        pass\n",
        f"{SALES}::test_a_sold_out_date_sells_nothing_and_says_what_is_left",
    ),
    Break(
        "Seats at the door", "counting them before they are kept", SEATS,
        "        seats.refuse_unless_enough({date.pk: date}, {date.pk: count - had}, now)\n", "        pass\n",
        f"{KEEP}::test_no_more_seats_are_kept_than_there_are",
    ),
    Break(
        "Seats at the door", "taking sold seats from those that are kept", SEATS,
        "        set_allotted(allotted, allotted.seats - from_allotted)\n", "        pass\n",
        f"{KEEP}::test_sold_seats_leave_the_allotment",
    ),
    Break(
        "Seats at the door", "offering seats that are given back", SEATS,
        "        offers.offer_seats(occurrence_ids=[date.pk])\n", "        pass\n",
        f"{KEEP}::test_seats_that_are_given_back_are_offered_to_the_waiting_list",
    ),
    Break(
        "Seats at the door", "selling until the date ends", SEATS,
        "date.ends_at <= now:\n        why", "False:\n        why",
        f"{SALES}::test_seats_are_sold_until_the_date_ends",
    ),
    Break(
        "Seats at the door", "looking for an earlier sale with this number", SELL,
        "    if earlier := Entry.objects.filter(device=device, seq=seq).first():",
        "    if earlier := Entry.objects.filter(device=device, seq=0).first():",
        f"{SALES}::test_a_sale_that_is_sent_again_gives_the_same_answer_and_sells_nothing_more",
    ),
    Break(
        "Seats at the door", "releasing kept seats of a changed date",
        "orders/services/date_changes/begin_date_change.py", "    release_allotments(occurrence)\n", "",
        f"{KEEP}::test_a_date_that_is_called_off_keeps_no_seats",
    ),
    Break(
        "Cash", "refusing too little", ORDER,
        "    if given < amount:\n", "    if False:\n",
        f"{SALES}::test_too_little_cash_sells_nothing",
    ),
    Break(
        "Cash", "refusing it at PayPal's refund", "orders/services/refunds/refund_order.py",
        "    refuse_cash(Order.objects.get(pk=order_id))\n", "",
        f"{REFUNDS}::test_the_orders_own_refund_always_refuses_cash",
    ),
    Break(
        "Cash", "leaving its refund to staff when a date is called off",
        "orders/services/date_changes/process_date_changes.py",
        "if is_paid_in_cash(order) or is_too_old", "if is_too_old",
        f"{ORDERS}::test_a_date_that_is_called_off_lists_its_cash_as_failed_for_staff",
    ),
    Break(
        "Cash", "the move of a refund", GIVE,
        "    record_move(night=night, kind=Move.Kind.REFUND, amount=-refund.amount, order=order, refund=refund)\n", "",
        f"{REFUNDS}::test_a_cash_refund_leaves_the_drawer_and_puts_the_seats_back_on_sale",
    ),
    Break(
        "Cash", "the open drawer of a refund", GIVE,
        "    lock_open_drawer(night)\n", "",
        f"{REFUNDS}::test_it_needs_an_open_drawer_which_may_be_of_another_night",
    ),
    Break(
        "Drawers", "hiding what is expected until both counts are in", "door/selectors/drawers.py",
        "    if len(counts) < COUNTS_NEEDED:\n", "    if not counts:\n",
        f"{DRAWER}::test_a_count_shows_neither_what_is_expected_nor_what_was_counted",
    ),
    Break(
        "Drawers", "the second name", CASH,
        "    if is_same and not alone:\n", "    if False:\n",
        f"{DRAWER}::test_the_second_count_needs_another_name",
    ),
    Break(
        "Drawers", "discarding counts that differ", CASH,
        "    if drawer is None:\n        raise CountsDiffer\n", "",
        f"{DRAWER}::test_counts_that_differ_are_both_discarded",
    ),
    Break(
        "Drawers", "the reason of one that is off", CASH,
        "    if drawer.counted != drawer.expected and not reason:\n", "    if False:\n",
        f"{DRAWER}::test_a_drawer_that_is_off_needs_a_reason",
    ),
    Break(
        "Drawers", "listing late cash below it", CASH,
        "    is_late = drawer is not None and drawer.closed_at is not None\n", "    is_late = False\n",
        f"{DRAWER}::test_cash_that_is_reported_later_is_listed_below_the_closed_drawer",
    ),
]  # fmt: skip

CONSTRAINTS = [
    Break("Constraints of the till", name, file, old, new, f"{ROWS}::{test}")
    for name, file, old, new, test in (
        ("cash_is_positive", CASH_ROWS, "('amount__gt', 0)", "('amount__gt', -9)",
         "test_cash_is_positive_and_covers_the_order"),
        ("cash_given_covers_it", CASH_ROWS, "('given__gte', models.F('amount'))", "('given__gte', 0)",
         "test_cash_is_positive_and_covers_the_order"),
    )
]  # fmt: skip

CASH_AT_THE_DOOR = [*LOCKS, *RULES, *CONSTRAINTS]
