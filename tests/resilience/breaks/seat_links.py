"""Seats that buyers give away."""

from tests.resilience.breaks.change import Break

API = "tests/bookings/api/test_seat_links.py"
SEATS = "tests/bookings/api/test_seats.py"
SERVICE = "bookings/services/seat_links.py"
RACES = "tests/bookings/services/test_seat_link_races.py"
SEAT_LINKS = [
    Break(
        "Seat links", "the transaction of a claim", SERVICE,
        "@in_one_transaction\ndef claim_seat", "def claim_seat",
        f"{RACES}::test_a_claim_waits_for_another_claim",
    ),
    Break(
        "Seat links", "the transaction of new links", SERVICE,
        "@in_one_transaction\ndef create_links", "def create_links",
        f"{RACES}::test_new_links_wait_for_a_return_of_the_seats",
    ),
    Break(
        "Seat links", "counting the seats that are left", SERVICE,
        "    refuse_unless_free(booking, count)\n", "",
        f"{API}::test_more_links_than_seats_are_refused",
    ),
    Break(
        "Seat links", "leaving out seats that are being returned", "bookings/selectors/seat_links.py",
        "booking.seats - booking.returning - len(links)", "booking.seats - len(links)",
        f"{API}::test_seats_that_are_being_returned_cannot_be_given_away",
    ),
    Break(
        "Seat links", "claiming a seat only once", SERVICE,
        'if status == "claimed":', "if False:",
        f"{SEATS}::test_a_seat_can_be_claimed_once",
    ),
    Break(
        "Seat links", "the constraint on guests", "bookings/migrations/0006_seat_links.py",
        "('state', 'claimed'), models.Q(", "('generation__gte', 0), models.Q(",
        "tests/bookings/services/test_seat_links.py::test_only_a_claimed_seat_has_a_guest",
    ),
    Break(
        "Seat links", "checking the signature", "bookings/selectors/seat_links.py",
        "if not is_ticket and not link.has_claim_token(token):", "if False:",
        f"{SEATS}::test_wrong_tokens_are_dead_links",
    ),
    Break(
        "Seat links", "the kind in the signature", "charityshop/security/link_tokens.py",
        'f"link:{kind}"', '"link"',
        f"{SEATS}::test_only_the_guest_can_give_a_seat_back",
    ),
    Break(
        "Seat links", "the end of a revoked link", SERVICE,
        "SeatLink.State.REVOKED, \"\", \"\"", 'SeatLink.State.OPEN, "", ""',
        f"{API}::test_a_revoked_link_is_dead_and_its_seat_can_be_given_away_again",
    ),
    Break(
        "Seat links", "the limit on wrong tokens", "charityshop/api/throttling.py",
        '        Limit.of("link", address_of(request)).spend()\n', "",
        f"{SEATS}::test_30_wrong_tokens_per_hour_and_address_are_allowed",
    ),
    Break(
        "Seat links", "the limit on claims", "bookings/api/views/seat_links.py",
        '            Limit.of("link", address_of(request)).spend()\n', "",
        f"{SEATS}::test_claims_count_toward_the_same_limit",
    ),
    Break(
        "Seat links", "the headers of calls with a token", "bookings/api/views/seat_links.py",
        "return {**super().default_response_headers, **LINK_HEADERS}", "return super().default_response_headers",
        f"{SEATS}::test_calls_with_a_token_are_kept_from_search_engines_and_other_sites",
    ),
    Break(
        "Tokens are not logged", "masking their signatures", "charityshop/observability/log_format.py",
        "escape_controls(mask_link_tokens(record.message))", "escape_controls(record.message)",
        "tests/charityshop/observability/test_log_format.py::test_tokens_of_links_are_not_logged",
    ),
]  # fmt: skip
