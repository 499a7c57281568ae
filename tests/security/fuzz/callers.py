"""The users who make generated calls, and the IDs of existing objects."""

from dataclasses import dataclass

import requests

from tests.support.servers.running_shop import STAFF, RunningShop
from tests.support.shopping import Shopper, next_week

PASSWORD = "a few random words"


@dataclass
class Callers:
    shop: RunningShop
    sessions: dict[str, requests.Session]
    emails: dict[str, str]
    ids: dict[str, str]  # by resource, as in the paths

    def sign_in_again(self, who: str) -> None:
        """Replace a session that a call ended, if the user can still sign in."""
        if email := self.emails.get(who):
            session = sign_in(self.shop, email)
            if session.cookies:
                self.sessions[who] = session

    def ids_for(self, path: str) -> dict[str, str]:
        resource = path.split("/")[2]
        if "{public_id}" in path and resource in self.ids and "/sessions/" not in path:
            return {"public_id": self.ids[resource]}
        return {}


def sign_in(shop: RunningShop, email: str) -> requests.Session:
    session = requests.Session()
    session.post(f"{shop.url}/api/users/auth", json={"email": email, "password": PASSWORD}, timeout=60)
    return session


def create_callers(shop: RunningShop) -> Callers:
    staff = shop.as_staff()
    event = shop.add_event(name="Friday Draft", price=12, maximumEventCapacity=500, **next_week())
    emails = {who: f"{who.replace(' ', '-')}@example.com" for who in ("user", "other user", "flagged", "deactivated")}
    user_ids = {}
    for who, email in emails.items():
        user = {"email": email, "password": PASSWORD, "firstName": "Ana", "lastName": "Diaz"}
        made = shop.client().call("POST", "/api/users", user)
        made.raise_for_status()
        user_ids[who] = made.json()["_id"]
    sessions = {who: sign_in(shop, email) for who, email in emails.items()}
    buyer = shop.client()
    buyer.http = sessions["user"]
    order = Shopper(shop, buyer).buy(event, seats=2)
    staff.call("PUT", "/api/users/reset-password", {"userId": user_ids["flagged"]}).raise_for_status()
    sessions["flagged"] = sign_in(shop, emails["flagged"])
    staff.call("PUT", f"/api/users/{user_ids['deactivated']}", {"isDeactivated": True}).raise_for_status()
    sessions |= {"anonymous": requests.Session(), "admin": staff.http}
    emails = {who: emails[who] for who in ("user", "other user", "flagged")} | {"admin": STAFF["email"]}
    booking = order["orderItems"][0]["bookings"][0]["_id"]
    ids = {"products": event["_id"], "orders": order["_id"], "bookings": booking, "users": user_ids["user"]}
    return Callers(shop, sessions, emails, ids)
