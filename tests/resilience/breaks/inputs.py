"""Defenses of input and output: uploads, request bodies, texts, logs, and a start with safe settings."""

from tests.resilience.breaks.change import Break

SETTINGS = "charityshop/settings/__init__.py"

INPUT = [
    Break(
        "Uploads", "the allowed formats", "charityshop/images/processing.py",
        'FORMATS = ("JPEG", "PNG", "WEBP", "AVIF")', 'FORMATS = ("JPEG", "PNG", "WEBP", "AVIF", "GIF")',
        "tests/events/test_images_refused.py::test_other_files_are_rejected_with_a_message_and_nothing_is_stored",
    ),
    Break(
        "Uploads", "the size limit", "charityshop/images/processing.py",
        "    if len(content) > MAX_BYTES:", "    if False:",
        "tests/events/test_images_refused.py::test_other_files_are_rejected_with_a_message_and_nothing_is_stored",
    ),
    Break(
        "Uploads", "the limit on pixels", "charityshop/images/processing.py",
        "if max(image.size) > MAX_SIDE or image.width * image.height > MAX_PIXELS:", "if False:",
        "tests/events/test_images_refused.py::test_other_files_are_rejected_with_a_message_and_nothing_is_stored",
    ),
    Break(
        "Uploads", "storing only pixels", "charityshop/images/processing.py",
        "    return on_white(decode_with_alpha(content, min_side=min_side))",
        "    return decode_with_alpha(content, min_side=min_side)",
        "tests/events/test_images.py::test_comments_and_bytes_appended_to_the_image_are_removed",
    ),
    Break(
        "Serving images", "the check of file names", "events/site/media.py",
        "if not NAME.fullmatch(name) or not default_storage.exists(name):",
        "if not default_storage.exists(name):",
        "tests/events/site/test_media.py::test_only_images_in_the_storage_are_found",
    ),
    Break(
        "Spreadsheets", "escaping formulas", "charityshop/api/csv_export.py",
        """return f"'{text}" if""", 'return f"{text}" if',
        "tests/security/attacks/test_texts.py::test_no_cell_is_a_formula",
    ),
    Break(
        "Spreadsheets", "replacing other programs' separators", "charityshop/api/csv_export.py",
        """text.replace(";", ",").split()""", "text.split()",
        "tests/orders/api/test_csv_export.py::test_no_text_starts_a_formula_with_any_separator",
    ),
    Break(
        "Emails", "the single line of addresses and subjects", "charityshop/mail/outbox.py",
        "    if any(unicodedata.category(character) in LINE_ENDS for character in to + subject):", "    if False:",
        "tests/charityshop/mail/test_outbox.py::test_line_breaks_in_headers_are_rejected",
    ),
    Break(
        "Names in emails", "the check for links", "charityshop/mail/rendering.py",
        "if not name or has_link(name) else", "if not name else",
        "tests/accounts/test_mails.py::test_names_with_links_are_omitted_from_emails",
    ),
    Break(
        "Names in emails", "invisible combining marks", "charityshop/text.py",
        'not in ("Cf", "Mn")', 'not in ("Cf",)',
        "tests/accounts/test_mails.py::test_names_with_links_are_omitted_from_emails",
    ),
    Break(
        "Names in emails", "removing line breaks", "charityshop/mail/rendering.py",
        "name = one_printable_line(first_name)", "name = first_name",
        "tests/accounts/test_mails.py::test_stored_names_with_line_breaks_add_no_lines_to_emails",
    ),
    Break(
        "Calendars", "the single line of a name", "bookings/ical/feed.py",
        "name=one_printable_line(event.name)", "name=event.name",
        "tests/bookings/ical/test_feed.py::test_no_text_of_an_event_breaks_out_of_its_line",
    ),
    Break(
        "Pages", "escaping data in scripts", "charityshop/spa/page.py",
        "json.dumps(data, cls=JSONEncoder).translate(ESCAPES)", "json.dumps(data, cls=JSONEncoder)",
        "tests/e2e/shell/test_event_pages.py::test_texts_of_events_are_escaped_in_pages",
    ),
    Break(
        "Logs", "the single line of a message", "charityshop/observability/log_format.py",
        "record.message = escape_controls(mask_link_tokens(record.message))", "pass",
        "tests/charityshop/observability/test_log_format.py::test_control_characters_are_escaped",
    ),
    Break(
        "Logs", "removing query strings", "charityshop/observability/log_format.py",
        '{"U": environ.get("RAW_URI", "-").partition("?")[0]}', '{"U": environ.get("RAW_URI", "-")}',
        "tests/e2e/edge/test_quiet_logs.py::test_the_logs_contain_no_secrets",
    ),
    Break(
        "The security log", "sign-ins", "accounts/services/sign_in.py",
        'security_log.note("signed_in", user=user', 'dict(event="signed_in", user=user',
        "tests/charityshop/observability/test_security_log.py::test_a_sign_in_is_logged_with_user_and_method",
    ),
    Break(
        "The security log", "refused sign-ins", "accounts/services/sign_in.py",
        'security_log.note_refusal("sign_in_refused", user=meant', 'dict(event="sign_in_refused", user=meant',
        "tests/charityshop/observability/test_security_log.py::test_a_failed_sign_in_is_logged_with_account_and_address",
    ),
    Break(
        "The security log", "refusals", SETTINGS, '    "charityshop.observability.security_log.LogRefusals",\n', "",
        "tests/charityshop/observability/test_security_log.py::test_forbidden_requests_are_logged_with_the_user",
    ),
    Break(
        "The security log", "requests that no honest client sends", "charityshop/observability/security_log.py",
        "            or code in self.MALFORMED\n", "",
        "tests/charityshop/observability/test_security_log.py::test_malformed_bodies_are_logged",
    ),
    Break(
        "The security log", "quoting values", "charityshop/observability/security_log.py",
        "return text if PLAIN.fullmatch(text) else json.dumps(text)", "return text",
        "tests/charityshop/observability/test_security_log.py::test_values_cannot_inject_other_values",
    ),
    Break(
        "PayPal's webhooks", "their signature", "orders/services/payments/verify_webhook.py",
        "    if not is_genuine:", "    if False:",
        "tests/orders/services/payments/test_handle_webhook.py::test_a_forged_webhook_is_refused_and_not_stored",
    ),
    Break(
        "PayPal's webhooks", "verifying their original bytes", "orders/paypal/webhook_signature.py",
        "' + body + b", "' + json.dumps(json.loads(body)).encode() + b",
        "tests/orders/services/payments/test_verify_webhook.py::test_a_genuine_webhook_is_processed_however_its_json_is_written",
    ),
    Break(
        "PayPal's webhooks", "the limit on failed verifications", "orders/services/payments/verify_webhook.py",
        "if counts().read(by_address) >= MAX_FAILED_BY_ADDRESS or not count_verification(by_all, limit=MAX_FAILED):",
        "if False:",
        "tests/orders/services/payments/test_verify_webhook.py::test_five_hundred_forged_webhooks_cause_at_most_sixty_calls",
    ),
    Break(
        "PayPal's webhooks", "retrying one that could not be processed", "orders/services/payments/handle_webhook.py",
        "raise NotFinished(str(unclear)) from unclear", "pass",
        "tests/orders/services/payments/test_verify_webhook.py::test_a_webhook_that_cannot_be_processed_stays_stored_until_it_is",
    ),
    Break(
        "Background jobs", "continuing after a row that fails", "charityshop/db/retries.py",
        "    except Exception as problem:", "    except ZeroDivisionError as problem:",
        "tests/orders/services/test_retries.py::test_a_row_that_cannot_be_written_does_not_stop_the_next_one",
    ),
    Break(
        "Untrusted peers", "the web server's distrust of their headers", "gunicorn.conf.py",
        'forwarded_allow_ips = ""', 'forwarded_allow_ips = "127.0.0.1"',
        "tests/e2e/edge/test_untrusted_headers.py::test_clients_cannot_claim_https",
    ),
    Break(
        "NUL characters", "in a path", "charityshop/middleware/nul.py",
        "if NUL in request.path:", "if False:",
        "tests/charityshop/middleware/test_nul.py::test_a_nul_in_a_page_path_is_a_404",
    ),
    Break(
        "NUL characters", "in a query or a header", "charityshop/middleware/nul.py",
        'if NUL in query or "%00" in query or any(NUL in value for value in headers):', "if False:",
        "tests/charityshop/middleware/test_nul.py::test_a_nul_in_an_api_query_is_a_400_that_names_the_parameter",
    ),
    Break(
        "Searches in the admin", "their limit", "charityshop/admin/search.py",
        "if len(term) > MAX_SEARCH_CHARACTERS or len(list(smart_split(term))) > MAX_SEARCH_TERMS:", "if False:",
        "tests/e2e/console/test_search.py::test_a_search_that_is_too_long_is_a_400_with_a_message",
    ),
    Break(
        "Actions in the admin", "the check of row IDs", "charityshop/admin/search.py",
        "for key in request.POST.getlist(ACTION_CHECKBOX_NAME):", "for key in ():",
        "tests/e2e/console/test_search.py::test_an_action_on_an_invalid_key_is_a_400",
    ),
    Break(
        "Request bodies", "their length, before reading", "charityshop/middleware/body_limit.py",
        "if length.isdecimal() and int(length) > settings.MAX_BODY_BYTES:", "if False:",
        "tests/e2e/edge/test_edge_limits.py::test_a_large_body_is_rejected_without_reading_it",
    ),
    Break(
        "Request bodies", "refusing chunked ones", "charityshop/middleware/body_limit.py",
        'if "HTTP_TRANSFER_ENCODING" in request.META:', "if False:",
        "tests/e2e/edge/test_edge_limits.py::test_malformed_and_oversized_requests_are_rejected",
    ),
    Break(
        "Request bodies", "their length, in Django", "charityshop/settings/static.py",
        "DATA_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024", "DATA_UPLOAD_MAX_MEMORY_SIZE = None",
        "tests/charityshop/api/test_errors.py::test_a_body_that_is_too_large_is_a_413",
    ),
    Break(
        "Request bodies", "refusing duplicate keys", "charityshop/api/parsers.py",
        "if len(found) < len(pairs):", "if False:",
        "tests/charityshop/api/test_errors.py::test_malformed_json_is_a_400",
    ),
    Break(
        "Request bodies", "refusing NUL characters", "charityshop/api/parsers.py", r'if "\x00" in text:', "if False:",
        "tests/charityshop/api/test_errors.py::test_malformed_json_is_a_400",
    ),
    Break(
        "Request bodies", "their depth", "charityshop/api/parsers.py", "    if depth == 0:", "    if False:",
        "tests/charityshop/api/test_errors.py::test_malformed_json_is_a_400",
    ),
    Break(
        "Private responses", "the ban on caching them", "charityshop/middleware/cache_control.py",
        'response["Cache-Control"] = "private, no-store"', "pass",
        "tests/charityshop/middleware/test_cache_control.py",
    ),
    Break(
        "Private responses", "the ban on shared caches for signed-in users",
        "charityshop/middleware/cache_control.py",
        "patch_cache_control(response, private=True)", "pass",
        "tests/charityshop/middleware/test_cache_control.py::test_responses_to_signed_in_users_are_private",
    ),
    Break(
        "Private responses", "no caching for signed-in users in the process", "bookings/response_cache.py",
        "is_anonymous = settings.SESSION_COOKIE_NAME not in request.COOKIES",
        "is_anonymous = True",
        "tests/security/access/test_caches.py::test_caches_contain_no_personal_data",
    ),
    Break(
        "Private responses", "hashing the subjects of throttles", "charityshop/api/throttling.py",
        'return salted_hmac("throttling", f"{self.kind}\\n{self.subject}\\n{window}", algorithm="sha256").hexdigest()',
        'return f"{self.kind} {self.subject} {window}".replace("\\n", " ")[:64]',
        "tests/security/access/test_caches.py::test_caches_contain_no_personal_data",
    ),
    Break(
        "A visitor's address", "trusting only known proxies", "charityshop/middleware/proxies.py",
        "        if self.trusts(peer):", "        if True:",
        "tests/charityshop/middleware/test_proxies.py::test_headers_of_untrusted_peers_are_ignored",
    ),
    Break(
        "A visitor's address", "ignoring forwarded addresses from visitors", "charityshop/middleware/proxies.py",
        "next((hop for hop in reversed(hops) if not self.trusts(hop)), peer)", "hops[0] if hops else peer",
        "tests/e2e/edge/test_behind_a_proxy.py",
    ),
    Break(
        "Errors reveal no details", "the message of an unexpected error", "charityshop/middleware/json_errors.py",
        "message, code = MESSAGES.get(response.status_code, DEFAULT_MESSAGE)",
        "message, code = response.content.decode(), 'server_error'",
        "tests/charityshop/api/test_failures.py",
    ),
    Break(
        "Production starts safely", "refusing well-known passwords", "charityshop/security/credential_checks.py",
        "    if not settings.PRODUCTION:", "    if True:",
        "tests/charityshop/security/test_credential_checks.py::test_well_known_passwords_stop_the_start_and_are_not_shown",
    ),
    Break(
        "Production starts safely", "the warning about emails that reach nobody", "charityshop/checks.py",
        "if settings.DEMO or module not in NOT_SENDING:", "if True:",
        "tests/charityshop/settings/test_settings.py::test_a_shop_without_a_mail_server_gets_a_warning_or_error",
    ),
    Break(
        "Production starts safely", "refusing DEBUG", SETTINGS,
        "    if DEBUG:\n        raise", "    if False:\n        raise",
        "tests/charityshop/settings/test_settings.py::test_production_does_not_start_with_unsafe_settings",
    ),
]  # fmt: skip
