"""Defenses of sign-in, passwords, second factors and sessions."""

from tests.resilience.breaks.change import Break

SETTINGS = "charityshop/settings/__init__.py"

SIGN_IN = [
    Break(
        "Throttle of sign-in", "counting attempts", "accounts/services/users.py",
        "    with hash_slot():\n        count_tries(limits)", "    with hash_slot():\n        pass",
        "tests/accounts/services/test_sign_in_limits.py::test_failures_on_one_account_throttle_the_address",
    ),
    Break(
        "Throttle of sign-in", "the limit for an address that signed in before", "accounts/services/users.py",
        "    with hash_slot():\n        count_tries(limits)",
        "    with hash_slot():\n        count_tries([] if is_known else limits)",
        "tests/accounts/services/test_sign_in_limits.py::test_a_known_address_has_the_same_limit",
    ),
    Break(
        "Throttle of sign-in", "the lower limit for a new address", "accounts/services/users.py",
        "    if not is_known and get_failure_limit(email).is_reached():", "    if False:",
        "tests/accounts/services/test_sign_in_limits.py::test_new_addresses_get_fewer_tries_on_an_attacked_account",
    ),
    Break(
        "Limit on hashing", "refusing requests that would wait too long", "accounts/hashing.py",
        "if not self.places.acquire(blocking=False):", "if False:",
        "tests/accounts/test_hashing.py::test_waiting_threads_get_a_slot_in_turn",
    ),
    Break(
        "Throttle of registrations", "its limit", "accounts/services/users.py",
        '        Limit.of("register", address).spend()\n', "",
        "tests/accounts/services/test_register_user.py::test_registrations_are_throttled_per_ip_address",
    ),
    Break(
        "Throttle of password emails", "its limit", "accounts/api/views/passwords.py",
        '        Limit.of("forgot_password", address_of(request)).spend()\n', "",
        "tests/accounts/services/test_password_link.py::test_password_links_are_throttled_per_ip_address",
    ),
    Break(
        "Throttle of downloads", "its limit", "charityshop/api/throttling.py",
        'Limit.of("download", str(request.user.pk)).spend()', "pass",
        "tests/orders/api/test_request_limits.py::test_downloads_are_limited_per_account_and_hour",
    ),
    Break(
        "Limits on emails", "about one user's password", "accounts/services/passwords.py",
        '        Limit.of("password_mail", email.strip().lower()).spend()\n', "        pass\n",
        "tests/accounts/services/test_email_limits.py::test_a_user_gets_five_links_an_hour_and_the_response_does_not_change",
    ),
    Break(
        "Limits on emails", "about changed addresses", "accounts/services/users.py",
        '        Limit.of("email_change", by.public_id).spend()  # each sends', "        # each sends",
        "tests/accounts/services/test_email_limits.py::"
        "test_address_changes_are_throttled_and_reported_to_each_old_address",
    ),
    Break(
        "Same response time for known and unknown addresses", "hashing for unknown addresses",
        "accounts/services/users.py",
        "        make_password(password)\n        return False", "        return False",
        "tests/accounts/services/test_sign_in.py::test_unknown_addresses_take_as_long_as_wrong_passwords",
    ),
    Break(
        "Breached passwords", "their list", SETTINGS,
        '    {"NAME": "accounts.password_validators.breached.BreachedPasswordValidator"},\n', "",
        "tests/accounts/password_validators/test_breached.py::test_breached_passwords_are_rejected_wherever_a_password_is_set",
    ),
    Break(
        "The shop's words as passwords", "their list", SETTINGS,
        '    {"NAME": "accounts.password_validators.shop_words.ShopWordsValidator"},\n', "",
        "tests/accounts/password_validators/test_shop_words.py::test_the_error_is_at_the_password_field",
    ),
    Break(
        "The demo's published password", "its refusal outside the demo", "accounts/services/users.py",
        "return password == settings.DEMO_PASSWORD and not settings.DEMO", "return False",
        "tests/accounts/services/test_sign_in.py::test_the_demo_password_works_only_in_the_demo",
    ),
    Break(
        "The demo's published password", "its refusal as a new password",
        "accounts/password_validators/shop_words.py",
        "if password == settings.DEMO_PASSWORD or consists_of", "if consists_of",
        "tests/accounts/password_validators/test_shop_words.py::test_the_demo_password_is_rejected",
    ),
    Break(
        "Passwords on the screen", "hiding them during input", "frontend/src/ui/forms/Field.tsx",
        'type={shown ? "text" : "password"}', 'type="text"',
        "frontend/src/features/account/maskedPasswords.test.tsx",
    ),
    Break(
        "Passwords are not changed", "their outer spaces", "accounts/api/serializers/accounts.py",
        "trim_whitespace=False, write_only=True", "trim_whitespace=True, write_only=True",
        "tests/accounts/password_validators/test_password_rules.py::test_all_characters_and_long_passwords_are_accepted_and_compared_exactly",
    ),
    Break(
        "Unguessable codes", "the length of a recovery code", "accounts/totp.py",
        "GROUP_COUNT, GROUP_LENGTH = 3, 4", "GROUP_COUNT, GROUP_LENGTH = 2, 3",
        "tests/accounts/test_entropy.py::test_secrets_have_enough_entropy",
    ),
    Break(
        "Unguessable codes", "the system's randomness", "accounts/totp.py",
        "secrets.choice(ALPHABET)", "__import__(\"random\").choice(ALPHABET)",
        "tests/accounts/test_entropy.py::test_secrets_do_not_depend_on_the_random_seed",
    ),
    Break(
        "Session rotation", "a new key at every sign-in", "accounts/sessions.py",
        "    request.session.flush()  # Django keeps the key when the same user signs in again\n", "",
        "tests/accounts/test_session_keys.py::test_signing_in_again_replaces_the_session_key",
    ),
    Break(
        "Session rotation", "a new key at the admin's sign-in", "accounts/admin_site.py",
        "            request.session.cycle_key()", "            pass",
        "tests/accounts/test_session_keys.py::test_signing_in_again_replaces_the_session_key",
    ),
    Break(
        "Sessions end", "at sign-out", "accounts/api/views/sessions.py",
        '        logout(request)\n        return respond("Signed out.")',
        '        return respond("Signed out.")',
        "tests/accounts/services/test_sign_in.py::test_the_cookie_is_invalid_after_signing_out",
    ),
    Break(
        "Sessions end", "with a new password", "accounts/services/passwords.py",
        "    user.requires_password_reset = False\n    user.end_sessions()\n",
        "    user.requires_password_reset = False\n",
        "tests/accounts/api/test_sessions.py::test_signing_out_everywhere_deletes_all_sessions",
    ),
    Break(
        "Sessions end", "with a deactivated account", "accounts/services/users.py",
        "    if not user.is_active and before[2]:", "    if False:",
        "tests/accounts/services/test_deactivate_user.py::test_a_reactivated_user_can_sign_in_but_old_sessions_stay_ended",
    ),
    Break(
        "Deactivated accounts", "refusing their sign-in", "accounts/services/users.py",
        "    if not user.is_active:\n        raise Forbidden", "    if False:\n        raise Forbidden",
        "tests/accounts/services/test_deactivate_user.py::test_a_deactivated_user_is_signed_out_and_cannot_sign_in",
    ),
    Break(
        "Sessions are stored hashed", "the hash", "accounts/sessions.py",
        'return sha256((key or "").encode()).hexdigest()', 'return key or ""',
        "tests/accounts/api/test_sessions.py::test_the_cookie_is_not_stored",
    ),
    Break(
        "The session's cookie", "HttpOnly", SETTINGS,
        "SESSION_COOKIE_HTTPONLY = True", "SESSION_COOKIE_HTTPONLY = False",
        "tests/accounts/services/test_sign_in.py::test_the_session_cookie_is_http_only",
    ),
    Break(
        "The session's cookie", "bound to this host", SETTINGS,
        'PREFIX = "__Host-" if HTTPS else ""', 'PREFIX = ""',
        "tests/charityshop/settings/test_settings.py::test_cookies_redirects_and_hsts_depend_on_the_sites_scheme",
    ),
    Break(
        "Second factor", "requiring it", "accounts/services/sign_in.py",
        "        check_second_factor(user, code, address=address, is_known=is_known)\n", "        pass\n",
        "tests/accounts/services/test_second_factor.py::test_the_password_alone_is_not_enough",
    ),
    Break(
        "Second factor", "the single use of a code", "accounts/services/second_factor.py",
        "filter(pk=factor.pk, last_step__lt=step)", "filter(pk=factor.pk)",
        "tests/accounts/services/test_second_factor.py::test_used_and_older_codes_are_rejected",
    ),
    Break(
        "Second factor", "its limit", "accounts/services/second_factor.py",
        "    count_tries(limits)\n    if not use_code", "    if not use_code",
        "tests/accounts/services/test_second_factor.py::test_wrong_codes_are_throttled_and_missing_ones_are_not",
    ),
    Break(
        "Second factor", "refusing staff without one where it is required", "charityshop/api/permissions.py",
        "    if user.must_set_up_second_factor:\n        raise", "    if False:\n        raise",
        "tests/accounts/services/test_second_factor_required.py::test_staff_without_a_second_factor_can_only_set_it_up",
    ),
    Break(
        "Emailed links", "their expiry after an hour", SETTINGS,
        "PASSWORD_RESET_TIMEOUT = 3600", "PASSWORD_RESET_TIMEOUT = 360000",
        "tests/accounts/services/test_password_link.py::test_a_link_expires_after_one_hour",
    ),
    Break(
        "Emailed links", "their expiry with a changed address", "accounts/tokens.py",
        r"{user.password}\n{user.email}\n", r"{user.password}\n",
        "tests/accounts/services/test_password_link.py::test_a_changed_email_address_invalidates_the_link",
    ),
]  # fmt: skip
