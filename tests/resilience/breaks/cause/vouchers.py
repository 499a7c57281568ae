"""Vouchers and memberships: their constraints, locks and limits. What they take off is in the breaks of prices."""

from tests.resilience.breaks.change import Break

ROWS, RACES = "tests/discounts/test_constraints.py", "tests/discounts/services/test_discount_races.py"
CODES, WRONG = "tests/discounts/selectors/test_vouchers.py", "tests/discounts/services/test_wrong_codes.py"
LINK, IMPORT = "tests/discounts/api/test_own_membership.py", "tests/discounts/api/test_import_members.py"
TABLES, LIMIT = "discounts/migrations/0001_initial.py", "discounts/services/wrong_codes.py"
LINKING, IMPORTING = "discounts/services/memberships.py", "discounts/services/import_members.py"

CONSTRAINTS = [
    Break("Rows of vouchers and members", f"`{name}`", TABLES, old, new, f"{ROWS}::{test}")
    for name, old, new, test in (
        (
            "one_voucher_per_code", "models.UniqueConstraint(fields=('code',), name='one_voucher_per_code'), ", "",
            "test_two_vouchers_never_have_one_code",
        ),
        (
            "voucher_code_is_in_upper_case", "models.Q(('code', django.db.models.functions.text.Upper('code')))",
            "models.Q(('id__gt', 0))", "test_a_voucher_can_be_used[voucher_code_is_in_upper_case-fields0]",
        ),
        (
            "voucher_value_fits_its_kind", "('value__range', (1, 100))", "('value__range', (0, 999))",
            "test_a_voucher_can_be_used[voucher_value_fits_its_kind-fields1]",
        ),
        (
            "voucher_can_be_used_once_or_more", "('max_uses__gte', 1)", "('max_uses__gte', 0)",
            "test_a_voucher_can_be_used[voucher_can_be_used_once_or_more-fields7]",
        ),
        (
            "voucher_can_be_used_by_a_person", "('per_person__gte', 1)", "('per_person__gte', 0)",
            "test_a_voucher_can_be_used[voucher_can_be_used_by_a_person-fields8]",
        ),
        (
            "voucher_ends_after_its_start", "('valid_until', None), ('valid_until__gte', models.F('valid_from'))",
            "('valid_until', None), ('id__gt', 0)",
            "test_a_voucher_can_be_used[voucher_ends_after_its_start-fields9]",
        ),
        (
            "voucher_is_for_some_dates", "('dates_to__gte', models.F('dates_from'))", "('id__gt', 0)",
            "test_a_voucher_can_be_used[voucher_is_for_some_dates-fields10]",
        ),
        (
            "one_membership_per_number",
            "models.UniqueConstraint(fields=('number',), name='one_membership_per_number'), ", "",
            "test_two_members_never_have_one_number",
        ),
        (
            "membership_ends_after_its_start", "condition=models.Q(('valid_until__gte', models.F('valid_from')))",
            "condition=models.Q(('id__gt', 0))", "test_a_membership_does_not_end_before_it_starts",
        ),
        (
            "one membership per account", "models.OneToOneField(blank=True", "models.ForeignKey(blank=True",
            "test_an_account_has_one_membership",
        ),
    )
]  # fmt: skip

LOCKS = [
    Break(
        "Locks of vouchers and members", "the voucher, before it is changed", "discounts/services/locks.py",
        "Voucher.objects.select_for_update()", "Voucher.objects",
        f"{RACES}::test_two_changes_of_a_voucher_at_once_are_both_stored", on_postgresql=True,
    ),
    Break(
        "Locks of vouchers and members", "the account, before a membership is linked", LINKING,
        "User.objects.select_for_update(no_key=True).get", "User.objects.get",
        f"{RACES}::test_an_account_that_links_two_memberships_at_once_has_one", on_postgresql=True,
    ),
    Break(
        "Locks of vouchers and members", "all members, before a list is imported", IMPORTING,
        'Membership.objects.select_for_update().order_by("pk")', "Membership.objects.all()",
        f"{RACES}::test_an_import_waits_for_a_change_and_is_refused", on_postgresql=True,
    ),
]  # fmt: skip

LIMITS = [
    Break(
        "Guessing codes and numbers", "counting wrong codes", LIMIT, "        wrong.spend()\n", "",
        f"{WRONG}::test_after_20_wrong_codes_even_a_right_one_has_to_wait",
    ),
    Break(
        "Guessing codes and numbers", "refusing right codes after them", LIMIT, "    wrong.check()\n", "",
        f"{WRONG}::test_after_20_wrong_codes_even_a_right_one_has_to_wait",
    ),
    Break(
        "Guessing codes and numbers", "codes that are turned off", "discounts/selectors/vouchers.py",
        "code=parsed, off=False", "code=parsed",
        f"{CODES}::test_a_code_that_staff_turned_off_is_unknown",
    ),
    Break(
        "Guessing codes and numbers", "counting wrong membership numbers", LINKING, "    tries.spend()", "    pass",
        f"{LINK}::test_5_wrong_numbers_an_hour_can_be_entered",
    ),
    Break(
        "Guessing codes and numbers", "the email address of a membership", LINKING, "email=user.email.lower(), ", "",
        f"{LINK}::test_another_number_or_address_is_unknown",
    ),
    Break(
        "Importing members", "refusing what the preview did not show", IMPORTING,
        "if plan.digest != digest:", "if False:",
        f"{IMPORT}::test_an_import_is_refused_if_the_members_changed_since_the_preview",
    ),
    Break(
        "Importing members", "refusing lists with an invalid row", IMPORTING, "if plan.errors:", "if False:",
        f"{IMPORT}::test_a_list_with_an_invalid_row_is_imported_not_even_in_part",
    ),
]  # fmt: skip
VOUCHERS_AND_MEMBERS = [*CONSTRAINTS, *LOCKS, *LIMITS]
