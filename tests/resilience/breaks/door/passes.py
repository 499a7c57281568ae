"""Passes: tickets with codes."""

from tests.resilience.breaks.change import Break

API = "tests/door/api/test_passes.py"
RACES = "tests/door/services/test_pass_races.py"
RULES = "tests/bookings/services/test_passes.py"
CODES = "tests/bookings/test_pass_codes.py"
SERVICE = "door/services/passes.py"
TABLE = "bookings/migrations/0010_passes.py"
PASSES = [
    Break(
        "Codes", "the check character", "bookings/pass_codes.py",
        "return code if get_check_character(characters) == check else None", "return code",
        f"{CODES}::test_every_wrong_character_is_noticed",
    ),
    Break(
        "Codes", "doubling in GF(32)", "bookings/pass_codes.py",
        "return doubled ^ POLYNOMIAL if doubled & 0b100000 else doubled", "return doubled & 0b11111",
        f"{CODES}::test_every_wrong_character_is_noticed",
    ),
    Break(
        "Passes", "creating one with a confirmed booking", "bookings/services/seats.py",
        """    refuse_unless_available(booking_ids)
    update_bookings(booking_ids, Booking.Status.CONFIRMED, None)
    passes.create_passes(booking_ids=booking_ids)
""",
        """    refuse_unless_available(booking_ids)
    update_bookings(booking_ids, Booking.Status.CONFIRMED, None)
""",
        f"{API}::test_an_order_has_passes_once_it_is_paid",
    ),
    Break(
        "Passes", "comparing their seats with the booking's", "bookings/selectors/passes.py",
        '~Q(admitted=F("seats")) | Exists(guest_without_pass)', "Exists(guest_without_pass)",
        "tests/orders/reports/test_pass_checks.py::test_a_pass_that_admits_too_many_is_a_violation",
    ),
    Break(
        "Passes", "the transaction of a split", SERVICE,
        "@in_one_transaction\ndef split_pass", "def split_pass",
        f"{RACES}::test_a_split_waits_for_another_split_and_finds_too_few_seats",
    ),
    Break(
        "Passes", "the transaction of a replacement", SERVICE,
        "@in_one_transaction\ndef replace_pass", "def replace_pass",
        f"{RACES}::test_a_pass_is_replaced_once",
    ),
    Break(
        "Passes", "leaving a seat for the old code", SERVICE,
        "if not 0 < seats < ticket.seats:", "if False:",
        f"{API}::test_both_passes_need_a_seat",
    ),
    Break(
        "Passes", "only passes that are valid", SERVICE,
        'if ticket.state != "valid":', "if False:",
        f"{API}::test_an_ended_pass_cannot_be_changed",
    ),
    Break(
        "Passes", "only passes of one's own bookings", "door/api/views/passes.py",
        "Pass.objects.visible_to(authenticated_user(self.request))", "Pass.objects.all()",
        f"{API}::test_others_cannot_change_a_pass",
    ),
    Break(
        "Passes", "taking returned seats off", "bookings/services/returns.py",
        "        passes.update_passes(booking_id=booking.pk)\n", "",
        f"{RULES}::test_a_requested_return_changes_no_pass_until_it_completes",
    ),
    Break(
        "Passes", "the guest's own pass", "bookings/services/seat_links.py",
        "    passes.update_passes(booking_id=link.booking_id)\n    guest_mails.seat_claimed(link)",
        "    guest_mails.seat_claimed(link)",
        f"{RULES}::test_claiming_splits_off_a_pass_with_the_guests_name_and_the_printed_code_keeps_the_rest",
    ),
    Break(
        "Passes", "showing the pass to the guest alone", "bookings/api/serializers/seat_links.py",
        'without(data, "firstName", "pass")', 'without(data, "firstName")',
        f"{RULES}::test_only_the_guests_own_link_shows_the_pass",
    ),
    Break(
        "Passes", "the constraint on seats", TABLE,
        "models.CheckConstraint(condition=models.Q(('seats__gte', 1)), name='pass_has_a_seat'), ", "",
        f"{RULES}::test_the_database_refuses_a_wrong_pass",
    ),
    Break(
        "Passes", "the constraint on codes", TABLE,
        "models.UniqueConstraint(fields=('code',), name='pass_code_is_unique'), ", "",
        f"{RULES}::test_no_two_passes_have_the_same_code_or_hash",
    ),
    Break(
        "Passes", "the constraint on hashes", TABLE,
        "models.UniqueConstraint(fields=('h',), name='pass_hash_is_unique'), ", "",
        f"{RULES}::test_no_two_passes_have_the_same_code_or_hash",
    ),
    Break(
        "Passes", "the constraint on ended passes", TABLE,
        "models.Q(('ended_at', None), ('ended_because', ''))", "models.Q(('seats__gte', 0))",
        f"{RULES}::test_the_database_refuses_a_wrong_pass",
    ),
    Break(
        "Passes", "the constraint on guests", TABLE,
        ", models.UniqueConstraint(condition=models.Q(('ended_at', None)), fields=('seat_link',), "
        "name='one_live_pass_per_guest')", "",
        f"{RULES}::test_a_guest_has_one_live_pass",
    ),
    Break(
        "Passes", "erasing the codes of secret emails", "charityshop/mail/queue.py",
        "    mail.attachments = []\n", "",
        "tests/bookings/test_guest_mails.py::test_a_guest_with_an_email_address_gets_the_ticket",
    ),
]  # fmt: skip
