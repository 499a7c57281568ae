"""Buyers send seats to friends, who claim them and give them back."""

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from bookings.models import SeatLink
from tests.bookings.seat_links import get_token
from tests.resilience.proof.histories.history_base import HistoryBase, choose, picks


class SeatLinkRules(HistoryBase):
    """Tokens are never thrown away, so that those of revoked links and former guests are used as well."""

    @precondition(lambda self: self.orders)
    @rule(pick=picks, count=st.integers(1, 3), twice=st.booleans())
    def send_links(self, pick: int, count: int, twice: bool) -> None:
        if booking := self.find_sold(pick):
            path = f"/api/bookings/{booking.public_id}/links"
            answer = self.call_once(self.get_client(booking.user_id), path, {"count": count}, twice=twice)
            if answer.status_code == 201:
                self.tokens += [get_token(link["url"]) for link in answer.json()["links"]]

    @precondition(lambda self: self.tokens)
    @rule(pick=picks, email=st.sampled_from(["", "sam@example.com"]))
    def claim_seat(self, pick: int, email: str) -> None:
        path = f"/api/seats/{self.get_token(pick)}"
        self.call(self.anybody, "get", path)
        answer = self.call(self.anybody, "post", path, {"firstName": "Sam", "email": email})
        if answer.status_code == 201:
            self.tokens.append(get_token(answer.json()["ticketUrl"]))

    @precondition(lambda self: self.tokens)
    @rule(pick=picks)
    def give_seat_back(self, pick: int) -> None:
        self.call(self.anybody, "post", f"/api/seats/{self.get_token(pick)}/give-back")

    @precondition(lambda self: self.tokens)
    @rule(pick=picks, by_staff=st.booleans())
    def revoke_link(self, pick: int, by_staff: bool) -> None:
        links = SeatLink.objects.exclude(state=SeatLink.State.REVOKED).select_related("booking").order_by("-pk")
        if link := choose(pick, links):
            client = self.staff if by_staff else self.get_client(link.booking.user_id)
            self.call(client, "delete", f"/api/links/{link.public_id}")

    def get_token(self, pick: int) -> str:
        """Return a token, for 0 the newest."""
        return self.tokens[-1 - pick % len(self.tokens)]
