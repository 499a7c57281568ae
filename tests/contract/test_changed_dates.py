"""The calls about dates that staff call off, with the exact names and types of their answers."""

from tests.contract import shapes
from tests.contract.conftest import cart


def test_calling_off_a_date_and_choosing_another_one(world):
    event, caller, staff = world.add_event(), world.visitor(), world.staff()
    order = caller.ask("POST", "/orders", cart(event), status=201)
    caller.ask("PUT", f"/orders/{order['_id']}/pay", {"test": True})
    wanted = {"startTime": event["startTime"], "kind": "cancel", "reason": "Flooded."}
    path = f"/products/{event['_id']}/date-changes"

    preview = staff.ask("POST", path, wanted | {"preview": True}, shape=shapes.DATE_CHANGE_PREVIEW)
    assert (preview["people"], preview["seats"]) == (1, 2)
    change = staff.ask("POST", path, wanted, status=202, shape={"_id": shapes.ID})
    running = staff.ask("GET", f"/date-changes/{change['_id']}", shape=shapes.DATE_CHANGE)
    assert (running["status"], running["total"]) == ("running", 1)
    (booking,) = caller.ask("GET", f"/orders/{order['_id']}/options", shape={"bookings": [dict]})["bookings"]
    assert shapes.find_mismatches(booking["dateChange"], shapes.DATE_CHANGE_CHOICE) == []
    (shown,) = caller.ask("GET", f"/orders/{order['_id']}")["orderItems"][0]["bookings"]
    changed = {"isOff": bool, "dateChange": shapes.DATE_CHANGE_CHOICE}
    assert shapes.find_mismatches(shown, shapes.ORDER_BOOKING | changed) == []
    next_up = caller.ask("GET", "/orders/next", shape=shapes.NEXT_UP)
    assert (next_up["decision"]["order"], next_up["decision"]["kind"]) == (order["_id"], "cancel")
