"""Goals, what was raised so far, PayPal's fees and receipts."""

from tests.resilience.breaks.change import Break

ROWS, RAISED = "tests/giving/test_goal_constraints.py", "tests/giving/api/test_raised.py"
MONEY, BOOKED = "tests/giving/test_proceeds.py", "tests/orders/services/test_booked_money.py"
RECEIPTS = "tests/orders/selectors/test_receipts.py"
GOALS, SETTINGS = "giving/migrations/0001_goals.py", "charityshop/migrations/0013_receipts.py"

CONSTRAINTS = [
    Break(
        "Constraints of goals", "for an event or a season", GOALS,
        "models.Q(('ends_on', None), ('event__isnull', False), ('starts_on', None))",
        "models.Q(('title__isnull', False))",
        f"{ROWS}::test_a_goal_is_for_an_event_or_for_a_season",
    ),
    Break(
        "Constraints of goals", "a season that ends after it starts", GOALS,
        "('ends_on__gte', models.F('starts_on'))", "('ends_on__gte', models.F('ends_on'))",
        f"{ROWS}::test_a_season_ends_after_it_starts",
    ),
    Break(
        "Constraints of goals", "a target above 0", GOALS,
        "('target__gt', 0)", "('target__gt', -9)",
        f"{ROWS}::test_a_target_is_an_amount_to_raise",
    ),
    Break(
        "Constraints of goals", "a unit with a name and a cost", GOALS,
        "('unit_cost__isnull', False)", "('title__isnull', False)",
        f"{ROWS}::test_what_the_money_buys_has_a_name_and_a_price",
    ),
    Break(
        "Constraints of goals", "receipts of a named organization", SETTINGS,
        "models.Q(('receipts', False),", "models.Q(('pk', 1),",
        "tests/e2e/console/test_gift_settings.py::test_the_database_refuses_receipts_without_an_organization",
    ),
]  # fmt: skip
RULES = [
    Break(
        "Money raised", "leaving out payments whose fee is unknown", "giving/selectors/paid_orders.py",
        " and payment.fee is not None", "",
        f"{RAISED}::test_payments_count_once_their_fee_is_known",
    ),
    Break(
        "Money raised", "leaving out test orders", "giving/selectors/raised.py",
        ", is_test=False", "",
        f"{RAISED}::test_test_orders_are_left_out",
    ),
    Break(
        "Money raised", "leaving out sales tax", "giving/splits.py",
        "Split(amount - sold.tax - sold.shipping", "Split(amount - sold.shipping",
        f"{MONEY}::test_case_a_raised_18_74",
    ),
    Break(
        "Money raised", "only published events", "giving/selectors/goals.py",
        ", event__status=Event.Status.PUBLISHED", "",
        f"{RAISED}::test_only_published_events_show_what_they_raised",
    ),
    Break(
        "Money raised", "the day that PayPal moved the money", "orders/services/booked_money.py",
        "choose_booking_day(capture.completed_at or timezone.now())", "choose_booking_day(timezone.now())",
        f"{BOOKED}::test_money_is_booked_when_paypal_moved_it_and_not_when_the_shop_learned_it",
    ),
    Break(
        "Money raised", "refusing negative fees", "orders/paypal/schemas.py",
        " and fee.value >= 0", "",
        f"{BOOKED}::test_an_unreadable_fee_is_unknown_and_stops_no_payment",
    ),
    Break(
        "Money raised", "no receipts unless they are on", "orders/selectors/receipts.py",
        "if not settings.receipts:", "if False:",
        f"{RECEIPTS}::test_without_receipts_the_page_and_the_email_say_that_they_are_none",
    ),
]  # fmt: skip
MONEY_RAISED = [*CONSTRAINTS, *RULES]
