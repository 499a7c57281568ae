"""The control page: the simulator's state, with a plain HTML form for each action."""

from collections.abc import Iterable, Mapping
from html import escape

from paypal_simulator.records.store import Json
from paypal_simulator.settings import Settings
from paypal_simulator.web.pages import BANNER, document, money_text


def control_page(state: Json, settings: Settings, opened: str = "") -> str:
    """Render the page. `opened` is the section whose button was pressed last."""
    webhooks = _webhook_switch(state, settings) + _webhooks(state["webhooks"])
    parts = [
        ("faults", "Faults", _fault_form(state) + _faults(state["faults"]), True),
        ("mix", "Random faults", _mix(state["mix"]), bool(state["mix"])),
        ("orders", "Orders", _orders(state["orders"]), True),
        ("captures", "Captures", _captures(state["captures"]), True),
        ("refunds", "Refunds and reversals", _refunds(state["refunds"]), bool(state["refunds"])),
        ("disputes", "Disputes", _disputes(state["disputes"]), bool(state["disputes"])),
        ("webhooks", "Webhooks", webhooks, True),
        ("calls", "Latest calls", _calls(state["calls"]), False),
        ("else", "More", _switches(state), False),
    ]
    jumps = "".join(f"<a href='/?open={name}#{name}'>{title}</a>" for name, title, *_ in parts)
    sections = [_section(name, title, body, is_open or name == opened) for name, title, body, is_open in parts]
    body = (
        f'<main class="control">{BANNER}<h1>PayPal simulator</h1>'
        f"<p>Simulates PayPal for {_list_of(settings.shop_origins)}. "
        "No real money is moved. <a href='/'>Refresh</a></p>"
        f"<nav aria-label='Sections'>{jumps}</nav>{''.join(sections)}</main>"
    )
    return document("PayPal simulator", body)


def _section(name: str, title: str, body: str, is_open: bool) -> str:
    return (
        f"<details class='part' id='{name}'{' open' if is_open else ''}>"
        f"<summary><h2>{title}</h2></summary>{body}</details>"
    )


def _list_of(texts: Iterable[str]) -> str:
    return ", ".join(f"<code>{escape(text)}</code>" for text in texts)


def _table(heads: Iterable[str], rows: list[list[str]], nothing: str) -> str:
    """Render a table of HTML cells. On a phone each row becomes a card, with the headers as labels."""
    names = list(heads)
    if not rows:
        return f"<p class='nothing'>{nothing}</p>"
    head = "".join(f"<th scope='col'>{name}</th>" for name in names)
    lines = "".join(
        "<tr>"
        + "".join(f"<td data-label='{escape(name)}'>{cell}</td>" for name, cell in zip(names, row, strict=True))
        + "</tr>"
        for row in rows
    )
    return f"<table class='list'><thead><tr>{head}</tr></thead><tbody>{lines}</tbody></table>"


def _button(path: str, label: str, fields: Mapping[str, str] | None = None, inputs: str = "") -> str:
    hidden = "".join(f"<input type='hidden' name='{n}' value='{escape(v)}'>" for n, v in (fields or {}).items())
    return f"<form method='post' action='/_control/{path}'>{hidden}{inputs}<button>{label}</button></form>"


def _fault_form(state: Json) -> str:
    calls = "".join(_option(name, name, chosen="capture") for name in state["call_names"])
    kinds = "".join(_option(kind, f"{kind} – {what}", chosen="decline") for kind, what in state["kinds"].items())
    return (
        "<form method='post' action='/_control/faults' class='fields'>"
        f"<label>Call <select name='call'>{calls}</select></label>"
        f"<label class='wide'>Fault <select name='kind'>{kinds}</select></label>"
        "<label>Times <input name='times' type='number' min='1' value='1'></label>"
        "<label>Only for order <input name='order' placeholder='any' autocomplete='off'></label>"
        "<label>Delay in seconds <input name='delay' inputmode='decimal' placeholder='default'></label>"
        f"{_details()}<button class='pay'>Arm it</button></form>"
    )


def _details() -> str:
    """Render the fields that only some kinds of faults use."""
    return (
        "<details class='more'><summary>Amount, currency, issue, status, body</summary><div class='fields'>"
        "<label>Wrong amount <input name='amount' inputmode='decimal' placeholder='1 less'></label>"
        "<label>Wrong currency <input name='currency' placeholder='EUR' autocapitalize='characters'></label>"
        "<label class='wide'>Issue of unprocessable <input name='issue' placeholder='TRANSACTION_REFUSED'></label>"
        "<label>Status <input name='status' inputmode='numeric' placeholder='409'></label>"
        "<label>Error name <input name='name' placeholder='INTERNAL_SERVICE_ERROR'></label>"
        "<label>Odd body <input name='body' placeholder='empty'></label>"
        "<label>Look-ups until it takes effect <input name='looks' inputmode='numeric' placeholder='1'></label>"
        "<label>Retry-After, seconds <input name='retry_after' inputmode='numeric' placeholder='1'></label>"
        "</div></details>"
    )


def _option(value: str, label: str, *, chosen: str) -> str:
    return f"<option value='{escape(value)}'{' selected' if value == chosen else ''}>{escape(label)}</option>"


def _faults(faults: list[Json]) -> str:
    rows = [
        [
            escape(fault["call"]),
            f"<code>{escape(fault['kind'])}</code>",
            str(fault["times"]),
            escape(fault["order"] or "any"),
            _button("faults/clear", "Clear", {"id": str(fault["id"])}),
        ]
        for fault in faults
    ]
    return _table(["Call", "Fault", "Times left", "Order", ""], rows, "No fault is armed.")


def _mix(mix: Json | None) -> str:
    """Render the form that starts random faults, or the faults drawn so far."""
    if mix is None:
        return (
            "<p>The same seed draws the same faults for the same calls.</p>"
            "<form method='post' action='/_control/mix' class='fields'>"
            "<label>Percent of the calls <input name='percent' inputmode='decimal' value='20'></label>"
            "<label>Seed <input name='seed' inputmode='numeric' value='1'></label>"
            "<label>Delay in seconds <input name='delay' inputmode='decimal' placeholder='default'></label>"
            "<button class='pay'>Start</button></form>"
        )
    asked = sum(mix["drawn"].values())
    said = f"{mix['percent']:g} % of the calls fail (seed {mix['seed']}): so far {len(mix['spoilt'])} of {asked}."
    rows = [
        [escape(hit["call"]), str(hit["number"]), f"<code>{escape(hit['kind'])}</code>"] for hit in mix["spoilt"][:50]
    ]
    table = _table(["Call", "Which of them", "Fault"], rows, "No call has failed yet.")
    return f"<p>{escape(said)}</p>{_button('mix/stop', 'Stop')}{table}"


def _orders(orders: list[Json]) -> str:
    rows = []
    for order in orders:
        unit = order["purchase_units"][0]
        actions = ""
        if order["status"] != "COMPLETED" and not order["expired"]:
            approve = _button(f"orders/{order['id']}/approve", "Approve") if order["status"] == "CREATED" else ""
            actions = approve + _button(f"orders/{order['id']}/expire", "Expire")
        status = "EXPIRED" if order["expired"] else order["status"]
        note = f"<br><small>{escape(order['note'])}</small>" if order["note"] else ""
        shop_id = escape(str(unit.get("custom_id") or unit.get("invoice_id") or "none"))
        rows.append([_code(order["id"]), _status(status) + note, money_text(unit["amount"]), shop_id, actions])
    return _table(["Order", "Status", "Amount", "Shop's ID", ""], rows, "No orders yet.")


def _captures(captures: list[Json]) -> str:
    rows = []
    for capture in captures:
        path, status = f"captures/{capture['id']}", capture["status"]
        actions = ""
        if status == "PENDING":
            actions = _button(f"{path}/complete", "Complete") + _button(f"{path}/deny", "Deny")
        elif status in ("COMPLETED", "PARTIALLY_REFUNDED"):
            amount = "<input name='amount' inputmode='decimal' placeholder='all' aria-label='Amount' size='6'>"
            actions = _button(f"{path}/refund", "Refund", inputs=amount) + _button(f"{path}/reverse", "Reverse")
            actions += _button(f"{path}/chargeback", "Charge back") + _button(f"{path}/dispute", "Dispute")
        order_id = capture["supplementary_data"]["related_ids"]["order_id"]
        rows.append([_code(capture["id"]), _status(status), money_text(capture["amount"]), _code(order_id), actions])
    return _table(["Capture", "Status", "Amount", "Order", ""], rows, "No captures yet.")


def _refunds(refunds: list[Json]) -> str:
    rows = []
    for refund in refunds:
        path = f"refunds/{refund['id']}"
        pending = refund["status"] == "PENDING"
        actions = _button(f"{path}/complete", "Complete") + _button(f"{path}/fail", "Fail") if pending else ""
        kind = "Reversal" if refund["reversal"] else "Refund"
        amount = money_text(refund["amount"])
        rows.append(
            [_code(refund["id"]), kind, _status(refund["status"]), amount, _code(refund["capture_id"]), actions]
        )
    return _table(["ID", "Kind", "Status", "Amount", "Capture", ""], rows, "No refunds yet.")


def _disputes(disputes: list[Json]) -> str:
    rows = []
    for dispute in disputes:
        path, about = f"disputes/{dispute['dispute_id']}", dispute["disputed_transactions"][0]["seller_transaction_id"]
        actions = ""
        if dispute["status"] != "RESOLVED":
            actions = _button(f"{path}/update", "Claim", {"stage": "CHARGEBACK", "status": "UNDER_REVIEW"})
            actions += _button(f"{path}/resolve", "Buyer wins", {"outcome": "RESOLVED_BUYER_FAVOUR"})
            actions += _button(f"{path}/resolve", "Seller wins", {"outcome": "RESOLVED_SELLER_FAVOUR"})
        outcome = dispute.get("dispute_outcome")
        ended = outcome["outcome_code"] if outcome else dispute["dispute_life_cycle_stage"]
        status = f"{_status(dispute['status'])}<br><small>{escape(ended)}</small>"
        rows.append(
            [_code(dispute["dispute_id"]), status, money_text(dispute["dispute_amount"]), _code(about), actions]
        )
    return _table(["Case", "Status", "Amount", "Capture", ""], rows, "No disputes yet.")


def _webhook_switch(state: Json, settings: Settings) -> str:
    if settings.webhook_url is None:
        return "<p>Webhooks are off.</p>"
    held = state["webhooks_held"]
    label = "Release webhooks" if held else "Hold webhooks back"
    switch = _button("webhooks/hold", label, {"held": "false" if held else "true"})
    return f"<p>To {_list_of([settings.webhook_url])}{', <strong>held back</strong>' if held else ''}</p>{switch}"


def _webhooks(records: list[Json]) -> str:
    rows = []
    for record in records:
        path = f"webhooks/{record['id']}/redeliver"
        actions = _button(path, "Send again") + _button(path, "Send twice", {"times": "2"})
        actions += _button(path, "Forge", {"tamper": "signature"})
        tried = f"{record['attempts']}× {escape(record['last'])}"
        resource = record["event"]["resource"]
        subject = _code(resource.get("id") or resource["dispute_id"])
        rows.append([escape(record["event"]["event_type"]), subject, _status(record["status"].upper()), tried, actions])
    return _table(["Event", "About", "Status", "Attempts", ""], rows, "No webhooks yet.")


def _calls(calls: list[Json]) -> str:
    rows = [
        [escape(call["time"]), escape(f"{call['method']} {call['path']}"), str(call["status"]), _code(call["debug_id"])]
        for call in calls[:50]
    ]
    return _table(["Time", "Call", "Response", "Debug ID"], rows, "No calls yet.")


def _switches(state: Json) -> str:
    seconds = f"<input name='seconds' inputmode='decimal' size='4' value='{state['delay']:g}' aria-label='Seconds'>"
    return (
        "<div class='switches'>"
        + _button("delay", "Delay every response by seconds", inputs=seconds)
        + _button("tokens/expire", "Expire all access tokens")
        + _button("request-ids/forget", "Expire all request IDs")
        + _button("faults/clear", "Clear all faults")
        + _button("reset", "Reset")
        + "</div>"
    )


def _code(text: str) -> str:
    return f"<code>{escape(text)}</code>"


def _status(status: str) -> str:
    return f"<span class='status {escape(status.lower())}'>{escape(status.replace('_', ' ').lower())}</span>"
