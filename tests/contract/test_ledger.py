"""The calls of the public ledger, and of staff who compare and close months, with the exact names and types."""

from django.utils import timezone

from tests.contract import shapes


def test_the_ledger_of_a_month(world):
    staff, visitor = world.staff(), world.anonymous()
    month = f"{timezone.localdate():%Y-%m}"
    entry = {"kind": "cost", "date": f"{month}-01", "amount": 9.5, "text": "Ice"}

    line = staff.ask("POST", f"/ledger/{month}/entries", entry, status=201, shape=shapes.ENTERED_LINE)
    shown = visitor.ask("GET", f"/ledger/{month}", shape=shapes.LEDGER_MONTH)

    assert line in shown["lines"]
    assert visitor.ask("GET", "/ledger", shape=shapes.LEDGER)["months"][0] == shown
    gift = world.shop.control("donations", amount={"currency_code": "USD", "value": "25.00"})["id"]
    settlement = staff.ask("GET", f"/ledger/{month}/settlement", shape=shapes.SETTLEMENT)
    explanation = {"text": "A gift."}
    staff.ask("POST", f"/ledger/{month}/settlement/{gift}/explain", explanation, shape=shapes.EXPLANATION)
    refused = staff.ask("POST", f"/ledger/{month}/close", {"digest": settlement["digest"]}, status=409)
    assert refused["code"] == "too_early"
