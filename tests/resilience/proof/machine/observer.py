"""Follows the shop: after each step, tells the model what the rows say happened, and lists what they say otherwise.

Only facts are taken over from the rows: which money moved, and on which day. What it was for, which seats end, what
they are worth and the status of the order are the model's.
"""

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from tests.resilience.proof.machine.facts import Facts, Row, Writes, to_cents
from tests.resilience.proof.machine.money import get_tax, share_all
from tests.resilience.proof.machine.orders import BUYER, HOUSE, UNPAID, WAITING, Line, Order, Part, Refund, Seat
from tests.resilience.proof.machine.shop import Ask, Shop

SHOP = ZoneInfo("America/Los_Angeles")
EARLY = timedelta(hours=3)  # before a date's start: who comes in earlier comes on another evening, if it moves
KINDS = {"at_paypal": "paypal", "release": "release", "reversal": "reversal"}


class Observer:
    def __init__(self, shop: Shop, facts: Facts) -> None:
        self.shop, self.facts, self.writes = shop, facts, Writes()
        self.written: set[str] = set()
        """The tables that were written since the last comparison."""
        self.extra: dict[int, Order] = {}  # by payment: second payments and those of no order, which are for nothing

    def follow(self, now: datetime) -> list[str]:
        """Return the differences between the rows and the model after a step."""
        before, written = self.facts, self.writes.take()
        self.facts = before.read(written)
        self.written |= written
        self.before, self.now = before, now
        changed = self.facts.list_changed(before)
        found: list[str] = []
        for name, pk in sorted(changed):
            if name == "orders" and pk not in self.shop.orders:
                found += self.add_order(pk, self.facts.orders[pk])
        for name, pk in sorted(changed):
            if name == "payments":
                found += self.follow_payment(pk, self.facts.payments[pk])
        for name, pk in sorted(changed):
            if name == "refunds" and self.facts.refunds[pk].kind != "returned":
                found += self.follow_refund(pk, self.facts.refunds[pk])
        for name, pk in sorted(changed):
            if name == "refunds" and pk not in before.refunds:
                # upkeep refunds what is due before it reads in PayPal's record what came back
                self.follow_return(self.facts.refunds[pk])
        self.follow_releases()
        self.follow_links()
        self.follow_moved_dates()
        if changed:
            found += [f"order {pk}: {each}" for pk in self.shop.orders for each in self.compare_order(pk)]
        self.shop.ask = None
        return found

    # --- Sales -------------------------------------------------------------------------------------------------------

    def add_order(self, pk: int, row: Row) -> Iterator[str]:
        """Remember the promises of a sale, and check that they add up."""
        rows = {line_pk: line for line_pk, line in self.facts.lines.items() if line.order_id == pk}
        prices = [to_cents(line.line_price) for line in rows.values()]
        items, tax = to_cents(row.items_price), to_cents(row.tax_price)
        taxes = dict(zip(rows, share_all(tax, prices), strict=True))
        is_cash = any((row.order_id, row.method) == (pk, "cash") for row in self.facts.payments.values())
        lines = {}
        for line_pk, line in rows.items():
            booking = self.facts.bookings[line.booking_id]
            holder = HOUSE if is_cash else BUYER
            policy = (line.refund_policy, line.refund_until_hours, to_cents(line.refund_fee_per_seat))
            lines[line_pk] = Line(
                line_pk,
                line.booking_id,
                booking.public_id,
                booking.occurrence_id,
                [Seat(holder) for _ in range(line.seats)],
                to_cents(line.line_price),
                taxes[line_pk],
                policy,
            )
        order = Order(pk, row.public_id, row.user_id, lines, items, tax, to_cents(row.gift_price), self.shop.tax_rate)
        self.shop.orders[pk] = order
        is_off = get_tax(items, order.tax_rate) != tax and not is_cash  # whose price is the rest of what was taken
        if sum(prices) != items or is_off or to_cents(row.total_price) != order.total:
            yield f"order {pk}: its prices do not add up."
        if any(line.tax_rate * 10_000 != order.tax_rate for line in rows.values()):
            yield f"order {pk}: it has another tax rate than the shop had."

    def follow_payment(self, pk: int, row: Row) -> Iterator[str]:
        was = self.before.payments.get(pk)
        if row.status != "completed" or (was and was.status == "completed"):
            return
        order = self.shop.orders.get(row.order_id)
        amount, fee = to_cents(row.amount), to_cents(row.fee)
        if order is None or row.is_extra:
            of, buyer = (order.public_id, order.buyer) if order else (row.capture_id, 0)
            self.extra[pk] = order = Order(-pk, of, buyer, {}, amount, 0, 0)
        elif order.paid is not None:
            yield f"order {order.pk}: it was paid twice."
        self.capture(order, amount, "cash" if row.method == "cash" else "paypal", row.posted_on, fee)
        if pk not in self.extra:
            yield from self.judge_capture(order, amount)

    def judge_capture(self, order: Order, amount: int) -> Iterator[str]:
        """Money that arrives against a rule goes to review."""
        status, was = self.facts.orders[order.pk].status, self.before.orders.get(order.pk)
        reasons = []
        if amount != order.total:
            reasons.append("another amount")
        if was and was.status in UNPAID and self.is_code_used_up(order):
            reasons.append("a code that is used up")
        if reasons and status in ("paid", "partly_refunded"):
            yield f"order {order.pk}: it is {status}, and its money arrived against a rule: {', '.join(reasons)}."

    def is_code_used_up(self, order: Order) -> bool:
        codes = {row.voucher_id for row in self.before.discounts.values() if row.line_id in order.lines}
        return any(self.count_uses(code, order.pk) >= self.limits[code] for code in codes if code in self.limits)

    limits: dict[int | None, int] = {}
    """By code, how many orders may use it."""

    def count_uses(self, code: int | None, besides: int) -> int:
        lines = {row.line_id for row in self.before.discounts.values() if row.voucher_id == code}
        users = {self.before.lines[pk].order_id for pk in lines if self.is_taken(self.before.lines[pk].booking_id)}
        return len(users - {besides})

    def is_taken(self, booking: int) -> bool:
        """Return whether the seats are taken during the whole step. They may end before the money arrives."""
        return all(self.is_booked(facts.bookings[booking]) for facts in (self.before, self.facts))

    def is_booked(self, row: Row) -> bool:
        held = row.status == "pending" and (row.held_until is None or row.held_until > self.now)
        return row.status == "confirmed" or held

    def capture(self, order: Order, amount: int, account: str, day: date | None, fee: int) -> None:
        self.shop.capture(order, amount, account=account, month=f"{day:%Y-%m}" if day else "", fee=fee)

    # --- Refunds -----------------------------------------------------------------------------------------------------

    def follow_refund(self, pk: int, row: Row) -> Iterator[str]:
        order, asked = self.get_order(row), to_cents(row.asked_amount or row.amount)
        if pk not in order.refunds and self.get_kind(order, row) == "due" and asked != order.left:
            yield f"payment {row.payment_id}: refund {pk} asked for {asked} cents, and {order.left} were left."
        if pk not in order.refunds and row.status == "failed":
            order.refunds[pk] = Refund(pk, to_cents(row.amount), status="failed")  # refused in the same step
        if pk not in order.refunds:
            yield from self.request(order, pk, row)
        refund = order.refunds[pk]
        if refund.kind == "paypal" and row.kind == "reversal":
            self.convert(order, refund)
        if refund.amount != to_cents(row.amount) and refund.status != "completed":
            refund.amount = to_cents(row.amount)
        if row.status in ("requested", "pending"):
            refund.status = row.status
        elif row.status == "completed" and refund.status != "completed":
            account = "cash" if order.account == "cash" else "paypal" if row.payment_id else "bank"
            month = f"{row.posted_on:%Y-%m}" if row.posted_on else ""
            self.shop.complete(order, refund, account=account, month=month, fee=-to_cents(row.fee_back))
        elif row.status == "failed" and refund.kind == "release":
            refund.status = "failed"
        elif row.status == "failed" and refund.status == "completed":
            yield f"order {order.pk}: refund {pk} was completed and failed later."
        elif row.status == "failed" and refund.status != "failed":
            order.fail(refund)

    def follow_return(self, row: Row) -> None:
        if row.returns_id and row.posted_on:
            order = self.get_order(row)
            refund = order.refunds[row.returns_id]
            self.shop.undo_reversal(order, refund, month=f"{row.posted_on:%Y-%m}", fee=-to_cents(row.fee_back))

    def convert(self, order: Order, refund: Refund) -> None:
        """It looked like a refund at first. Its seats are booked again, if nobody else has them."""
        refund.kind, refund.parts = "reversal", []
        for line in order.lines.values():
            if self.facts.bookings[line.booking].status == "confirmed":
                self.revive(line, refund)

    def follow_releases(self) -> None:
        """Staff accepted the money of a reversal that was undone: seats of dates ahead are booked again."""
        parts = {(part.refund_id, part.line_id) for part in self.facts.parts.values()}
        for order in self.shop.orders.values():
            for release in [each for each in order.refunds.values() if each.kind == "release"]:
                for line in [each for each in order.lines.values() if (release.pk, each.pk) not in parts]:
                    self.revive(line, release)

    def revive(self, line: Line, refund: Refund) -> None:
        for seat in line.seats:
            if seat.refund == refund.pk:
                seat.refund, seat.gone = None, False

    def get_order(self, row: Row) -> Order:
        return self.extra.get(row.payment_id or 0) or self.shop.orders[row.order_id]

    def request(self, order: Order, pk: int, row: Row) -> Iterator[str]:
        """Add a refund, and check that it is what was asked for and worth its seats."""
        parts = [
            Part(part.line_id, part.seats, to_cents(part.amount), to_cents(part.fee), to_cents(part.donated))
            for part in self.facts.iter_parts(pk)
        ]
        refund = Refund(pk, to_cents(row.amount), to_cents(row.of_gift), parts, self.get_kind(order, row))
        ask = self.shop.ask if self.shop.ask and self.shop.ask.order == order.pk else None
        if refund.kind == "asked":
            refund.kind = "return" if ask and ask.kind == "return" else "amount" if ask and ask.amount else "seats"
            yield from self.compare_request(order, refund, ask)
        elif refund.kind == "paypal" and order.is_sold:
            yield from self.compare_refund_at_paypal(order, refund)
        order.request(refund)

    def get_kind(self, order: Order, row: Row) -> str:
        if row.kind in KINDS:
            return KINDS[row.kind]
        is_due = order.pk < 0 or self.facts.orders[order.pk].status in ("refund_due", "refunded")
        return "due" if is_due and not self.shop.ask and not order.is_sold else "asked"

    def compare_request(self, order: Order, refund: Refund, ask: Ask | None) -> Iterator[str]:
        seats = {part.line: part.seats for part in refund.parts}
        if ask is None:
            if not all(self.is_chosen(pk) or order.lines[pk].date in self.shop.canceled_at_once for pk in seats):
                yield f"order {order.pk}: refund {refund.pk} was asked for by nobody."
            ask = Ask(order.pk, seats)
        everything = ask.kind == "everything"
        wanted = {pk: len(line.open) for pk, line in order.lines.items() if line.open} if everything else ask.seats
        if seats != wanted:
            yield f"order {order.pk}: {wanted} seats were asked for, and refund {refund.pk} has {seats}."
            return
        if ask.kind == "return":
            worth, fee, gift = 0, 0, 0
        else:
            values = order.get_values(wanted)
            worth = sum(values.values())
            fee = min(sum(order.lines[pk].policy[2] * n for pk, n in wanted.items()), worth) if ask.has_fee else 0
            gift = worth - fee if ask.kind == "gift" else 0
        amount = worth - fee - gift
        if ask.kind == "amount":
            amount = ask.amount
        elif everything:
            amount = max(order.left, 0)
        elif ask.kind == "order's gift":
            amount += order.gift_left
        kept_fee, kept_gift = (sum(getattr(part, name) for part in refund.parts) for name in ("fee", "gift"))
        if (refund.amount, kept_fee, kept_gift) != (amount, fee, gift):
            yield (
                f"order {order.pk}: refund {refund.pk} of {seats} seats has {refund.amount}, a fee of {kept_fee} and a "
                f"gift of {kept_gift} cents, and not {amount}, {fee} and {gift}."
            )

    def compare_refund_at_paypal(self, order: Order, refund: Refund) -> Iterator[str]:
        wanted = order.choose_at_paypal(refund.amount)
        seats = {part.line: part.seats for part in refund.parts}
        if seats != wanted:
            yield f"order {order.pk}: refund {refund.pk} at PayPal returns {seats} seats, and not {wanted}."

    def is_chosen(self, line: int) -> bool:
        """Return whether staff have changed the line's date."""
        return any(row.line_id == line for row in self.facts.choices.values())

    def may_choose(self, line: int, now: datetime) -> bool:
        """Return whether its buyer may choose now what becomes of the seats, whatever the policy says."""
        rows = self.facts.choices.values()
        return any(row.line_id == line and row.outcome == "undecided" and row.until > now for row in rows)

    # --- Seats -------------------------------------------------------------------------------------------------------

    def follow_links(self) -> None:
        """Friends whose seats were withdrawn by staff, or with a refund of all seats, hold them no longer."""
        claimed = {row.public_id for row in self.facts.links.values() if row.state == "claimed"}
        for row in self.before.links.values():
            if (
                row.state == "claimed"
                and row.public_id not in claimed
                and (line := self.shop.find_line(row.booking_id))
            ):
                self.shop.give_back(line, row.public_id)
        links = {pk: row.public_id for pk, row in self.facts.links.items()}
        for each in self.facts.passes.values():
            self.shop.holders.setdefault(each.h, links.get(each.seat_link_id or 0, BUYER))

    def follow_moved_dates(self) -> None:
        """Who came in before a date moved to another evening is no longer inside."""
        for pk, row in self.facts.dates.items():
            was = self.before.dates.get(pk)
            if was and was.starts_at != row.starts_at and row.starts_at - self.now > EARLY:
                self.shop.begin_evening(pk)

    def compare_order(self, pk: int) -> Iterator[str]:
        order, row = self.shop.orders[pk], self.facts.orders[pk]
        was, order.status = order.status, row.status
        is_sold = order.is_sold
        if row.status == "refunded" and was in (*UNPAID, *WAITING) and not self.has_seats(order):
            order.end()
        if row.status == "review" and was == "refunded":
            order.reopen()
        for line in order.lines.values():
            yield from self.compare_line(order, line, is_sold)
        if is_sold and row.status != order.get_settled_status():
            yield f"it is {row.status}, and not {order.get_settled_status()} (it was {was})."
        if row.status in UNPAID and order.net > 0:
            yield f"it is {row.status}, and {order.net} cents of it are kept."

    def has_seats(self, order: Order) -> bool:
        return any(self.facts.bookings[line.booking].status == "confirmed" for line in order.lines.values())

    def compare_line(self, order: Order, line: Line, is_sold: bool) -> Iterator[str]:
        booking = self.facts.bookings[line.booking]
        live = booking.seats if booking.status == "confirmed" else 0
        if not is_sold:
            if live:
                yield f"it is {order.status} and has {live} confirmed seats."
            return
        if live != len(line.live):
            yield f"line {line.pk} has {live} live seats, and not {len(line.live)}."
        returning = sum(seat.refund is not None for seat in line.live)
        if booking.returning != returning:
            yield f"line {line.pk}: {booking.returning} seats are being returned, and not {returning}."
        if booking.occurrence_id != line.date:
            yield f"line {line.pk} is on date {booking.occurrence_id}, and not {line.date}."
        claimed = {
            link.public_id
            for link in self.facts.links.values()
            if link.booking_id == line.booking and link.state == "claimed"
        }
        friends = {seat.holder for seat in line.live if seat.holder not in (BUYER, HOUSE)}
        if claimed != friends:
            yield f"line {line.pk}: friends have {claimed}, and not {friends}."
