"""Limits on what one account takes without paying."""

from tests.resilience.breaks.change import Break

HOLDS = "tests/orders/services/test_repeated_holds.py"
FREE = "tests/orders/services/test_free_seats.py"
LIMITS = [
    Break(
        "Repeated holds", "counting canceled holds", "orders/services/orders/cancel_order.py",
        "    if by.pk == order.user_id:\n", "    if False:\n",
        f"{HOLDS}::test_one_account_cannot_keep_a_date_sold_out[cancel_at_once]",
    ),
    Break(
        "Repeated holds", "counting the time held", "orders/services/limits.py",
        "timedelta(0)) >= MAX_HOLDING_TIME * settings.HOLD", "timedelta(0)) > timedelta.max",
        f"{HOLDS}::test_one_account_cannot_keep_a_date_sold_out[cancel_in_the_last_minute]",
    ),
    Break(
        "Repeated holds", "counting expired orders that are held again",
        "orders/services/payments/create_paypal_order.py",
        "    refuse_repeated_holds(set(dates), now, buyer)\n", "",
        f"{HOLDS}::test_an_expired_order_is_not_held_again_while_its_account_has_to_wait",
    ),
    Break(
        "Repeated holds", "the single extension of a hold", "orders/services/payments/create_paypal_order.py",
        "order.hold_extended = order.hold_extended or not is_expired", "order.hold_extended = not is_expired",
        f"{HOLDS}::test_an_extended_and_renewed_order_holds_its_seats_for_at_most_an_hour",
    ),
    Break(
        "Repeated holds", "the limit on renewals by declined payments", "orders/services/payments/settle_payment.py",
        "until = max(now, min(now + settings.HOLD, latest))", "until = now + settings.HOLD",
        f"{HOLDS}::test_declined_payments_do_not_hold_seats_forever",
    ),
    Break(
        "Free seats", "their limit", "orders/services/limits.py",
        "if seats + had.get(date_id, 0) > settings.MAX_FREE_SEATS:", "if False:",
        f"{FREE}::test_one_request_cannot_take_a_whole_free_event",
    ),
    Break(
        "Free seats", "counting an expired order again before its capture",
        "orders/services/payments/pay_order.py",
        "        refuse_too_many_free_seats(count_free_seats(order), order.user, besides=get_booking_ids(order))\n", "",
        f"{FREE}::test_an_expired_mixed_order_cannot_be_captured_beyond_the_limit",
    ),
]  # fmt: skip
