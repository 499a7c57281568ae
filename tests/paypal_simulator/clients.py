"""A client of the simulator."""

import json
from typing import Any

import requests


class Client:
    """A client of a simulator's REST API and control interface."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.session = requests.Session()
        self.session.trust_env = False
        credentials = ("simulator-client-id", "simulator-client-secret")
        data = {"grant_type": "client_credentials"}
        answer = self.session.post(f"{self.url}/v1/oauth2/token", data=data, auth=credentials, timeout=5)
        self.session.headers["Authorization"] = f"Bearer {answer.json()['access_token']}"

    def get(self, path: str) -> requests.Response:
        return self.session.get(self.url + path, timeout=5)

    def post(self, path: str, body: Any = None, key: str = "", timeout: float = 5) -> requests.Response:
        headers = {"Content-Type": "application/json", "Prefer": "return=representation"}
        headers |= {"PayPal-Request-Id": key} if key else {}
        data = b"" if body is None else json.dumps(body)
        return self.session.post(self.url + path, data=data, headers=headers, timeout=timeout)

    def create(self, body: Any = None, timeout: float = 5) -> requests.Response:
        return self.post("/v2/checkout/orders", build_order() if body is None else body, timeout=timeout)

    def capture(self, order_id: str, key: str = "") -> requests.Response:
        return self.post(f"/v2/checkout/orders/{order_id}/capture", key=key)

    def control(self, path: str, **body: Any) -> Any:
        answer = self.post(f"/_control/{path}", body)
        assert answer.ok, answer.text
        return answer.json()

    def state(self) -> Any:
        return self.get("/_control/state").json()

    def approved(self, body: Any = None) -> str:
        """Create and approve an order. Return its ID."""
        order_id = str(self.create(body).json()["id"])
        self.control(f"orders/{order_id}/approve")
        return order_id


def build_order(**unit: Any) -> dict[str, Any]:
    amount = {"currency_code": "USD", "value": "23.00"}
    return {"intent": "CAPTURE", "purchase_units": [{"amount": amount, **unit}]}


def get_issue(answer: requests.Response) -> str:
    """Return the status and the first issue of an error."""
    return f"{answer.status_code} {answer.json()['details'][0]['issue']}"
