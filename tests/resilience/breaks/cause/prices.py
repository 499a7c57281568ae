"""Prices with codes, members' seats and gifts, and their refunds."""

from tests.resilience.breaks.change import Break

PLACING = "tests/orders/services/orders"
ORDERS, RACES = f"{PLACING}/test_discounted_orders.py", f"{PLACING}/test_discount_races.py"
REFUNDS, ROWS = "tests/orders/services/refunds/test_gift_refunds.py", "tests/orders/test_discount_constraints.py"
QUOTES, CHECKS = "tests/orders/api/test_quotes.py", "tests/orders/reports/test_price_checks.py"
PRICES, USES = "orders/services/orders/order_prices.py", "orders/services/orders/discount_uses.py"
OPEN, PAY = "orders/services/payments/create_paypal_order.py", "orders/services/payments/pay_order.py"
TABLES = "orders/migrations/0026_gifts_and_discounts.py"
ALL = "models.Q(('id__gt', 0))"

LOCKS = [
    Break(
        "Uses of codes", "the lock on a code while it is ordered with", PRICES,
        "lock_voucher(find_voucher(code).pk) if code", "find_voucher(code) if code",
        f"{RACES}::test_a_code_is_not_used_while_its_last_use_is_being_ordered", on_postgresql=True,
    ),
    Break(
        "Uses of codes", "the lock on a membership", PRICES,
        "lock_membership(found.pk) if found else None", "found",
        f"{RACES}::test_a_membership_and_a_code_are_locked_until_the_order_is_placed[Membership]", on_postgresql=True,
    ),
    Break(
        "Uses of codes", "the lock before an expired order is held again", OPEN,
        "    lock_discounts(order_id)\n", "",
        f"{RACES}::test_an_expired_order_is_not_held_again_while_its_code_is_being_used[paypal]", on_postgresql=True,
    ),
    Break(
        "Uses of codes", "the lock on the code of an expired order that is paid", USES,
        "        lock_rows(Voucher.objects.filter(pk__in={voucher for voucher, _ in sources if voucher}))\n", "",
        f"{RACES}::test_an_expired_order_is_not_held_again_while_its_code_is_being_used[pay]", on_postgresql=True,
    ),
]  # fmt: skip
RULES = [
    Break(
        "Uses of codes", "counting them again before an expired order is held", OPEN,
        "    refuse_used_discounts(order, now)\n", "",
        f"{ORDERS}::test_an_expired_order_is_not_held_again_once_its_code_was_used[paypal]",
    ),
    Break(
        "Uses of codes", "counting them again before an expired order is paid", PAY,
        "        refuse_used_discounts(order, now)\n", "",
        f"{ORDERS}::test_an_expired_order_is_not_held_again_once_its_code_was_used[pay]",
    ),
    Break(
        "Uses of codes", "the limit of each person", PRICES,
        "    if by and voucher.per_person and ", "    if not by and voucher.per_person and ",
        f"{ORDERS}::test_each_buyer_can_use_a_code_as_often_as_staff_allow",
    ),
    Break(
        "Uses of codes", "members' seats in their other orders", PRICES,
        "max(date.event.member_seats - had.get(date.pk, 0), 0)", "date.event.member_seats",
        f"{ORDERS}::test_members_pay_less_for_some_seats_of_a_date_in_all_their_orders",
    ),
    Break(
        "Uses of codes", "looking again whether a locked code is off", PRICES,
        "    if voucher and voucher.off:", "    if False:",
        f"{RACES}::test_a_code_that_is_turned_off_while_it_is_locked_is_unknown",
    ),
    Break(
        "Uses of codes", "the limit of wrong codes", "orders/api/views/orders.py",
        "        if not order_request.voucher:", "        if True:",
        f"{QUOTES}::test_after_20_wrong_codes_in_an_hour_none_is_looked_up",
    ),
    Break(
        "Changed prices", "asking members, whatever the published rules say", "orders/sent_prices.py",
        "not (is_plain and are_published_sums(", "not (are_published_sums(",
        f"{ORDERS}::test_sums_of_the_published_rules_do_not_hide_that_a_membership_ended",
    ),
    Break(
        "Refunds of gifts", "leaving the gift out of the last seats", "orders/services/order_money.py",
        "    return replace(paid, gift=get_gift_left(order))\n", "    return paid\n",
        f"{REFUNDS}::test_case_a_gives_back_each_seat_and_leaves_the_gift",
    ),
    Break(
        "Refunds of gifts", "leaving free seats", "orders/services/order_money.py",
        "net > 0 or order.gift_price < order.total_price:", "True:",
        f"{REFUNDS}::test_refunding_the_gift_leaves_seats_that_a_code_made_free",
    ),
    Break(
        "Refunds of gifts", "a failed refund of the gift", "orders/services/order_money.py",
        "order.refunds.own().filter(status__in=LIVE).aggregate(sum=Sum(\"gift_amount\"))",
        "order.refunds.own().aggregate(sum=Sum(\"gift_amount\"))",
        f"{REFUNDS}::test_a_refund_that_failed_leaves_the_gift_refundable",
    ),
    Break(
        "Consistency checks", "of discounts", "orders/reports/price_checks.py",
        "        if listed not in (line.price * line.seats, line.price):\n", "        if False:\n",
        f"{CHECKS}::test_a_lost_discount_is_reported",
    ),
    Break(
        "Consistency checks", "of an order's items", "orders/reports/price_checks.py",
        "        if order.items_price != sums.get(order.pk, ZERO):\n", "        if False:\n",
        f"{CHECKS}::test_items_other_than_the_sum_of_the_lines_are_reported",
    ),
]  # fmt: skip
CONSTRAINTS = [
    Break("Rows of discounts", f"`{name}`", TABLES, old, new, f"{ROWS}::{test}")
    for name, old, new, test in (
        (
            "order_total_is_its_parts", ", '+', models.F('gift_price'))", ", '+', models.F('shipping_price'))",
            "test_the_total_includes_the_gift",
        ),
        (
            "order_gift_not_negative", "models.Q(('gift_price__gte', 0))", ALL,
            "test_a_gift_is_not_negative",
        ),
        (
            "refund_includes_its_gift", "models.Q(('gift_amount__gte', 0), ('gift_amount__lte', models.F('amount')))",
            ALL, "test_a_refund_includes_its_gift",
        ),
        (
            "a_discount_takes_something_off", "models.Q(('amount__gt', 0), ('seats__gte', 1))", ALL,
            "test_a_discount_takes_something_off",
        ),
        (
            "a_discount_has_one_source", "condition=models.Q(models.Q(('kind', 'member'),",
            "condition=models.Q(models.Q(('id__gt', 0)), models.Q(('kind', 'member'),",
            "test_a_discount_has_one_source",
        ),
        (
            "one_discount_per_line_and_kind", "fields=('line', 'kind')", "fields=('id',)",
            "test_a_line_has_one_discount_of_a_kind",
        ),
    )
]  # fmt: skip
DISCOUNTED_PRICES = [*LOCKS, *RULES, *CONSTRAINTS]
