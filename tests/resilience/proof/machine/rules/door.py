"""Volunteers let guests in, undo that, and sell for cash: with a connection, or at an earlier price without one."""

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from tests.door.till_calls import TillClient, build_sale, format_now, give_back, open_door
from tests.resilience.proof.machine.money import get_tax
from tests.resilience.proof.machine.orders import BUYER
from tests.resilience.proof.machine.shop import Admission, Ask
from tests.resilience.proof.machine.world import World, choose, picks

EARLIER = ("10.00", "7.35", "12.00")  # prices with which a phone without a connection may still sell


class DoorRules(World):
    @rule(pick=picks, count=st.integers(1, 3))
    def let_in(self, pick: int, count: int) -> None:
        """Let guests in with a pass, as its holder has it now."""
        found = self.list_passes()
        if not (chosen := choose(pick, found)):
            return
        h, seats, booking, date = chosen
        phone, line = self.get_phone(date), self.shop.find_line(booking)
        assert line
        (result,) = phone.report({"kind": "in", "h": h, "seats": count, "how": "scan", "at": format_now()})
        admission = Admission(h, booking, date, count, seats)
        verdict = self.shop.let_in((self.numbers[date], phone.seq), line, admission, self.shop.holders.get(h, BUYER))
        self.entered[date].append((self.numbers[date], phone.seq))
        assert (result["answer"], result["conflict"]) == ("stored", verdict), (result, verdict)

    @precondition(lambda self: self.shop.log)
    @rule(pick=picks, by_staff=st.booleans())
    def undo_entry(self, pick: int, by_staff: bool) -> None:
        keys = [key for key, each in self.shop.log.items() if not each.undone]
        if not (key := choose(pick, keys[::-1])):
            return
        date = next(date for date, entered in self.entered.items() if key in entered)
        phone = self.phones[date]
        if by_staff or date not in [each.pk for each in self.list_dates()]:  # phones are signed out after the end
            body = {"device": key[0], "seq": key[1], "reason": "Wrong guest"}
            assert self.call(self.staff, "post", f"/api/door/nights/{self.doors[date]}/undo", body).status_code == 200
        else:
            assert phone.report({"kind": "undo", "of": key[1], "at": format_now()})[0]["answer"] == "stored"
        self.shop.undo(key, self.shop.find_line(self.shop.log[key].booking))

    # --- Cash --------------------------------------------------------------------------------------------------------

    @rule(pick=picks, count=st.integers(1, 2))
    def sell(self, pick: int, count: int) -> None:
        if date := choose(pick, self.list_dates()):
            phone = self.get_phone(date.pk)
            answer = phone.sell(count)
            if answer.status_code != 201:
                assert answer.status_code == 409, answer.content
                phone.seq -= 1  # the number is free again
                return
            price = int(date.event.price * 100) * count
            total = price + get_tax(price, self.shop.tax_rate)
            assert round(answer.json()["total"] * 100) == total, answer.json()
            self.seat_sold_guests(date.pk, phone, count)

    @rule(pick=picks, count=st.integers(1, 2), price=st.sampled_from(EARLIER))
    def report_sale(self, pick: int, count: int, price: str) -> None:
        """A phone without a connection sold seats, perhaps at an earlier price. The order is worth what was taken."""
        if not (date := choose(pick, self.list_dates())):
            return
        phone = self.get_phone(date.pk)
        charged = int(float(price) * 100) * count
        total = charged + get_tax(charged, self.shop.tax_rate)
        (result,) = phone.report(build_sale(count, total / 100, 100, allotment=False) | {"at": format_now()})
        assert result["answer"] == "stored", result
        self.seat_sold_guests(date.pk, phone, count, total)

    def seat_sold_guests(self, date: int, phone: TillClient, count: int, total: int | None = None) -> None:
        """The guests of a sale are inside immediately."""
        known = set(self.shop.orders)
        self.observe()
        if not (new := set(self.shop.orders) - known):
            return  # there were no seats, and the cash has to be given back
        order = self.shop.orders[new.pop()]
        (line,) = order.lines.values()
        assert total is None or order.paid in (total, None), f"{total} cents were taken, and {order.paid} are recorded."
        h = next(row.h for row in self.observer.facts.passes.values() if row.booking_id == line.booking)
        self.shop.holders[h] = line.seats[0].holder
        self.shop.let_in(
            (self.numbers[date], phone.seq), line, Admission(h, line.booking, date, count, count), line.seats[0].holder
        )
        self.entered[date].append((self.numbers[date], phone.seq))

    @precondition(lambda self: self.doors)
    @rule(pick=picks, which=picks, count=st.integers(1, 2))
    def give_cash_back(self, pick: int, which: int, count: int) -> None:
        found = [(order, line) for order, line in self.list_lines() if order.account == "cash" and line.open]
        chosen, door_id = choose(pick, found), choose(which, list(self.doors.values()))
        if chosen and door_id:
            order, line = chosen
            count = min(count, len(line.open))
            self.shop.ask = Ask(order.pk, {line.pk: count})
            answer = give_back(self.staff, door_id, order.public_id, count)
            assert answer.status_code == 201, answer.content

    # --- Phones ------------------------------------------------------------------------------------------------------

    def get_phone(self, date: int) -> TillClient:
        """Return the till of a date, with an open drawer."""
        if date not in self.phones:
            occurrence = next(each for each in self.list_dates() if each.pk == date)
            self.doors[date] = open_door(self.staff, occurrence)
            self.phones[date] = TillClient(self.staff, self.doors[date])
            assert self.phones[date].open_drawer().status_code == 200
            self.entered[date] = []
            (phone,) = self.staff.get(f"/api/door/nights/{self.doors[date]}").json()["devices"]
            self.numbers[date] = phone["device"]
        return self.phones[date]

    entered: dict[int, list[tuple[str, int]]]
    numbers: dict[int, str]
    """By which the organizer's list names the phone of a date."""

    def list_passes(self) -> list[tuple[str, int, int, int]]:
        """Return the live passes of orders' bookings on coming dates: hash, seats, booking and date; newest first."""
        dates, facts = {date.pk for date in self.list_dates()}, self.observer.facts
        found = []
        for row in reversed(facts.passes.values()):
            booking = facts.bookings[row.booking_id]
            is_here = booking.status == "confirmed" and booking.occurrence_id in dates
            if is_here and not row.ended_because and self.shop.find_line(row.booking_id):
                found.append((row.h, row.seats, row.booking_id, booking.occurrence_id))
        return found

    def compare_doors(self) -> list[str]:
        """Check that nothing has changed what was decided about earlier entries, and who is inside."""
        found = []
        for date, door_id in self.doors.items():
            shown: dict[str, Any] = self.staff.get(f"/api/door/nights/{door_id}").json()
            conflicts = {(row["device"], row["seq"]): row["conflict"] for row in shown["conflicts"]}
            for key in self.entered[date]:
                admission = self.shop.log[key]
                if not admission.undone and conflicts.get(key) != admission.verdict:
                    found.append(f"entry {key} was {admission.verdict} and is now {conflicts.get(key)}")
            bookings = {self.shop.log[key].booking for key in self.entered[date]}
            counted = sum(sum(self.shop.count_inside(booking, date).values()) for booking in bookings)
            if shown["in"] != counted:
                found.append(f"{shown['in']} guests are in on date {date}, and not {counted}")
        return found
