"""HTML pages. All input is escaped here."""

from html import escape

from paypal_simulator.money import from_json
from paypal_simulator.records.store import Json

SYMBOLS = {"USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥"}
PARTS = {
    "item_total": "Items",
    "tax_total": "Tax",
    "shipping": "Shipping",
    "handling": "Handling",
    "insurance": "Insurance",
    "shipping_discount": "Shipping discount",
    "discount": "Discount",
}
BANNER = '<p class="banner"><strong>SIMULATOR</strong> – no real money</p>'


def document(title: str, body: str, *, attributes: str = "", script: str = "") -> str:
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<title>{escape(title)}</title><link rel="stylesheet" href="/assets/simulator.css">'
        f'<link rel="icon" href="data:,">{script}</head>\n<body {attributes}>{body}</body></html>\n'
    )


def plain_page(title: str, sentence: str) -> str:
    body = f'<main class="window">{BANNER}<h1>{escape(title)}</h1><p>{escape(sentence)}</p></main>'
    return document(f"{title} – PayPal simulator", body)


def money_text(amount: Json) -> str:
    money = from_json(amount)
    plain = money.to_json()["value"]
    return f"{SYMBOLS.get(money.currency, '')}{plain} {money.currency}"


def approval_page(record: Json, brand_name: str, origin: str, *, fund: str) -> str:
    """Render the approval window. `origin` is the origin of the shop's page that gets the result."""
    total = money_text(record["unit"]["amount"])
    body = (
        f'<main class="window">{BANNER}'
        f'<h1>Pay {escape(brand_name)}</h1><p class="total">{escape(total)}</p>'
        f"{_items(record['unit'])}{_card_fields() if fund == 'card' else _buyer()}{_what_happens()}"
        '<p id="trouble" role="alert" hidden></p>'
        f'<div class="choices"><button type="button" id="pay" class="pay" disabled>Pay now – {escape(total)}</button>'
        '<button type="button" id="cancel" class="plain" disabled>Cancel and return to the shop</button>'
        '<button type="button" id="fail" class="plain quiet" disabled>Fail with an error</button></div>'
        "<noscript><p>This window needs JavaScript to answer the shop.</p></noscript>"
        f"<footer><span>Payee {escape(_payee(record['unit']['payee']))}</span>"
        f"<span>Order {escape(record['id'])}</span><span>Shop {escape(origin)}</span>"
        "<span>PayPal simulator, web SDK 6.0.0</span></footer></main>"
    )
    attributes = f'data-token="{escape(record["id"])}" data-origin="{escape(origin)}" data-fund="{escape(fund)}"'
    script = '<script src="/assets/approval.js" defer></script>'
    return document(f"Pay {total} – PayPal simulator", body, attributes=attributes, script=script)


def _payee(payee: Json) -> str:
    return str(payee.get("email_address") or payee.get("merchant_id") or "unknown")


def _items(unit: Json) -> str:
    currency = unit["amount"]["currency_code"]
    rows = []
    for item in unit.get("items") or []:
        each = money_text(item["unit_amount"])
        name = escape(item["name"])
        detail = f"<small>{escape(item['quantity'])} × {escape(each)}</small>"
        rows.append(f"<tr><th scope='row'>{name}</th><td>{detail}</td></tr>")
    for name, label in PARTS.items():
        part = (unit["amount"].get("breakdown") or {}).get(name)
        if part and from_json(part).value:
            rows.append(f"<tr class='sum'><th scope='row'>{label}</th><td>{escape(money_text(part))}</td></tr>")
    if not rows and unit.get("description"):
        rows.append(f"<tr><th scope='row'>{escape(unit['description'])}</th><td></td></tr>")
    caption = f"<caption>What you pay for, in {escape(currency)}</caption>"
    return f'<table class="items">{caption}{"".join(rows)}</table>' if rows else ""


def _buyer() -> str:
    return (
        '<section class="buyer"><h2>Pay with</h2><p><strong>PayPal balance</strong><br>'
        "Sam Buyer, sam.buyer@example.com</p></section>"
    )


def _card_fields() -> str:
    return (
        '<fieldset class="card"><legend>Card (never use a real one)</legend>'
        '<label>Card number <input id="card-number" inputmode="numeric" autocomplete="off" value="4111 1111 1111 1111">'
        '</label><div class="pair"><label>Expires <input autocomplete="off" value="12/31"></label>'
        '<label>Security code <input inputmode="numeric" autocomplete="off" value="123"></label></div>'
        "<p class='hint'>4000 0000 0000 0002 is refused while this form stays open.</p></fieldset>"
    )


def _what_happens() -> str:
    choices = [
        ("completed", "The payment goes through"),
        ("declined", "The bank declines it"),
        ("pending", "PayPal holds it for review"),
    ]
    radios = "".join(
        f'<label class="choice"><input type="radio" name="outcome" value="{value}"'
        f"{' checked' if value == 'completed' else ''}> {label}</label>"
        for value, label in choices
    )
    return f"<details><summary>What should happen after Pay now?</summary>{radios}</details>"
