"""Every defense of the shop, with the small change that removes it and the test that has to fail."""

from tests.resilience.breaks.after_sale.changes import AFTER_SALE
from tests.resilience.breaks.cause.goals import MONEY_RAISED
from tests.resilience.breaks.cause.ledger import LEDGER
from tests.resilience.breaks.cause.prices import DISCOUNTED_PRICES
from tests.resilience.breaks.cause.vouchers import VOUCHERS_AND_MEMBERS
from tests.resilience.breaks.change import Break
from tests.resilience.breaks.date_changes import DATE_CHANGES
from tests.resilience.breaks.door.cash import CASH_AT_THE_DOOR
from tests.resilience.breaks.door.log import LOG
from tests.resilience.breaks.door.passes import PASSES
from tests.resilience.breaks.inputs import INPUT
from tests.resilience.breaks.limits import LIMITS
from tests.resilience.breaks.reminders import MESSAGES, REMINDERS
from tests.resilience.breaks.seat_links import SEAT_LINKS
from tests.resilience.breaks.sign_in import SIGN_IN
from tests.resilience.breaks.waiting_list import WAITING_LIST

HEADERS = "tests/charityshop/middleware/test_browser_headers.py"
MATRIX = "tests/security/access/test_matrix.py"
EVERYBODY = f"{MATRIX}::test_everybody_gets_the_status_in_the_matrix"
SETTINGS = "charityshop/settings/__init__.py"

OTHER_SITES = [
    Break(
        "Origin rule", "the check of a request's origin",
        "charityshop/middleware/origin.py",
        "if self.applies_to(request) and not comes_from_this_site(request):", "if False:",
        "tests/charityshop/middleware/test_origin.py::test_other_sites_may_not_post",
    ),
    Break(
        "Origin rule", "the exact match of the webhook's path",
        "charityshop/middleware/origin.py", "request.path not in WEBHOOK_PATHS",
        "not request.path.startswith(WEBHOOK_PATHS)",
        "tests/charityshop/middleware/test_origin.py::test_only_the_webhook_path_is_exempt",
    ),
    Break(
        "Content-Security-Policy", "its middleware", SETTINGS,
        '    "charityshop.middleware.browser_headers.ContentSecurityPolicy",\n', "",
        f"{HEADERS}::test_pages_have_a_strict_csp_with_a_report_uri",
    ),
    Break(
        "Content-Security-Policy", "the ban on inline scripts", "charityshop/security/csp.py",
        '"script-src": [SELF, hash_of(HEAD_SCRIPT), hash_of(LATE_START_SCRIPT)],',
        '"script-src": [SELF, UNSAFE_INLINE],',
        f"{HEADERS}::test_pages_have_a_strict_csp_with_a_report_uri",
    ),
    Break(
        "Content-Security-Policy", "PayPal's hosts only at checkout", "charityshop/security/csp.py",
        "    policy = page_policy(style)\n    if settings.DEBUG:\n        return policy  #",
        "    policy = page_policy(style)\n    if True:\n        return policy  #",
        "tests/e2e/shell/test_page_policy.py::test_a_real_shops_checkout_may_load_paypal_but_not_the_simulator",
    ),
    Break(
        "API responses are never pages", "their content security policy", "charityshop/middleware/browser_headers.py",
        'response["Content-Security-Policy"] = settings.DATA_POLICY', "pass",
        f"{HEADERS}::test_api_responses_have_a_csp_that_forbids_everything",
    ),
    Break(
        "Content types", "the sitemap's charset", "bookings/site/urls.py", "application/xml; charset=utf-8",
        "application/xml",
        f"{HEADERS}::test_every_text_response_declares_utf_8",
    ),
    Break(
        "Cross-Origin-Resource-Policy", "same-origin", "charityshop/middleware/browser_headers.py",
        '"Cross-Origin-Resource-Policy", "same-origin"', '"Cross-Origin-Resource-Policy", "cross-origin"',
        f"{HEADERS}::test_every_response_has_the_security_headers",
    ),
    Break(
        "Cross-Origin-Opener-Policy", "same-origin-allow-popups", SETTINGS,
        'SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin-allow-popups"',
        'SECURE_CROSS_ORIGIN_OPENER_POLICY = "unsafe-none"',
        f"{HEADERS}::test_every_response_has_the_security_headers",
    ),
    Break(
        "frame-ancestors", "on the app's pages", "charityshop/security/csp.py",
        '"frame-ancestors": [NONE],\n        "report-uri"', '"report-uri"',
        f"{HEADERS}::test_responses_cannot_be_framed",
    ),
    Break(
        "X-Frame-Options", "DENY", SETTINGS, 'X_FRAME_OPTIONS = "DENY"', 'X_FRAME_OPTIONS = "SAMEORIGIN"',
        f"{HEADERS}::test_responses_cannot_be_framed",
    ),
    Break(
        "HSTS", "its max-age of one year", SETTINGS,
        "SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0", "SECURE_HSTS_SECONDS = 0",
        "tests/charityshop/settings/test_settings.py::test_cookies_redirects_and_hsts_depend_on_the_sites_scheme",
    ),
    Break(
        "Referrer and permissions policy", "the denied camera",
        "charityshop/middleware/browser_headers.py",
        '"camera", ', "",
        f"{HEADERS}::test_every_response_has_the_security_headers",
    ),
    Break(
        "Open redirect", "the check of a return path after resolving its dots", "frontend/src/lib/redirect.ts",
        '&& !path.startsWith("//") ? path', "? path",
        "frontend/src/lib/redirect.test.ts",
    ),
]  # fmt: skip

RIGHTS = [
    Break(
        "Every URL has a row", "the row of a URL", "charityshop/urls.py",
        "urlpatterns = [\n", 'urlpatterns = [\n    path("api/back-door", lambda request: None),\n',
        f"{MATRIX}::test_every_url_has_a_row",
    ),
    Break(
        "API calls for staff", "refunds", "orders/api/views/orders.py",
        'admin_actions = ("list", "refund", "deliver")', 'admin_actions = ("list", "deliver")',
        f"{EVERYBODY}[Orders and seats]",
    ),
    Break(
        "Object permissions", "on orders", "orders/models/order.py",
        "return self if user.is_staff else self.filter(user=user)", "return self",
        f"{EVERYBODY}[Orders and seats]",
    ),
    Break(
        "Object permissions", "on accounts", "accounts/models.py",
        "return self if user.is_staff else self.filter(pk=user.pk)", "return self",
        f"{EVERYBODY}[Accounts]",
    ),
    Break(
        "Operators", "refusing changes by other staff", "accounts/services/locks.py",
        "return by.is_superuser or not user.is_superuser", "return True",
        "tests/accounts/services/test_operators.py::test_admins_cannot_change_operators",
    ),
    Break(
        "Operators", "reading their row again", "accounts/services/locks.py",
        "if not may_change(user, by=acting or by):", "if not may_change(user, by=by):",
        "tests/accounts/services/test_operators.py::test_an_operator_who_was_just_demoted_is_rejected",
    ),
    Break(
        "Object permissions", "on sessions", "accounts/services/users.py",
        "if not by.sessions.known_as(public_id).delete()[0]:",
        "if not type(by.sessions.all()[0]).objects.known_as(public_id).delete()[0]:",
        "tests/accounts/api/test_sessions.py::test_another_users_session_cannot_be_ended",
    ),
    Break(
        "Object permissions", "on emails", "charityshop/erasure.py",
        "return OutgoingMail.objects.filter(owner_id=owner_id)", "return OutgoingMail.objects.all()",
        "tests/orders/api/test_personal_data_ownership.py::test_a_reused_address_exports_nothing_of_its_former_user",
    ),
    Break(
        "Object permissions", "on audit log entries", "charityshop/erasure.py",
        "LogEntry.objects.filter(own | about)", "LogEntry.objects.all()",
        "tests/orders/api/test_personal_data_ownership.py::test_deleting_an_account_with_a_reused_address_changes_nothing_of_its_former_user",
    ),
    Break(
        "Object permissions", "on drafts", "bookings/api/views/events.py",
        "event_selectors.list_events(to_admin=acts_as_admin(self.request.user))",
        "event_selectors.list_events(to_admin=True)",
        f"{EVERYBODY}[Events and images]",
    ),
    Break(
        "Object permissions", "on drafts' pages", "bookings/site/pages.py",
        "Event.objects.published().filter(public_id=public_id)", "Event.objects.filter(public_id=public_id)",
        "tests/e2e/shell/test_event_pages.py::test_a_hidden_event_is_a_404_without_data",
    ),
    Break(
        "Mass assignment", "refusing rights on one's own account", "accounts/services/users.py",
        "    if not by.is_staff and (user.pk != by.pk", "    if False and (user.pk != by.pk",
        "tests/security/access/test_mass_assignment.py::test_rights_on_ones_own_account_are_refused",
    ),
    Break(
        "Mass assignment", "the allowed fields of a profile", "accounts/api/serializers/accounts.py",
        "    email = EmailField(required=False)\n",
        '    email = EmailField(required=False)\n    password = PasswordField("", required=False)\n',
        "tests/security/access/test_mass_assignment.py::test_changing_a_profile_grants_no_rights",
    ),
    Break(
        "Flagged users are confined", "the forced password reset", "charityshop/api/permissions.py",
        "    if user.requires_password_reset:\n        raise", "    if False:\n        raise",
        "tests/security/access/test_mass_assignment.py::test_flagged_and_deactivated_users_cannot_read_their_own_data",
    ),
    Break(
        "Unknown methods", "their refusal", "charityshop/middleware/methods.py",
        "if request.method in self.METHODS:", "if True:",
        f"{MATRIX}::test_unknown_methods_are_refused_everywhere",
    ),
    Break(
        "Safe methods change nothing", "the allowed methods of feeds", "bookings/site/feeds.py", "@require_safe\n", "",
        f"{EVERYBODY}[Pages]",
    ),
    Break(
        "Safe methods change nothing", "downloads only from the shop's own pages", "charityshop/api/permissions.py",
        "if not comes_from_this_site(request):", "if False:",
        "tests/security/access/test_reading.py::test_another_sites_page_starts_no_download_and_adds_no_audit_entry",
    ),
    Break(
        "Safe methods change nothing", "the method that ends sessions", "accounts/api/urls.py",
        '{"get": "list", "delete": "end_others"}', '{"get": "end_others", "delete": "end_others"}',
        "tests/security/access/test_reading.py::test_safe_methods_write_at_most_an_audit_entry_and_when_the_session_was_seen",
    ),
    Break(
        "The audit log", "refusing changes of its entries", "charityshop/audit.py",
        "if not instance._state.adding:", "if False:",
        "tests/orders/services/test_audit.py::test_an_entry_is_never_changed_or_deleted",
    ),
]  # fmt: skip

BREAKS = [*OTHER_SITES, *SIGN_IN, *RIGHTS, *INPUT, *LIMITS, *MESSAGES, *REMINDERS, *SEAT_LINKS, *WAITING_LIST]
BREAKS += [*DATE_CHANGES, *AFTER_SALE, *PASSES, *LOG]
BREAKS += [*CASH_AT_THE_DOOR, *MONEY_RAISED, *LEDGER, *DISCOUNTED_PRICES, *VOUCHERS_AND_MEMBERS]
