"""The public ledger: its closed months, its amounts and the comparison with PayPal."""

from tests.resilience.breaks.change import Break

ROWS, RACES = "tests/ledger/test_constraints.py", "tests/ledger/services/test_ledger_races.py"
CLOSE, ENTRIES = "tests/ledger/api/test_close.py", "tests/ledger/api/test_entries.py"
MONTHS, SETTLEMENT = "tests/ledger/api/test_months.py", "tests/ledger/api/test_settlement.py"
JOURNAL, BOOKED = "tests/ledger/api/test_journal_export.py", "tests/orders/services/test_booking_day.py"
CLOSING, ADDING = "ledger/services/close_month.py", "ledger/services/add_entry.py"
TABLES, TRIGGERS = "ledger/migrations/0001_months_and_entries.py", "ledger/migrations/0002_frozen_months.py"
REPLACING = "ledger/migrations/0003_no_replacing.py"
REPLACED = 'rows in REPLACED.items():\n            for event in ("INSERT", "UPDATE"):\n'
DAY, ORDERS = "orders/services/booking_day.py", "orders/migrations/0023_books_closed.py"
LOCK = "    return BooksClosed.objects.select_for_update(no_key=True).get(pk=BooksClosed.ONLY)\n"
NO_LOCK = "    return BooksClosed.objects.get(pk=BooksClosed.ONLY)\n"

LOCKS = [
    Break(
        "Locks of the ledger", "what is closed, before a late payment is booked", DAY, LOCK, NO_LOCK,
        f"{RACES}::test_a_late_payment_waits_for_the_closing_and_is_booked_today", on_postgresql=True,
    ),
    Break(
        "Locks of the ledger", "what is closed, before an entry", ADDING, "    lock_open_month(month)\n", "",
        f"{RACES}::test_an_entry_waits_for_the_closing_and_is_refused", on_postgresql=True,
    ),
    Break(
        "Locks of the ledger", "the transaction of closing", CLOSING,
        "@in_one_transaction\ndef store_closed_month", "def store_closed_month",
        f"{RACES}::test_a_month_that_is_closed_twice_at_once_is_closed_once", on_postgresql=True,
    ),
    Break(
        "Locks of the ledger", "creating the row that says what is closed", DAY,
        "    BooksClosed.objects.get_or_create(pk=BooksClosed.ONLY)\n",
        "    BooksClosed.objects.filter(pk=BooksClosed.ONLY).exists() or BooksClosed.objects.create(pk=1)\n",
        f"{RACES}::test_the_first_payments_of_an_earlier_month_can_be_booked_at_once", on_postgresql=True,
    ),
]  # fmt: skip

CONSTRAINTS = [
    Break(
        "Rows of the ledger", f"`{name}`", file, old, new, f"{ROWS}::{test}",
    )
    for name, file, old, new, test in (
        (
            "a_closed_month_says_who", TABLES, "models.Q(('closed_at', None), ('closed_by', None), ('digest', ''), ",
            "models.Q(('id__gt', 0)), models.Q(('closed_at', None), ('closed_by', None), ('digest', ''), ",
            "test_a_closed_month_says_who_closed_it_and_what_was_compared",
        ),
        (
            "entry_has_an_amount", TABLES, "models.Q(('amount', 0), _negated=True)", "models.Q(('id__gt', 0))",
            "test_an_entry_is_never_of_nothing",
        ),
        (
            "an_entered_entry_says_who", TABLES, "models.Q(('by__isnull', False), ('derived', False))",
            "models.Q(('id__gt', 0))", "test_an_entry_is_derived_or_says_who_entered_it",
        ),
        (
            "entry_kind_fits_its_source", TABLES,
            "models.Q(('derived', False), ('kind__in', ['cost', 'paid_out', 'transfer', 'other']))",
            "models.Q(('id__gt', 0))", "test_staff_enter_no_derived_kind_and_the_shop_derives_no_cost",
        ),
        (
            "one_derived_entry_per_kind", TABLES, "condition=models.Q(('derived', True)), fields=('month', 'kind')",
            "condition=models.Q(('derived', True)), fields=('id',)", "test_each_kind_is_derived_once_per_month",
        ),
        (
            "the month's first day, once", TABLES, "models.DateField(unique=True)", "models.DateField()",
            "test_a_month_exists_once",
        ),
        (
            "books_closed_is_one_row", ORDERS, "models.Q(('pk', 1))", "models.Q(('pk__gt', 0))",
            "test_only_one_row_says_what_is_closed",
        ),
        (
            "one_explanation_per_paypal_id", ORDERS, "fields=('paypal_id',)", "fields=('id',)",
            "test_a_line_of_paypal_has_one_explanation",
        ),
    )
]  # fmt: skip

FROZEN = [
    Break(
        "Closed months",
        f"the trigger on {what}",
        TRIGGERS,
        f"    ({place}): ",
        f"    # ({place}): ",
        f"{ROWS}::{test}",
        on_postgresql='"UPDATE"' in place,  # SQLite has those against replacing as well
    )
    for what, place, test in (
        ("changes of a month", 'MONTH, "UPDATE"', "test_a_closed_month_is_never_changed"),
        ("deletions of a month", 'MONTH, "DELETE"', "test_a_closed_month_is_never_changed"),
        ("new entries", 'ENTRY, "INSERT"', "test_entries_of_a_closed_month_are_never_written"),
        ("changes of entries", 'ENTRY, "UPDATE"', "test_entries_of_a_closed_month_are_never_written"),
        ("deletions of entries", 'ENTRY, "DELETE"', "test_entries_of_a_closed_month_are_never_written"),
    )
] + [
    Break(
        "Closed months", f"the trigger on {what} on SQLite", REPLACING,
        REPLACED, REPLACED.replace('("INSERT", "UPDATE")', f'("{other}",)'),
        f"{ROWS}::test_no_row_of_a_closed_month_is_replaced",
    )
    for what, other in (("INSERT OR REPLACE", "UPDATE"), ("UPDATE OR REPLACE", "INSERT"))
]  # fmt: skip

RULES = [
    Break(
        "Closed months", "booking late money today", DAY,
        "return today if closed is not None and day <= closed else day", "return day",
        f"{BOOKED}::test_money_of_a_closed_month_is_booked_today",
    ),
    Break(
        "Closed months", "their journal", "ledger/api/views/settlement.py",
        "        rows = get_stored_rows(found)\n", "        rows = list_journal_rows(found)\n",
        f"{JOURNAL}::test_the_journal_of_a_closed_month_never_changes",
    ),
    Break(
        "Closing a month", "the 24 hours after its end", CLOSING, "+ WAIT:", ":",
        f"{CLOSE}::test_a_month_is_open_for_24_hours_after_its_end",
    ),
    Break(
        "Closing a month", "the earlier months", CLOSING, "    return first if first < month else None\n",
        "    return None\n",
        f"{CLOSE}::test_months_are_closed_in_their_order",
    ),
    Break(
        "Closing a month", "payments in doubt", CLOSING, "if doubts := count_doubts(month):", "if doubts := 0:",
        f"{CLOSE}::test_a_payment_in_doubt_keeps_the_month_open",
    ),
    Break(
        "Closing a month", "refunds whose fee is unknown", "ledger/selectors/doubts.py",
        "unbooked | in_month & by_paypal", "unbooked",
        f"{CLOSE}::test_a_refund_whose_fee_is_not_known_keeps_the_month_open",
    ),
    Break(
        "Closing a month", "explanations", CLOSING,
        "if unexplained := sum(line.is_open for line in settlement.lines):", "if unexplained := 0:",
        f"{CLOSE}::test_every_difference_needs_an_explanation",
    ),
    Break(
        "Closing a month", "the digest", CLOSING, "if settlement.digest != digest:", "if not digest:",
        f"{CLOSE}::test_what_changed_since_it_was_compared_is_shown_again_first",
    ),
    Break(
        "The public ledger", "hiding gifts of fewer than three people", "ledger/lines.py",
        "if len(givers) < MIN_GIVERS:", "if not givers:",
        f"{MONTHS}::test_gifts_are_shown_once_three_people_gave",
    ),
    Break(
        "The public ledger", "leaving sales tax out of the balance", "ledger/lines.py",
        '"return_fees", "other")', '"return_fees", "other", "sales_tax")',
        f"{MONTHS}::test_a_payment_is_tickets_a_fee_and_tax_set_aside",
    ),
    Break(
        "The public ledger", "receipts that were uploaded", "ledger/api/serializers/months.py",
        "if name is None or (name and", "if name is None and (name and",
        f"{ENTRIES}::test_a_receipt_has_to_be_uploaded_first",
    ),
    Break(
        "Comparing with PayPal", "the fee", "ledger/selectors/settlement.py",
        "theirs = Amounts(line.amount.value, -line.fee)",
        "theirs = Amounts(line.amount.value, booked.amounts.fee if booked else -line.fee)",
        f"{SETTLEMENT}::test_another_fee_or_amount_differs",
    ),
]  # fmt: skip

LEDGER = [*LOCKS, *CONSTRAINTS, *FROZEN, *RULES]
