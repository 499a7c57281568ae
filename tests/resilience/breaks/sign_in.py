"""Defenses of sign-in, passwords, second factors and sessions."""

from tests.resilience.breaks.change import Break

SETTINGS = "charityshop/settings/__init__.py"

SIGN_IN = [
    Break(
        "Throttle of sign-in", "counting attempts", "accounts/services/users.py",
        "    with hash_slot():\n        count_tries(limits)", "    with hash_slot():\n        pass",
        "tests/accounts/test_sign_in_limits.py::test_after_too_many_failures_on_one_account_the_address_has_to_wait",
    ),
    Break(
        "Throttle of sign-in", "the limit for an address that signed in before", "accounts/services/users.py",
        "    with hash_slot():\n        count_tries(limits)",
        "    with hash_slot():\n        count_tries([] if is_known else limits)",
        "tests/accounts/test_sign_in_limits.py::test_an_address_that_signed_in_before_has_the_same_limit_and_the_owner_comes_in_from_elsewhere",
    ),
    Break(
        "Throttle of sign-in", "the lower limit for a new address", "accounts/services/users.py",
        "    if not is_known and failures_of(email).is_reached():", "    if False:",
        "tests/accounts/test_sign_in_limits.py::test_an_account_that_is_guessed_from_everywhere_gives_each_new_address_fewer_tries",
    ),
    Break(
        "Limit on hashing", "refusing requests that would wait too long", "accounts/hashing.py",
        "if not self.places.acquire(blocking=False):", "if False:",
        "tests/accounts/test_hashing.py::test_as_many_wait_as_there_are_places_and_each_gets_its_turn",
    ),
    Break(
        "Throttle of registrations", "its limit", "accounts/services/users.py",
        '        Limit.of("register", address).spend()\n', "",
        "tests/accounts/test_registering.py::test_more_than_the_limit_of_registrations_an_hour_from_one_address_are_refused",
    ),
    Break(
        "Throttle of password emails", "its limit", "accounts/api/views/passwords.py",
        '        Limit.of("forgot_password", address_of(request)).spend()\n', "",
        "tests/accounts/test_forgotten_password.py::test_more_than_the_limit_of_letters_an_hour_from_one_address_are_refused",
    ),
    Break(
        "Throttle of downloads", "its limit", "charityshop/api/throttling.py",
        'Limit.of("download", str(request.user.pk)).spend()', "pass",
        "tests/orders/test_costly_reads.py::test_an_account_downloads_so_many_files_an_hour",
    ),
    Break(
        "Limits on emails", "about one user's password", "accounts/services/passwords.py",
        '        Limit.of("password_mail", email.strip().lower()).spend()\n', "        pass\n",
        "tests/accounts/test_mail_limits.py::test_a_person_gets_five_links_an_hour_and_the_answer_is_the_same_as_ever",
    ),
    Break(
        "Limits on emails", "about changed addresses", "accounts/services/users.py",
        '        Limit.of("email_change", by.public_id).spend()  # each sends', "        # each sends",
        "tests/accounts/test_mail_limits.py::"
        "test_an_account_changes_its_address_five_times_an_hour_and_each_former_one_is_told",
    ),
    Break(
        "Same response time for known and unknown addresses", "hashing for unknown addresses",
        "accounts/services/users.py",
        "        make_password(password)\n        return False", "        return False",
        "tests/accounts/test_signing_in.py::test_an_unknown_address_takes_about_as_long_as_a_wrong_password",
    ),
    Break(
        "Breached passwords", "their list", SETTINGS,
        '    {"NAME": "accounts.password_validators.breached.BreachedPasswordValidator"},\n', "",
        "tests/accounts/test_breached_passwords.py::test_it_is_refused_wherever_a_password_is_set",
    ),
    Break(
        "The shop's words as passwords", "their list", SETTINGS,
        '    {"NAME": "accounts.password_validators.shop_words.ShopWordsValidator"},\n', "",
        "tests/accounts/test_own_words.py::test_it_is_said_at_the_field",
    ),
    Break(
        "The demo's published password", "its refusal outside the demo", "accounts/services/users.py",
        "return password == settings.DEMO_PASSWORD and not settings.DEMO", "return False",
        "tests/accounts/test_signing_in.py::test_the_demos_published_password_opens_an_account_in_the_demo_alone",
    ),
    Break(
        "The demo's published password", "its refusal as a new password",
        "accounts/password_validators/shop_words.py",
        "if password == settings.DEMO_PASSWORD or consists_of", "if consists_of",
        "tests/accounts/test_own_words.py::test_the_demos_published_password_is_refused",
    ),
    Break(
        "Passwords on the screen", "hiding them during input", "frontend/src/ui/Field.tsx",
        'type={shown ? "text" : "password"}', 'type="text"',
        "frontend/src/features/account/maskedPasswords.test.tsx",
    ),
    Break(
        "Passwords are not changed", "their outer spaces", "accounts/api/serializers/accounts.py",
        "trim_whitespace=False, write_only=True", "trim_whitespace=True, write_only=True",
        "tests/accounts/test_password_rules.py::test_any_characters_and_long_passwords_are_taken_and_compared_exactly",
    ),
    Break(
        "Unguessable codes", "the length of a recovery code", "accounts/totp.py",
        "GROUP_COUNT, GROUP_LENGTH = 3, 4", "GROUP_COUNT, GROUP_LENGTH = 2, 3",
        "tests/accounts/test_randomness.py::test_there_are_too_many_possibilities_to_guess",
    ),
    Break(
        "Unguessable codes", "the system's randomness", "accounts/totp.py",
        "secrets.choice(ALPHABET)", "__import__(\"random\").choice(ALPHABET)",
        "tests/accounts/test_randomness.py::test_a_known_seed_repeats_nothing",
    ),
    Break(
        "Session rotation", "a new key at every sign-in", "accounts/sessions.py",
        "    request.session.flush()  # Django keeps the key when the same user signs in again\n", "",
        "tests/accounts/test_session_keys.py::test_signing_in_again_changes_the_key_and_ends_the_old_one",
    ),
    Break(
        "Session rotation", "a new key at the admin's sign-in", "accounts/admin_site.py",
        "            request.session.cycle_key()", "            pass",
        "tests/accounts/test_session_keys.py::test_signing_in_again_changes_the_key_and_ends_the_old_one",
    ),
    Break(
        "Sessions end", "at sign-out", "accounts/api/views/sessions.py",
        '        logout(request)\n        return respond("Signed out.")',
        '        return respond("Signed out.")',
        "tests/accounts/test_signing_in.py::test_after_logout_the_old_cookie_opens_nothing",
    ),
    Break(
        "Sessions end", "with a new password", "accounts/services/passwords.py",
        "    user.requires_password_reset = False\n    user.end_sessions()\n",
        "    user.requires_password_reset = False\n",
        "tests/accounts/test_own_sessions.py::test_whoever_leaves_everywhere_leaves_no_session_behind",
    ),
    Break(
        "Sessions end", "with a deactivated account", "accounts/services/users.py",
        "    if not user.is_active and before[2]:", "    if False:",
        "tests/accounts/test_deactivating.py::test_a_reactivated_person_may_sign_in_but_old_sessions_stay_dead",
    ),
    Break(
        "Deactivated accounts", "refusing their sign-in", "accounts/services/users.py",
        "    if not user.is_active:\n        raise Forbidden", "    if False:\n        raise Forbidden",
        "tests/accounts/test_deactivating.py::test_a_deactivated_person_is_out_at_once_and_cannot_come_back_in",
    ),
    Break(
        "Sessions are stored hashed", "the hash", "accounts/sessions.py",
        'return sha256((key or "").encode()).hexdigest()', 'return key or ""',
        "tests/accounts/test_own_sessions.py::test_the_cookie_is_nowhere_in_the_database",
    ),
    Break(
        "The session's cookie", "HttpOnly", SETTINGS,
        "SESSION_COOKIE_HTTPONLY = True", "SESSION_COOKIE_HTTPONLY = False",
        "tests/accounts/test_signing_in.py::test_the_session_cookie_is_out_of_scripts_reach",
    ),
    Break(
        "The session's cookie", "bound to this host", SETTINGS,
        'PREFIX = "__Host-" if HTTPS else ""', 'PREFIX = ""',
        "tests/charityshop/settings/test_settings.py::test_cookies_redirects_and_hsts_depend_on_the_sites_scheme",
    ),
    Break(
        "Second factor", "requiring it", "accounts/services/sign_in.py",
        "        check_second_factor(user, code, address=address, is_known=is_known)\n", "        pass\n",
        "tests/accounts/test_second_factor.py::test_the_password_alone_does_not_open_the_account",
    ),
    Break(
        "Second factor", "the single use of a code", "accounts/services/second_factor.py",
        "filter(pk=factor.pk, last_step__lt=step)", "filter(pk=factor.pk)",
        "tests/accounts/test_second_factor.py::test_a_used_code_is_good_no_more_and_neither_are_older_ones",
    ),
    Break(
        "Second factor", "its limit", "accounts/services/second_factor.py",
        "    count_tries(limits)\n    if not use_code", "    if not use_code",
        "tests/accounts/test_second_factor.py::test_guessing_codes_runs_into_a_limit_and_missing_ones_do_not",
    ),
    Break(
        "Second factor", "refusing staff without one where it is required", "charityshop/api/permissions.py",
        "    if user.must_set_up_second_factor:\n        raise", "    if False:\n        raise",
        "tests/accounts/test_second_factor_required.py::test_staff_without_one_set_it_up_and_do_nothing_else",
    ),
    Break(
        "Emailed links", "their expiry after an hour", SETTINGS,
        "PASSWORD_RESET_TIMEOUT = 3600", "PASSWORD_RESET_TIMEOUT = 360000",
        "tests/accounts/test_forgotten_password.py::test_a_link_lives_one_hour",
    ),
    Break(
        "Emailed links", "their expiry with a changed address", "accounts/tokens.py",
        r"{user.password}\n{user.email}\n", r"{user.password}\n",
        "tests/accounts/test_forgotten_password.py::test_a_link_dies_when_the_email_address_changes",
    ),
]  # fmt: skip
