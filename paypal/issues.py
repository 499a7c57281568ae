"""The issues in PayPal's error responses that prove a call had no effect. docs/paypal.md says what follows.

Source: the error lists of PayPal's Orders v2 and Payments v2 references.
"""

from collections.abc import Sequence

NO_EFFECT_STATUSES = (400, 422)  # every other error status leaves the outcome unknown

CREATE_REFUSALS = frozenset(
    {
        "AMOUNT_MISMATCH",
        "CANNOT_BE_NEGATIVE",
        "CANNOT_BE_ZERO_OR_NEGATIVE",
        "CARD_EXPIRED",
        "CITY_REQUIRED",
        "DECIMALS_NOT_SUPPORTED",
        "DECIMAL_PRECISION",
        "DONATION_ITEMS_NOT_SUPPORTED",
        "DUPLICATE_REFERENCE_ID",
        "INVALID_CURRENCY_CODE",
        "INVALID_PAYER_ID",
        "ITEM_TOTAL_MISMATCH",
        "ITEM_TOTAL_REQUIRED",
        "MAX_VALUE_EXCEEDED",
        "MISSING_PICKUP_ADDRESS",
        "MULTIPLE_ITEM_CATEGORIES",
        "MULTIPLE_SHIPPING_ADDRESS_NOT_SUPPORTED",
        "MULTIPLE_SHIPPING_TYPE_NOT_SUPPORTED",
        "MULTI_CURRENCY_ORDER",
        "PAYEE_ACCOUNT_INVALID",
        "PAYEE_ACCOUNT_LOCKED_OR_CLOSED",
        "PAYEE_ACCOUNT_NOT_SUPPORTED",
        "PAYEE_ACCOUNT_NOT_VERIFIED",
        "PAYEE_ACCOUNT_RESTRICTED",
        "POSTAL_CODE_REQUIRED",
        "REFERENCE_ID_REQUIRED",
        "SHIPPING_ADDRESS_INVALID",
        "TAX_TOTAL_MISMATCH",
        "TAX_TOTAL_REQUIRED",
        "UNSUPPORTED_INTENT",
        "UNSUPPORTED_PAYMENT_INSTRUCTION",
    }
)
CAPTURE_REFUSALS = frozenset(
    {
        "AGREEMENT_ALREADY_CANCELLED",
        "AUTH_CAPTURE_NOT_ENABLED",
        "BILLING_AGREEMENT_NOT_FOUND",
        "CARD_BRAND_NOT_SUPPORTED",
        "CARD_CLOSED",
        "CARD_EXPIRED",
        "COMPLIANCE_VIOLATION",
        "CONSENT_NEEDED",
        "CURRENCY_NOT_SUPPORTED_FOR_COUNTRY",
        "DECLINED_DUE_TO_RELATED_TXN",
        "DOMESTIC_TRANSACTION_REQUIRED",
        "DUPLICATE_INVOICE_ID",
        "INSTRUMENT_DECLINED",
        "INVALID_SECURITY_CODE_LENGTH",
        "MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED",
        "NOT_ENABLED_FOR_BANK_PROCESSING",
        "NOT_ENABLED_FOR_CARD_PROCESSING",
        "ORDER_EXPIRED",
        "ORDER_NOT_APPROVED",
        "PAYEE_ACCOUNT_INVALID",
        "PAYEE_ACCOUNT_LOCKED_OR_CLOSED",
        "PAYEE_ACCOUNT_RESTRICTED",
        "PAYEE_BLOCKED_TRANSACTION",
        "PAYEE_NOT_CONSENTED",
        "PAYEE_NOT_ENABLED_FOR_BANK_PROCESSING",
        "PAYEE_NOT_ENABLED_FOR_CARD_PROCESSING",
        "PAYER_ACCOUNT_LOCKED_OR_CLOSED",
        "PAYER_ACCOUNT_RESTRICTED",
        "PAYER_ACTION_REQUIRED",
        "PAYER_CANNOT_PAY",
        "PAYMENT_DENIED",
        "REDIRECT_PAYER_FOR_ALTERNATE_FUNDING",
        "TRANSACTION_AMOUNT_EXCEEDS_MONTHLY_MAX_LIMIT",
        "TRANSACTION_BLOCKED_BY_PAYEE",
        "TRANSACTION_LIMIT_EXCEEDED",
        "TRANSACTION_RECEIVING_LIMIT_EXCEEDED",
        "TRANSACTION_REFUSED",
    }
)
REFUND_REFUSALS = frozenset(
    {
        "CANNOT_BE_NEGATIVE",
        "CANNOT_BE_ZERO_OR_NEGATIVE",
        "CAPTURE_DISPUTED_PARTIAL_REFUND_NOT_ALLOWED",
        "CAPTURE_FULLY_REFUNDED",
        "CURRENCY_MISMATCH",
        "DECIMALS_NOT_SUPPORTED",
        "DECIMAL_PRECISION",
        "INVALID_CURRENCY_CODE",
        "MAX_NUMBER_OF_REFUNDS_EXCEEDED",
        "PARTIAL_REFUND_NOT_ALLOWED",
        "PAYEE_ACCOUNT_LOCKED_OR_CLOSED",
        "PAYEE_ACCOUNT_RESTRICTED",
        "PAYER_ACCOUNT_LOCKED_OR_CLOSED",
        "PENDING_CAPTURE",
        "REFUND_AMOUNT_EXCEEDED",
        "REFUND_AMOUNT_TOO_LOW",
        "REFUND_CAPTURE_CURRENCY_MISMATCH",
        "REFUND_FAILED_INSUFFICIENT_FUNDS",
        "REFUND_IS_RESTRICTED",
        "REFUND_NOT_ALLOWED",
        "REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK",
        "REFUND_TIME_LIMIT_EXCEEDED",
        "TRANSACTION_DISPUTED",
    }
)
NO_EFFECT = CREATE_REFUSALS | CAPTURE_REFUSALS | REFUND_REFUSALS


def had_no_effect(status: int, issues: Sequence[str]) -> bool:
    """Return whether an error response proves that the call changed nothing at PayPal.

    A 400 means that PayPal could not parse the request. A 422 counts only if every issue it names is documented as a
    refusal. Anything else, including an unlisted issue, leaves the outcome unknown.
    """
    if status == 400:
        return True
    return status in NO_EFFECT_STATUSES and bool(issues) and NO_EFFECT.issuperset(issues)
