"""Sales at the door, kept seats, drawers and refunds in cash."""

from tests.resilience.breaks.change import Break

SALES, KEEP = "tests/door/api/test_sales.py", "tests/door/api/test_allotments.py"
DRAWER, REFUNDS = "tests/door/api/test_drawer.py", "tests/door/api/test_cash_refunds.py"
PRICES, ORDERS = "tests/door/test_prices_at_the_door.py", "tests/door/test_cash_orders.py"
ROWS, RACES = "tests/door/test_till_constraints.py", "tests/door/services/test_till_races.py"
CHECKS = "tests/door/selectors/test_cash_checks.py"
SELL, ALLOT = "door/services/sell_at_door.py", "door/services/allotments.py"
CASH, GIVE = "door/services/drawers.py", "door/services/give_back_cash.py"
SEATS, ORDER = "bookings/services/door_seats.py", "orders/services/orders/place_cash_order.py"
CASH_ROWS, TILL_ROWS = "orders/migrations/0022_cash_payment.py", "door/migrations/0003_till.py"
FROZEN = "door/migrations/0004_frozen_cash.py"

LOCKS = [
    Break(
        "Locks at the door", "the transaction of a sale", SELL,
        "@in_one_transaction\ndef sell_at_door", "def sell_at_door",
        f"{RACES}::test_a_sale_that_is_sent_twice_at_once_is_made_once",
    ),
    Break(
        "Locks at the door", "the transaction of kept seats", ALLOT,
        "@in_one_transaction\ndef set_allotment", "def set_allotment",
        f"{RACES}::test_two_phones_and_the_shop_keep_each_seat_once",
    ),
    Break(
        "Locks at the door", "the transaction of a refund", GIVE,
        "@in_one_transaction\ndef give_back_cash", "def give_back_cash",
        f"{RACES}::test_cash_that_two_organizers_give_back_at_once_is_given_back_once", on_postgresql=True,
    ),
    Break(
        "Locks at the door", "the date, before seats are sold or kept", ALLOT,
        '        seats.lock_dates(phone.values_list("night__occurrence_id", flat=True))\n', "        pass\n",
        f"{RACES}::test_a_sale_waits_for_the_seats_that_another_phone_keeps", on_postgresql=True,
    ),
    Break(
        "Locks at the door", "the drawer, before it is counted", CASH,
        "    drawer = lock_open_drawer(night)\n    counts",
        "    drawer = Drawer.objects.get(night=night)\n    counts",
        f"{RACES}::test_a_count_waits_for_another_count", on_postgresql=True,
    ),
    Break(
        "Locks at the door", "the night, before its drawer is opened", CASH,
        "    Night.objects.select_for_update(no_key=True).get(pk=night.pk)  # two phones may open it at once\n", "",
        f"{RACES}::test_a_drawer_is_not_opened_while_another_phone_opens_it", on_postgresql=True,
    ),
    Break(
        "Locks at the door", "the drawer, before it is closed", CASH,
        "    drawer = lock_drawer(night)\n    if drawer is None:\n        raise",
        "    drawer = Drawer.objects.filter(night=night).first()\n    if drawer is None:\n        raise",
        f"{RACES}::test_a_drawer_that_closes_waits_for_a_sale", on_postgresql=True,
    ),
    Break(
        "Locks at the door", "the drawer, before cash moves", CASH,
        "    drawer = lock_drawer(night)\n    is_late",
        "    drawer = Drawer.objects.filter(night=night).first()\n    is_late",
        f"{RACES}::test_cash_that_is_reported_while_the_drawer_closes_is_late", on_postgresql=True,
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
        "    if is_paid_in_cash(Order.objects.get(pk=order_id)):\n        raise RefundInCash\n", "",
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
        "Cash", "finding the refund of a repeated request before looking at the drawer", GIVE,
        "    if earlier := get_earlier_refund(request_key, by=by):\n        return earlier\n", "",
        f"{REFUNDS}::test_a_repeated_request_gives_the_same_answer_after_its_drawer_was_closed",
    ),
    Break(
        "Cash", "telling phones what each number of seats costs", "door/selectors/nights.py",
        "    return [price_lines([Line(price, count)], rules).total for count in range(1, MAX_SEATS + 1)]",
        "    return [price_lines([Line(price, 1)], rules).total * count for count in range(1, MAX_SEATS + 1)]",
        f"{PRICES}::test_sales_online_and_offline_cost_what_the_list_says",
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
        ("one_live_allotment_per_device", TILL_ROWS, "fields=('device',), name=", "fields=('device', 'id'), name=",
         "test_a_phone_has_one_live_allotment"),
        ("a_difference_has_a_reason", TILL_ROWS, "models.Q(('reason', ''), _negated=True)", "('float__gte', 0)",
         "test_a_drawer_that_is_off_has_a_reason"),
        ("a_closed_drawer_is_counted", TILL_ROWS, "('counted__isnull', False), ('expected__isnull', False)",
         "('expected__isnull', False)", "test_a_drawer_that_is_off_has_a_reason"),
        ("drawer_float_not_negative", TILL_ROWS, "('float__gte', 0)", "('float__gte', -9)",
         "test_a_drawer_that_is_off_has_a_reason"),
        ("one_move_per_entry", TILL_ROWS, "fields=('entry',)", "fields=('entry', 'id')",
         "test_an_entry_moves_cash_once"),
        ("a_move_is_a_sale_a_refund_or_neither", TILL_ROWS, "('kind', 'other'), ('order', None), ('refund', None)",
         "('kind', 'other'), ('refund', None)", "test_a_move_is_what_its_kind_says"),
        ("one_count_per_name", TILL_ROWS, "models.F('drawer'), django", "models.F('id'), models.F('drawer'), django",
         "test_each_name_counts_once"),
        ("count_not_negative", TILL_ROWS, "('total__gte', 0)", "('total__gte', -9)", "test_each_name_counts_once"),
    )
]  # fmt: skip

TRIGGERS = [
    Break("Frozen cash", removed, FROZEN, row, "", f"{DRAWER}::{test}")
    for removed, row, test in (
        ("closed drawers", '    "door_drawer": ("A closed drawer never changes.", "OLD.closed_at IS NOT NULL"),\n',
         "test_the_database_refuses_changes_of_a_closed_drawer"),
        ("moves", '    "door_move": ("Moves never change.", ""),\n', "test_the_database_refuses_changes_of_moves"),
    )
]  # fmt: skip

CASH_AT_THE_DOOR = [*LOCKS, *RULES, *CONSTRAINTS, *TRIGGERS]
