"""Buyers place orders, pay them and cancel them; money arrives late, or from another program."""

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from tests.resilience.proof.machine.orders import UNPAID
from tests.resilience.proof.machine.world import World, build_item, choose, picks

CODES = ("", "", "TENOFF", "ONCE", "LAST", "MOON")  # MOON is unknown
GIFTS = ("0", "0", "0.23", "5", "25.01")
CAPTURE_FAULTS = ("error_500_after", "error_500_before", "decline", "pending", "declined_capture", "wrong_amount")

seats = st.integers(min_value=1, max_value=3)


class OrderRules(World):
    @rule(
        who=picks,
        dates=st.lists(picks, max_size=2),
        count=seats,
        code=st.sampled_from(CODES),
        gift=st.sampled_from(GIFTS),
        then=st.sampled_from(["pay", "pay", "open", "wait"]),
    )
    def place(self, who: int, dates: list[int], count: int, code: str, gift: str, then: str) -> None:
        """Order one or two dates, of one event or of two, with a code and a gift, or a gift alone."""
        found = self.list_dates()
        wanted = {date.pk: date for pick in dates if (date := choose(pick, found))}
        items = [build_item(date, count) for date in wanted.values()]
        self.place_and_pay(who, items, then, voucher=code, giftPrice=gift)

    @rule(who=picks, pick=picks, then=st.sampled_from(["pay", "pay", "wait"]))
    def buy_the_rest(self, who: int, pick: int, then: str) -> None:
        """Buy all seats of a date that are for everybody, so that histories have full dates."""
        if date := choose(pick, self.list_dates()):
            path = f"/api/bookings?productId={date.event.public_id}&eventStartTime={date.starts_at:%Y-%m-%dT%H:%M:%SZ}"
            if left := self.call(self.staff, "get", path).json().get("countInStock"):
                self.place_and_pay(who, [build_item(date, left)], then)

    def place_and_pay(self, who: int, items: list[Any], then: str = "pay", **more: str) -> str | None:
        """Return the order's public ID, if it was placed."""
        user, client = list(self.buyers.items())[who % len(self.buyers)]
        answer = self.call(client, "post", "/api/orders", {"orderItems": items} | more)
        if answer.status_code != 201:
            return None
        order = str(answer.json()["_id"])
        if then != "wait" and answer.json()["status"] == "held":
            paypal_order = self.open_at_paypal(order, user)
            if paypal_order and then == "pay":
                self.pay_at_paypal(order, user, paypal_order, None)
        return order

    def open_at_paypal(self, order: str, user: int) -> str | None:
        answer = self.call(self.get_client(user), "post", f"/api/orders/{order}/paypal")
        if answer.status_code != 200:
            return None
        opened = (order, user, str(answer.json()["id"]))
        if opened not in self.at_paypal:
            self.at_paypal.append(opened)
        return opened[2]

    def pay_at_paypal(self, order: str, user: int, paypal_order: str, fault: str | None, times: int = 1) -> None:
        """The buyer approves, the browser pays, and PayPal may fail."""
        if self.get_status_at_paypal(paypal_order) == "CREATED":
            self.paypal.approve(paypal_order)
        more = {"amount": "23.00"} if fault == "wrong_amount" else {}
        with self.failing("capture", fault, times, **more):
            self.call(self.get_client(user), "put", f"/api/orders/{order}/pay", {"id": paypal_order})

    @rule(pick=picks, fault=st.sampled_from([None, None, *CAPTURE_FAULTS]), times=st.integers(1, 2))
    def pay(self, pick: int, fault: str | None, times: int) -> None:
        """Pay an order that is not paid, or pay another one again."""
        unpaid = [each for each in self.shop.orders.values() if each.status in UNPAID]
        order = choose(pick, unpaid or list(self.shop.orders.values()))
        if order and (paypal_order := self.open_at_paypal(order.public_id, order.buyer)):
            self.pay_at_paypal(order.public_id, order.buyer, paypal_order, fault, times)

    @precondition(lambda self: self.at_paypal)
    @rule(pick=picks, at_once=st.booleans())
    def capture_by_another_program(self, pick: int, at_once: bool) -> None:
        """Money arrives without the shop's browser, perhaps long after the hold expired."""
        open_orders = [
            each for _, _, each in self.at_paypal if self.get_status_at_paypal(each) in ("CREATED", "APPROVED")
        ]
        if paypal_order := choose(pick, open_orders):
            if self.get_status_at_paypal(paypal_order) == "CREATED":
                self.paypal.approve(paypal_order)
            self.ask_paypal(f"orders/{paypal_order}/capture")  # refused if its invoice was paid by another one
        if at_once:
            self.deliver_all()

    @precondition(lambda self: self.shop.orders)
    @rule(pick=picks, by_staff=st.booleans())
    def cancel(self, pick: int, by_staff: bool) -> None:
        if order := choose(pick, [each for each in self.shop.orders.values() if each.status != "paid"]):
            client = self.staff if by_staff else self.get_client(order.buyer)
            self.call(client, "post", f"/api/orders/{order.public_id}/cancel")

    def get_status_at_paypal(self, paypal_order: str) -> str:
        return str(self.paypal.control_get(f"orders/{paypal_order}")["status"])
