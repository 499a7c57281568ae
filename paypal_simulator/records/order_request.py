"""Validate the body of a new order like PayPal, before anything is stored."""

from decimal import Decimal
from typing import Any

from paypal_simulator.messages import invalid_request, unprocessable
from paypal_simulator.money import Money, invalid_syntax, missing, parse_money
from paypal_simulator.records.store import Json

ADDED = ("item_total", "tax_total", "shipping", "handling", "insurance")
TAKEN_OFF = ("shipping_discount", "discount")
LENGTHS = {"custom_id": 255, "invoice_id": 127, "description": 127, "soft_descriptor": 22, "reference_id": 256}
SHIPPING_PREFERENCES = ("GET_FROM_FILE", "NO_SHIPPING", "SET_PROVIDED_ADDRESS")
UNIT = "/purchase_units/0"


def parse_order(body: Any) -> Json:
    """Return the only purchase unit of an order. Raise ApiError for everything that PayPal refuses."""
    if not isinstance(body, dict):
        raise invalid_syntax("/", type(body).__name__)
    _check_intent(body.get("intent"))
    unit = _get_only_unit(body.get("purchase_units"))
    for name, max_length in LENGTHS.items():
        check_text(unit, name, max_length, f"{UNIT}/{name}")
    _check_payee(unit.get("payee"))
    total = parse_money(unit.get("amount"), f"{UNIT}/amount", zero_allowed=False)
    _check_sums(unit, total)
    return unit


def parse_shipping_preference(body: Json) -> str:
    """Return whose address PayPal asks for, or raise ApiError. See `application_context` in PayPal's reference."""
    context = body.get("application_context") or {}
    if not isinstance(context, dict):
        raise invalid_syntax("/application_context", context)
    preference = context.get("shipping_preference", "GET_FROM_FILE")
    if preference not in SHIPPING_PREFERENCES:
        sentence = "The value of a field is invalid."
        path = "/application_context/shipping_preference"
        raise invalid_request("INVALID_PARAMETER_VALUE", sentence, path, preference)
    return str(preference)


def _check_intent(intent: Any) -> None:
    if intent is None:
        raise missing("/intent")
    if intent == "AUTHORIZE":
        raise unprocessable("UNSUPPORTED_INTENT", "intent=AUTHORIZE is not supported here.", "/intent", intent)
    if intent != "CAPTURE":
        raise invalid_request("INVALID_PARAMETER_VALUE", "The value of a field is invalid.", "/intent", intent)


def _get_only_unit(units: Any) -> Json:
    if units is None:
        raise missing("/purchase_units")
    if not isinstance(units, list):
        raise invalid_syntax("/purchase_units", units)
    if not units:
        raise invalid_request("INVALID_ARRAY_MIN_ITEMS", "The number of items is too small.", "/purchase_units")
    if len(units) > 1:
        # PayPal allows ten. The shop only sends one, so a second would be a bug.
        raise invalid_request("INVALID_ARRAY_MAX_ITEMS", "The number of items is too large.", "/purchase_units")
    if not isinstance(units[0], dict):
        raise invalid_syntax(UNIT, units[0])
    return units[0]


def _check_payee(payee: Any) -> None:
    if payee is None:
        return
    if not isinstance(payee, dict):
        raise invalid_syntax(f"{UNIT}/payee", payee)
    check_text(payee, "merchant_id", 13, f"{UNIT}/payee/merchant_id")
    check_text(payee, "email_address", 254, f"{UNIT}/payee/email_address")


def check_text(body: Json, name: str, max_length: int, path: str, *, required: bool = False) -> None:
    text = body.get(name)
    if text is None:
        if required:
            raise missing(path)
        return
    if not isinstance(text, str) or any("\ud800" <= character <= "\udfff" for character in text):
        raise invalid_syntax(path, ascii(text))
    if not 1 <= len(text) <= max_length:
        sentence = "The value of a field is either too short or too long."
        raise invalid_request("INVALID_STRING_LENGTH", sentence, path, text)


def _check_sums(unit: Json, total: Money) -> None:
    breakdown = unit["amount"].get("breakdown")
    items = unit.get("items")
    if breakdown is not None and not isinstance(breakdown, dict):
        raise invalid_syntax(f"{UNIT}/amount/breakdown", breakdown)
    parts = {
        name: _in_one_currency(body, total.currency, f"{UNIT}/amount/breakdown/{name}")
        for name, body in (breakdown or {}).items()
        if name in ADDED + TAKEN_OFF
    }
    if items is not None:
        _check_items(items, parts, total.currency)
    if (
        parts
        and sum(parts.get(name, 0) for name in ADDED) - sum(parts.get(name, 0) for name in TAKEN_OFF) != total.value
    ):
        raise unprocessable(
            "AMOUNT_MISMATCH",
            "Should equal item_total + tax_total + shipping + handling + insurance - shipping_discount - discount.",
            f"{UNIT}/amount/value",
            total.value,
        )


def _check_items(items: Any, parts: dict[str, Decimal], currency: str) -> None:
    if not isinstance(items, list):
        raise invalid_syntax(f"{UNIT}/items", items)
    for place, item in enumerate(items):
        _check_item(item, f"{UNIT}/items/{place}")
    _check_item_sum("ITEM_TOTAL", "unit_amount", items, parts.get("item_total"), currency, required=bool(items))
    taxed = any("tax" in item for item in items)
    _check_item_sum("TAX_TOTAL", "tax", items, parts.get("tax_total"), currency, required=taxed, compared=taxed)


def _check_item(item: Any, path: str) -> None:
    if not isinstance(item, dict):
        raise invalid_syntax(path, item)
    check_text(item, "name", 127, f"{path}/name", required=True)
    check_text(item, "sku", 127, f"{path}/sku")
    check_text(item, "description", 2048, f"{path}/description")
    check_text(item, "quantity", 10, f"{path}/quantity", required=True)
    if not (item["quantity"].isascii() and item["quantity"].isdigit() and int(item["quantity"]) > 0):
        raise invalid_syntax(f"{path}/quantity", item["quantity"])


def _check_item_sum(
    issue: str,
    field: str,
    items: list[Json],
    expected: Decimal | None,
    currency: str,
    *,
    required: bool,
    compared: bool = True,
) -> None:
    """Check that the items' amounts times their quantities add up to the breakdown's amount."""
    summed = sum((_times_quantity(item, place, field, currency) for place, item in enumerate(items)), Decimal(0))
    name = issue.lower()
    if expected is None:
        if required:
            sentence = f"If item details are specified, `{name}` is required."
            raise unprocessable(f"{issue}_REQUIRED", sentence, f"{UNIT}/amount/breakdown/{name}")
        return
    if compared and summed != expected:
        sentence = f"Should equal sum of ({field} * quantity) across all items for a given purchase_unit."
        raise unprocessable(f"{issue}_MISMATCH", sentence, f"{UNIT}/amount/breakdown/{name}/value", expected)


def _times_quantity(item: Json, place: int, field: str, currency: str) -> Decimal:
    if field != "unit_amount" and field not in item:
        return Decimal(0)
    return _in_one_currency(item.get(field), currency, f"{UNIT}/items/{place}/{field}") * int(item["quantity"])


def _in_one_currency(body: Any, currency: str, path: str) -> Decimal:
    money = parse_money(body, path)
    if money.currency != currency:
        sentence = "Multiple differing values of currency_code are not supported."
        raise unprocessable("MULTI_CURRENCY_ORDER", sentence, f"{path}/currency_code", money.currency)
    return money.value
