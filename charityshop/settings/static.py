"""Settings that no environment variable changes, in Django's order."""

from pathlib import Path
from typing import Any

from csp.constants import NONE, SELF

# --- Security ------------------------------------------------------------------------------------------------------

FORCE_SCRIPT_NAME = ""  # the shop is at the root of its host, whatever a proxy's headers say
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"  # needs no cookie
DEMO_PASSWORD = "cards and kettles"  # noqa: S105  # of the demo accounts; public, so it is valid in demo mode only
MAX_BODY_BYTES = 11 * 1024 * 1024  # an image of 10 MB and the form around it; deploy/Caddyfile has the same limit
DATA_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024  # bytes of a body without its files; a members' list has 1 MB
DATA_UPLOAD_MAX_NUMBER_FIELDS = 200
FILE_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024  # bytes; larger files are written to disk

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:", "blob:"],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
# For responses that are not pages: data and images. default-src covers neither base-uri nor frame-ancestors.
DATA_POLICY = "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"
CORS_ALLOW_CREDENTIALS = True  # for CORS_ALLOWED_ORIGINS
CORS_URLS_REGEX = r"^/api/.*$"

# Accounts of the ledger's journal.csv. JOURNAL_ACCOUNTS replaces their names.
DEFAULT_ACCOUNTS = {
    "paypal": "Assets:PayPal",
    "cash": "Assets:Cash",
    "bank": "Assets:Bank",
    "tickets": "Income:Tickets",
    "gifts": "Income:Gifts",
    "shipping": "Income:Shipping",
    "return_fees": "Income:Return-Fees",
    "other": "Income:Other",
    "sales_tax": "Liabilities:Sales-Tax",
    "owed": "Liabilities:Owed",
    "opening": "Equity:Opening-Balances",
    "fees": "Expenses:PayPal-Fees",
    "costs": "Expenses:Costs",
    "paid_out": "Expenses:Paid-Out",
}

# --- Language, email and logs --------------------------------------------------------------------------------------

USE_I18N = False
FORMAT_MODULE_PATH = "charityshop.formats"
EMAIL_TIMEOUT = 10  # seconds to wait for each reply of the mail server
LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"()": "charityshop.observability.log_format.SingleLineFormatter"}},
    "filters": {"refused": {"()": "charityshop.observability.log_format.RefusedRequests"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["refused"]}},
    "root": {"handlers": ["console"], "level": "INFO"},
    "loggers": {
        "django.server": {"level": "WARNING"},
        "django.request": {"level": "ERROR"},
        "urllib3": {"level": "ERROR"},  # its warnings contain addresses; that of the Discord channel is a secret
    },
}


def get_logging(file: Path) -> dict[str, Any]:
    """Return LOGGING with all of it in a file, and in the terminal only warnings that call for somebody."""
    console, written = LOGGING["handlers"]["console"], {"class": "logging.FileHandler", "filename": file, "delay": True}
    return LOGGING | {
        "filters": LOGGING["filters"] | {"calls": {"()": "charityshop.observability.log_format.CallsForSomebody"}},
        "handlers": {
            "file": console | written,
            "console": console | {"level": "WARNING", "filters": [*console["filters"], "calls"]},
        },
        "root": {"handlers": ["file", "console"], "level": "INFO"},
    }


# --- API -----------------------------------------------------------------------------------------------------------

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["charityshop.api.permissions.ApiSessionAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["charityshop.api.permissions.IsShopAdmin"],  # for views that set none
    "DEFAULT_PARSER_CLASSES": ["charityshop.api.parsers.StrictJSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "charityshop.api.schema.ApiSchema",
    "EXCEPTION_HANDLER": "charityshop.api.exception_handler.api_exception_handler",
    "DEFAULT_METADATA_CLASS": None,  # OPTIONS is a 405; django-cors-headers handles preflight requests
    "COERCE_DECIMAL_TO_STRING": False,
    "URL_FORMAT_OVERRIDE": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Charity Card Shop",
    "DESCRIPTION": "The ticket shop's API. Money is a number with two places in USD; times are UTC.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.1",
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_NAME_OVERRIDES": {
        "EventStatus": "events.models.Event.State",
        "BookingStatus": "bookings.models.Booking.Status",
        "WaitingStatus": "bookings.models.WaitingEntry.Status",
        "OrderStatus": "orders.models.Order.Status",
        "RefundStatus": "payments.models.Refund.Status",
        "ChangeKind": "changes.models.Change.Kind",
        "ChangeStatus": "changes.models.Change.Status",
        "DateChangeKind": "changes.selectors.date_changes.Kind",
        "DateChangeStatus": "changes.selectors.date_changes.Status",
        "SeatLinkStatus": "bookings.models.SeatLink.State",
        "SeatStatus": "bookings.selectors.seat_links.STATUSES",
        "VoucherKind": "discounts.models.Voucher.Kind",
        "LedgerLineKind": "ledger.api.serializers.LINE_KINDS",
        "LedgerAccount": "ledger.api.serializers.ACCOUNTS",
        "EnteredKind": "payments.models.LedgerEntry.Kind",
        "SettlementState": "ledger.selectors.settlement.STATES",
    },
    "PREPROCESSING_HOOKS": ["charityshop.api.schema.strip_trailing_slashes"],
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "charityshop.api.schema.replace_one_of",
        "charityshop.api.schema.share_refusals",
    ],
}
