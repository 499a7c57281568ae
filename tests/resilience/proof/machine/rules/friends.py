"""Buyers send seats to friends, who claim them and give them back."""

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from tests.bookings.seat_links import get_token
from tests.resilience.proof.machine.world import World, choose, picks

OVER = ("over", "claimed", "not_found", "dead_link")


class FriendRules(World):
    """Tokens are never thrown away, so that those of revoked links and former guests are used as well."""

    @rule(pick=picks, count=st.integers(1, 3), twice=st.booleans())
    def send_links(self, pick: int, count: int, twice: bool) -> None:
        found = [(order, line) for order, line in self.list_lines() if order.buyer in self.buyers]
        if not (chosen := choose(pick, found)):
            return
        order, line = chosen
        path = f"/api/bookings/{line.public_id}/links"
        answer = self.call_once(self.buyers[order.buyer], path, {"count": count}, twice=twice)
        if answer.status_code == 201:
            for link in answer.json()["links"]:
                self.tokens[get_token(link["url"])] = (link["_id"], line.booking)

    @precondition(lambda self: self.tokens)
    @rule(pick=picks, email=st.sampled_from(["", "sam@example.com"]))
    def claim_seat(self, pick: int, email: str) -> None:
        token = list(self.tokens)[-1 - pick % len(self.tokens)]
        link, booking = self.tokens[token]
        line = self.shop.find_line(booking)
        assert line
        refusals = self.shop.judge_claim(line)
        answer = self.call(self.anybody, "post", f"/api/seats/{token}", {"firstName": "Sam", "email": email})
        if self.check(answer, refusals, (*OVER, "already_in") if self.shop.has_entered(line) else OVER):
            self.shop.claim(line, link)
            self.tickets[get_token(answer.json()["ticketUrl"])] = (link, booking)

    @precondition(lambda self: self.tickets)
    @rule(pick=picks)
    def give_seat_back(self, pick: int) -> None:
        token = list(self.tickets)[-1 - pick % len(self.tickets)]
        link, booking = self.tickets[token]
        line = self.shop.find_line(booking)
        assert line
        refusals = self.shop.judge_give_back(line, link)
        if self.check(
            self.call(self.anybody, "post", f"/api/seats/{token}/give-back"),
            refusals,
            (*OVER, "already_in") if self.shop.has_entered(line) else OVER,
        ):
            self.shop.give_back(line, link)

    @precondition(lambda self: self.tokens)
    @rule(pick=picks, by_staff=st.booleans())
    def revoke_link(self, pick: int, by_staff: bool) -> None:
        link, booking = list(self.tokens.values())[-1 - pick % len(self.tokens)]
        line = self.shop.find_line(booking)
        order = next(each for each in self.shop.orders.values() if line in each.lines.values())
        client = self.staff if by_staff else self.get_client(order.buyer)
        if self.call(client, "delete", f"/api/links/{link}").status_code == 200 and line:
            self.shop.give_back(line, link)
