"""Everybody who calls while calls are made up, and the ids of what there is to be called about."""

from dataclasses import dataclass

import requests

from tests.support.servers.running_shop import STAFF, RunningShop
from tests.support.shopping import Shopper, next_week

PASSWORD = "a few random words"


@dataclass
class Cast:
    shop: RunningShop
    sessions: dict[str, requests.Session]
    emails: dict[str, str]
    things: dict[str, str]

    def session(self, who: str) -> requests.Session:
        return self.sessions[who]

    def sign_in_again(self, who: str) -> None:
        """After a call that ended the sign-in; whoever cannot sign in any more goes on as they are."""
        if email := self.emails.get(who):
            fresh = signed_in(self.shop, email)
            if fresh.cookies:
                self.sessions[who] = fresh

    def ids_for(self, path: str) -> dict[str, str]:
        room = path.split("/")[2]
        if "{public_id}" in path and room in self.things and "/sessions/" not in path:
            return {"public_id": self.things[room]}
        return {}


def signed_in(shop: RunningShop, email: str) -> requests.Session:
    session = requests.Session()
    session.post(f"{shop.url}/api/users/auth", json={"email": email, "password": PASSWORD}, timeout=60)
    return session


def cast_at(shop: RunningShop) -> Cast:
    staff, night = (
        shop.as_staff(),
        shop.add_event(name="Fuzzy night", price=12, maximumEventCapacity=500, **next_week()),
    )
    emails = {who: f"{who.replace(' ', '-')}@example.com" for who in ("user", "other user", "flagged", "deactivated")}
    ids = {}
    for who, email in emails.items():
        person = {"email": email, "password": PASSWORD, "firstName": "Ana", "lastName": "Diaz"}
        made = shop.client().call("POST", "/api/users", person)
        made.raise_for_status()
        ids[who] = made.json()["_id"]
    sessions = {who: signed_in(shop, email) for who, email in emails.items()}
    buyer = shop.client()
    buyer.http = sessions["user"]
    order = Shopper(shop, buyer).buy(night, seats=2)
    staff.call("PUT", "/api/users/reset-password", {"userId": ids["flagged"]}).raise_for_status()
    sessions["flagged"] = signed_in(shop, emails["flagged"])
    staff.call("PUT", f"/api/users/{ids['deactivated']}", {"isDeactivated": True}).raise_for_status()
    sessions |= {"nobody": requests.Session(), "admin": staff.http}
    emails = {who: emails[who] for who in ("user", "other user", "flagged")} | {"admin": STAFF["email"]}
    booking = order["orderItems"][0]["bookings"][0]["_id"]
    things = {"products": night["_id"], "orders": order["_id"], "bookings": booking, "users": ids["user"]}
    return Cast(shop, sessions, emails, things)
