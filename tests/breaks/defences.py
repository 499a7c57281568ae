"""Every defence of the shop, with the one small change that takes it away and the tests that have to notice."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Break:
    """In `file` the text `old`, which stands there exactly once, becomes `new`; then `test` has to fail."""

    defence: str
    taken_away: str  # in words
    file: str
    old: str
    new: str
    test: str  # what pytest, or for the browser app vitest, is given


HEADERS = "tests/charityshop/test_headers.py"
MATRIX = "tests/access/test_who_may_do_what.py"
EVERYBODY = f"{MATRIX}::test_everybody_gets_what_the_table_says"
SETTINGS = "charityshop/settings.py"

OTHER_SITES = [
    Break(
        "Origin rule", "the look at where a call comes from",
        "charityshop/middleware.py", "if self.guards(request) and not self.comes_from_here(request):", "if False:",
        "tests/charityshop/test_origin_rule.py::test_other_sites_may_not_post",
    ),
    Break(
        "Origin rule", "any path is exempt that begins like the webhook's",
        "charityshop/middleware.py", "request.path not in WEBHOOK_PATHS",
        "not request.path.startswith(WEBHOOK_PATHS)",
        "tests/charityshop/test_origin_rule.py::test_the_webhooks_exemption_covers_the_webhook_alone",
    ),
    Break(
        "Content-Security-Policy", "its middleware", SETTINGS, '    "charityshop.headers.PagePolicy",\n', "",
        f"{HEADERS}::test_a_pages_policy_is_strict_and_says_where_to_report",
    ),
    Break(
        "Content-Security-Policy", "no inline scripts", "charityshop/shell_policy.py",
        '"script-src": [SELF, hash_of(THEME_SCRIPT), hash_of(LATE_START_SCRIPT)],',
        '"script-src": [SELF, UNSAFE_INLINE],',
        f"{HEADERS}::test_a_pages_policy_is_strict_and_says_where_to_report",
    ),
    Break(
        "Content-Security-Policy", "PayPal's hosts at checkout alone", "charityshop/shell_policy.py",
        "    policy = shell_policy()\n    if settings.DEBUG:\n        return policy  #",
        "    policy = shell_policy()\n    if True:\n        return policy  #",
        "tests/shell/test_pages.py::test_a_real_shops_checkout_may_load_paypal_and_no_simulator",
    ),
    Break(
        "Data is never a page", "the policy of answers under /api", "charityshop/headers.py",
        'response["Content-Security-Policy"] = self.NOTHING', "pass",
        f"{HEADERS}::test_data_is_never_a_page",
    ),
    Break(
        "Cross-Origin-Resource-Policy", "same-origin", "charityshop/headers.py",
        '"Cross-Origin-Resource-Policy", "same-origin"', '"Cross-Origin-Resource-Policy", "cross-origin"',
        f"{HEADERS}::test_every_answer_carries_the_rules",
    ),
    Break(
        "Cross-Origin-Opener-Policy", "same-origin-allow-popups", SETTINGS,
        'SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin-allow-popups"',
        'SECURE_CROSS_ORIGIN_OPENER_POLICY = "unsafe-none"',
        f"{HEADERS}::test_every_answer_carries_the_rules",
    ),
    Break(
        "frame-ancestors", "from the app's pages", "charityshop/shell_policy.py",
        '"frame-ancestors": [NONE],\n        "report-uri"', '"report-uri"',
        f"{HEADERS}::test_nobody_frames_an_answer",
    ),
    Break(
        "X-Frame-Options", "DENY", SETTINGS, 'X_FRAME_OPTIONS = "DENY"', 'X_FRAME_OPTIONS = "SAMEORIGIN"',
        f"{HEADERS}::test_nobody_frames_an_answer",
    ),
    Break(
        "HSTS", "its year", SETTINGS,
        "SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0", "SECURE_HSTS_SECONDS = 0",
        "tests/charityshop/test_settings.py::test_cookies_redirects_and_hsts_follow_the_scheme_of_the_site",
    ),
    Break(
        "Referrer and permissions policy", "camera from what is never asked for", "charityshop/headers.py",
        '"camera", ', "",
        f"{HEADERS}::test_every_answer_carries_the_rules",
    ),
    Break(
        "Open redirect", "the look at a way back once its dots are resolved", "frontend/src/lib/redirect.ts",
        '&& !path.startsWith("//") ? path', "? path",
        "frontend/src/lib/redirect.test.ts",
    ),
]  # fmt: skip

SIGN_IN = [
    Break(
        "Throttle of sign-in", "counting tries", "accounts/services.py",
        "        spend_all(limits)\n        slow_down(email)", "        slow_down(email)",
        "tests/accounts/test_sign_in_limits.py::test_after_too_many_failures_on_one_account_the_address_has_to_wait",
    ),
    Break(
        "Throttle of sign-in", "an address that signed in before is let in", "accounts/services.py",
        "known = person is not None and person.places.filter(place=place_of(person, address)).exists()",
        "known = False",
        "tests/accounts/test_sign_in_limits.py::test_an_address_that_signed_in_before_is_not_shut_out",
    ),
    Break(
        "Throttle of registering", "its limit", "accounts/services.py",
        '    Limit.of("register", address).spend()\n', "",
        "tests/accounts/test_registering.py::test_more_than_the_limit_of_registrations_an_hour_from_one_address_are_refused",
    ),
    Break(
        "Throttle of letters", "its limit", "accounts/views.py",
        '        Limit.of("forgot_password", address_of(request)).spend()\n', "",
        "tests/accounts/test_forgotten_password.py::test_more_than_the_limit_of_letters_an_hour_from_one_address_are_refused",
    ),
    Break(
        "One time for known and unknown addresses", "hashing for nobody", "accounts/services.py",
        "        make_password(password)\n        return False", "        return False",
        "tests/accounts/test_signing_in.py::test_an_unknown_address_takes_about_as_long_as_a_wrong_password",
    ),
    Break(
        "Breached passwords", "their list", SETTINGS,
        '    {"NAME": "accounts.breached.BreachedPasswordValidator"},\n', "",
        "tests/accounts/test_breached_passwords.py::test_it_is_refused_wherever_a_password_is_set",
    ),
    Break(
        "Words of the shop as passwords", "their list", SETTINGS,
        '    {"NAME": "accounts.own_words.OwnWordsValidator"},\n', "",
        "tests/accounts/test_own_words.py::test_it_is_said_at_the_field",
    ),
    Break(
        "Session rotation", "a new key at sign-in", "accounts/sessions.py",
        "    login(request, person)\n", "    request.session.cycle_key = lambda: None\n    login(request, person)\n",
        "tests/accounts/test_signing_in.py::test_signing_in_changes_the_session_key",
    ),
    Break(
        "Sessions end", "at signing out", "accounts/views.py",
        '        logout(request._request)\n        return said("Signed out.")', '        return said("Signed out.")',
        "tests/accounts/test_signing_in.py::test_after_logout_the_old_cookie_opens_nothing",
    ),
    Break(
        "Sessions end", "with a new password", "accounts/passwords.py",
        "    person.requires_password_reset = False\n    person.end_sessions()\n",
        "    person.requires_password_reset = False\n",
        "tests/accounts/test_own_sessions.py::test_whoever_leaves_everywhere_leaves_no_session_behind",
    ),
    Break(
        "Sessions end", "with a switched-off account", "accounts/services.py",
        "    if not person.is_active and before[2]:", "    if False:",
        "tests/accounts/test_deactivating.py::test_a_reactivated_person_may_sign_in_but_old_sessions_stay_dead",
    ),
    Break(
        "Switched-off accounts", "no way back in", "accounts/services.py",
        "    if not person.is_active:\n        raise Forbidden", "    if False:\n        raise Forbidden",
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
        "tests/charityshop/test_settings.py::test_cookies_redirects_and_hsts_follow_the_scheme_of_the_site",
    ),
    Break(
        "Second factor", "asking for it", "accounts/signing_in.py",
        "        check_second_factor(person, code, address=address, is_known=is_known)\n", "        pass\n",
        "tests/accounts/test_second_factor.py::test_the_password_alone_does_not_open_the_account",
    ),
    Break(
        "Second factor", "a code is good once", "accounts/second_factor.py",
        "filter(pk=factor.pk, last_step__lt=step)", "filter(pk=factor.pk)",
        "tests/accounts/test_second_factor.py::test_a_used_code_is_good_no_more_and_neither_are_older_ones",
    ),
    Break(
        "Second factor", "its limit", "accounts/second_factor.py",
        "    spend_all(limits)\n    if not spend_code", "    if not spend_code",
        "tests/accounts/test_second_factor.py::test_guessing_codes_runs_into_a_limit_and_missing_ones_do_not",
    ),
    Break(
        "Second factor", "where it is a must, staff do nothing without", "charityshop/permissions.py",
        "    if user.must_set_up_second_factor:\n        raise", "    if False:\n        raise",
        "tests/accounts/test_second_factor.py::test_staff_without_one_set_it_up_and_do_nothing_else",
    ),
    Break(
        "Mailed links", "their hour", SETTINGS,
        "PASSWORD_RESET_TIMEOUT = 3600", "PASSWORD_RESET_TIMEOUT = 360000",
        "tests/accounts/test_forgotten_password.py::test_a_link_lives_one_hour",
    ),
    Break(
        "Mailed links", "dying with the address they were sent to", "accounts/tokens.py",
        r"{user.password}\n{user.email}\n", r"{user.password}\n",
        "tests/accounts/test_forgotten_password.py::test_a_link_dies_when_the_email_address_changes",
    ),
]  # fmt: skip

RIGHTS = [
    Break(
        "Every URL has a row", "a URL without one", "charityshop/urls.py",
        "urlpatterns = [\n", 'urlpatterns = [\n    path("api/back-door", lambda request: None),\n',
        f"{MATRIX}::test_every_url_has_a_row",
    ),
    Break(
        "Calls for staff", "refunds are", "orders/views.py",
        'for_admins = ("list", "refund", "deliver")', 'for_admins = ("list", "deliver")',
        f"{EVERYBODY}[Orders and seats]",
    ),
    Break(
        "Whose object it is", "of orders", "orders/models.py",
        "return self if user.is_staff else self.filter(user=user)", "return self",
        f"{EVERYBODY}[Orders and seats]",
    ),
    Break(
        "Whose object it is", "of accounts", "accounts/models.py",
        "return self if user.is_staff else self.filter(pk=user.pk)", "return self",
        f"{EVERYBODY}[Accounts]",
    ),
    Break(
        "Whose object it is", "of sessions", "accounts/services.py",
        "if not by.sessions.known_as(public_id).delete()[0]:",
        "if not type(by.sessions.all()[0]).objects.known_as(public_id).delete()[0]:",
        "tests/accounts/test_own_sessions.py::test_nobody_ends_somebody_elses_session",
    ),
    Break(
        "Whose object it is", "of drafts", "bookings/views.py",
        "programme.visible_events(to_admin=acts_as_admin(self.request.user))",
        "programme.visible_events(to_admin=True)",
        f"{EVERYBODY}[Nights and pictures]",
    ),
    Break(
        "Whose object it is", "of drafts' pages", "bookings/pages.py",
        "Event.objects.published().filter(public_id=public_id)", "Event.objects.filter(public_id=public_id)",
        "tests/shell/test_pages.py::test_a_hidden_event_has_no_page_and_tells_nothing",
    ),
    Break(
        "Mass assignment", "nobody gives themselves rights", "accounts/services.py",
        "    if not by.is_staff and (person.pk != by.pk", "    if False and (person.pk != by.pk",
        "tests/access/test_mass_assignment.py::test_rights_on_ones_own_account_are_refused",
    ),
    Break(
        "Mass assignment", "a profile's fields are those of its form", "accounts/serializers.py",
        "    email = EmailField(required=False)\n",
        '    email = EmailField(required=False)\n    password = PasswordField("", required=False)\n',
        "tests/access/test_mass_assignment.py::test_nobody_gives_themselves_rights_by_their_profile",
    ),
    Break(
        "Flagged people are confined", "a forced reset", "charityshop/permissions.py",
        "    if user.requires_password_reset:\n        raise", "    if False:\n        raise",
        "tests/access/test_mass_assignment.py::test_flagged_and_switched_off_people_do_not_even_reach_what_is_theirs",
    ),
    Break(
        "Methods that nobody knows", "their refusal", "charityshop/middleware.py",
        "if request.method in self.METHODS:", "if True:",
        f"{MATRIX}::test_methods_that_nobody_knows_are_refused_everywhere",
    ),
    Break(
        "Reading changes nothing", "feeds are to be read alone", "bookings/feeds.py", "@require_safe\n", "",
        f"{EVERYBODY}[Pages]",
    ),
    Break(
        "The audit trail", "nothing in it is changed", "charityshop/audit.py",
        "if not instance._state.adding:", "if False:",
        "tests/orders/test_audit.py::test_an_entry_is_never_changed_or_deleted",
    ),
]  # fmt: skip

INPUT = [
    Break(
        "Uploads", "what a file is", "charityshop/pictures.py",
        'FORMATS = ("JPEG", "PNG", "WEBP", "AVIF")', 'FORMATS = ("JPEG", "PNG", "WEBP", "AVIF", "GIF")',
        "tests/events/test_images.py::test_other_files_are_refused_with_a_sentence_and_leave_nothing_behind",
    ),
    Break(
        "Uploads", "how many bytes", "charityshop/pictures.py",
        "    if len(content) > MOST_BYTES:", "    if False:",
        "tests/events/test_images.py::test_other_files_are_refused_with_a_sentence_and_leave_nothing_behind",
    ),
    Break(
        "Uploads", "how many pixels", "charityshop/pictures.py",
        "if max(picture.size) > LONGEST_SIDE or picture.width * picture.height > MOST_PIXELS:", "if False:",
        "tests/events/test_images.py::test_other_files_are_refused_with_a_sentence_and_leave_nothing_behind",
    ),
    Break(
        "Uploads", "only pixels are kept", "charityshop/pictures.py",
        "    return on_white(decode_with_gaps(content))", "    return decode_with_gaps(content)",
        "tests/events/test_images.py::test_a_comment_and_what_hides_behind_a_picture_are_gone",
    ),
    Break(
        "Pictures on their way out", "only names of the shop's are looked up", "events/media.py",
        "if not NAME.fullmatch(name) or not default_storage.exists(name):",
        "if not default_storage.exists(name):",
        "tests/events/test_media.py::test_nothing_but_pictures_of_the_storage_is_found",
    ),
    Break(
        "Spreadsheets", "formulas are texts", "orders/spreadsheets.py",
        """return f"'{text}" if""", 'return f"{text}" if',
        "tests/attacks/test_texts.py::test_no_cell_is_a_formula",
    ),
    Break(
        "Mails", "an address and a subject are one line", "charityshop/outbox.py",
        "    if any(unicodedata.category(character) in LINE_ENDS for character in to + subject):", "    if False:",
        "tests/charityshop/test_outbox.py::test_nobody_smuggles_a_header_in",
    ),
    Break(
        "Calendars", "a name is one line", "bookings/calendar_feed.py",
        "name=one_printable_line(event.name)", "name=event.name",
        "tests/bookings/test_calendar_feed.py::test_no_text_of_an_event_breaks_out_of_its_line",
    ),
    Break(
        "Pages", "texts in scripts are inert", "charityshop/shell.py",
        "json.dumps(data, cls=JSONEncoder).translate(INERT)", "json.dumps(data, cls=JSONEncoder)",
        "tests/shell/test_pages.py::test_no_text_of_an_event_breaks_out_of_the_page",
    ),
    Break(
        "Logs", "a message is one line", "charityshop/logs.py",
        "record.message = visible(record.message)", "pass",
        "tests/charityshop/test_logs.py::test_no_text_ends_a_line_or_moves_the_cursor",
    ),
    Break(
        "Logs", "addresses without their query", "charityshop/logs.py",
        '{"U": environ.get("RAW_URI", "-").partition("?")[0]}', '{"U": environ.get("RAW_URI", "-")}',
        "tests/edge/test_quiet_logs.py::test_no_log_tells_a_secret",
    ),
    Break(
        "The security log", "sign-ins", "accounts/signing_in.py",
        'security_log.note("signed_in", person=person', 'dict(event="signed_in", person=person',
        "tests/charityshop/test_security_log.py::test_a_sign_in_is_a_line_with_the_person_and_how",
    ),
    Break(
        "The security log", "refused sign-ins", "accounts/signing_in.py",
        'security_log.note_refusal("sign_in_refused", person=meant', 'dict(event="sign_in_refused", person=meant',
        "tests/charityshop/test_security_log.py::test_a_refused_one_says_whose_account_was_meant_and_from_where",
    ),
    Break(
        "The security log", "refusals", SETTINGS, '    "charityshop.security_log.LogRefusals",\n', "",
        "tests/charityshop/test_security_log.py::test_what_somebody_may_not_do_is_told_with_who_they_are",
    ),
    Break(
        "The security log", "values in quotes", "charityshop/security_log.py",
        "return text if PLAIN.fullmatch(text) else json.dumps(text)", "return text",
        "tests/charityshop/test_security_log.py::test_nobody_adds_a_value_of_their_own",
    ),
    Break(
        "PayPal's messages", "their signature", "orders/services/webhooks.py",
        "    if not is_genuine(headers, event):", "    if False:",
        "tests/orders/test_webhooks.py::test_a_forged_message_is_refused_and_not_stored",
    ),
    Break(
        "Bodies", "their length, at the edge", "charityshop/arriving.py",
        "if length > LONGEST_BODY:", "if False:",
        "tests/edge/test_edge_limits.py::test_a_hundred_megabytes_are_refused_after_the_head_and_not_stored",
    ),
    Break(
        "Bodies", "their length, inside", SETTINGS,
        "DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024", "DATA_UPLOAD_MAX_MEMORY_SIZE = None",
        "tests/charityshop/test_api_errors.py::test_a_body_that_is_too_large_is_a_413",
    ),
    Break(
        "Bodies", "a key that comes twice", "charityshop/parsers.py",
        "if len(found) < len(pairs):", "if False:",
        "tests/charityshop/test_api_errors.py::test_what_no_honest_client_sends_is_a_400",
    ),
    Break(
        "Bodies", "what cannot be stored", "charityshop/parsers.py", r'if "\x00" in text:', "if False:",
        "tests/charityshop/test_api_errors.py::test_what_no_honest_client_sends_is_a_400",
    ),
    Break(
        "Bodies", "how deep they are", "charityshop/parsers.py", "    if depth == 0:", "    if False:",
        "tests/charityshop/test_api_errors.py::test_what_no_honest_client_sends_is_a_400",
    ),
    Break(
        "Private answers", "nobody on the way keeps them", "charityshop/middleware.py",
        'response["Cache-Control"] = "private, no-store"', "pass",
        "tests/charityshop/test_private_answers.py",
    ),
    Break(
        "Slow clients", "the shop's worker; gunicorn's own in its place", "charityshop/web_server.py",
        'worker_class = "charityshop.patient_worker.PatientWorker"', 'worker_class = "gthread"',
        "tests/edge/test_slow_clients.py::test_requests_that_never_end_keep_nobody_waiting",
    ),
    Break(
        "A visitor's address", "only our proxies say it", "charityshop/middleware.py",
        "        if self.trusts(peer):", "        if True:",
        "tests/charityshop/test_proxies.py::test_a_stranger_cannot_choose_their_address_or_claim_https",
    ),
    Break(
        "Failures tell no detail", "the words of an unexpected one", "charityshop/middleware.py",
        "message, code = WORDS.get(response.status_code, DEFAULT_WORDS)",
        "message, code = response.content.decode(), 'server_error'",
        "tests/charityshop/test_failures.py",
    ),
    Break(
        "Production starts safely", "mails that reach nobody are told of", "charityshop/checks.py",
        "if settings.DEMO or module not in GOES_NOWHERE:", "if True:",
        "tests/charityshop/test_settings.py::test_a_shop_whose_mails_reach_nobody_is_told_so",
    ),
    Break(
        "Production starts safely", "DEBUG is refused", SETTINGS,
        "    if DEBUG:\n        raise", "    if False:\n        raise",
        "tests/charityshop/test_settings.py::test_production_refuses_what_is_not_safe",
    ),
]  # fmt: skip

BREAKS = [*OTHER_SITES, *SIGN_IN, *RIGHTS, *INPUT]
