"""The order of waiting lists, and the seats that are promised to them."""

from tests.resilience.breaks.change import Break

FREED = "tests/orders/services/test_offers.py"
STAFF = "tests/orders/api/test_staff_waiting.py"
OFFERS = "tests/orders/services/orders/test_order_offers.py"
UNPAID = "tests/orders/services/orders/test_unpaid_offers.py"
ENTRIES, OFFERED = "waiting/migrations/0001_initial.py", "bookings/migrations/0009_waiting_list.py"
DATABASE = "tests/bookings/test_waiting_constraints.py"
WAITING_LIST = [
    Break(
        "Waiting list", "keeping free seats for it", "bookings/services/seats.py",
        "            left -= count_promised(left, found.lines[pk])\n", "            pass\n",
        f"{FREED}::test_between_the_end_of_an_offer_and_upkeep_nobody_skips_ahead",
    ),
    Break(
        "Waiting list", "counting the seats that are kept for it as taken", "bookings/selectors/events.py",
        "    if not promised:\n", "    if True:\n",
        f"{FREED}::test_between_the_end_of_an_offer_and_upkeep_nobody_skips_ahead",
    ),
    Break(
        "Waiting list", "offering released seats in the same transaction", "bookings/services/seats.py",
        "    offers.return_offers(released, timezone.now())\n    offers.offer_seats(occurrence_ids=locked)\n",
        "    offers.return_offers(released, timezone.now())\n",
        f"{FREED}::test_a_released_seat_is_offered_to_the_first_whom_it_helps",
    ),
    Break(
        "Waiting list", "offering added seats", "bookings/services/events.py",
        "    offers.offer_seats(occurrence_ids=list_date_ids(event))", "    list_date_ids(event)",
        f"{STAFF}::test_added_seats_go_to_the_waiting_list_first",
    ),
    Break(
        "Waiting list", "offered seats ordered alone", "bookings/services/offers.py",
        "    if offer and (len(wanted) > 1 or", "    if offer and (False and len(wanted) > 1 and",
        f"{OFFERS}::test_offered_seats_are_ordered_alone",
    ),
    Break(
        "Waiting list", "keeping the seats of an offer that is being paid", "bookings/services/offers.py",
        "    still_held = set(ordered)\n", "    still_held: set[int] = set()\n",
        f"{UNPAID}::test_an_order_canceled_after_the_end_of_its_offer_passes_the_seats_on",
    ),
    Break(
        "Waiting list", "the limits on seats of an entry", ENTRIES,
        "('seats__range', (1, 10))", "('seats__range', (0, 99))",
        f"{DATABASE}::test_an_impossible_entry_is_refused[eleven seats]",
    ),
    Break(
        "Waiting list", "the smallest number of seats of an entry", ENTRIES,
        "('at_least__gte', 1), ('at_least__lte', models.F('seats'))", "('at_least__gte', 0)",
        f"{DATABASE}::test_an_impossible_entry_is_refused[at least too many]",
    ),
    Break(
        "Waiting list", "the end of each offer", ENTRIES,
        "('offered_until__isnull', False), _connector='OR'", "('seats__gte', 0), _connector='OR'",
        f"{DATABASE}::test_an_impossible_entry_is_refused[no end]",
    ),
    Break(
        "Waiting list", "one live entry for each account and date", ENTRIES,
        "fields=('user', 'occurrence')", "fields=('user', 'occurrence', 'public_id')",
        f"{DATABASE}::test_a_second_live_entry_is_refused",
    ),
    Break(
        "Waiting list", "one live booking for each offer", OFFERED,
        "fields=('waiting_entry',), name", "fields=('waiting_entry', 'public_id'), name",
        f"{DATABASE}::test_a_second_live_booking_of_an_offer_is_refused",
    ),
    Break(
        "Waiting list", "offers are holds for an entry", OFFERED,
        "models.Q(models.Q(('kind', 'offer'), _negated=True)", "models.Q(models.Q(('kind', 'none'), _negated=True)",
        f"{DATABASE}::test_an_impossible_offer_is_refused",
    ),
]  # fmt: skip
