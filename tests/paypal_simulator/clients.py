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
        self.authorize()

    def authorize(self) -> None:
        credentials = ("simulator-client-id", "simulator-client-secret")
        data = {"grant_type": "client_credentials"}
        answer = self.session.post(f"{self.url}/v1/oauth2/token", data=data, auth=credentials, timeout=5)
        self.session.headers["Authorization"] = f"Bearer {answer.json()['access_token']}"

    def get(self, path: str, **options: Any) -> requests.Response:
        return self.session.get(self.url + path, timeout=options.pop("timeout", 5), **options)

    def post(self, path: str, body: Any = None, key: str = "", **options: Any) -> requests.Response:
        headers = {"Content-Type": "application/json", "Prefer": "return=representation"}
        headers |= ({"PayPal-Request-Id": key} if key else {}) | options.pop("headers", {})
        data = b"" if body is None else json.dumps(body)
        timeout = options.pop("timeout", 5)
        return self.session.post(self.url + path, data=data, headers=headers, timeout=timeout, **options)

    def create(self, body: Any = None, **options: Any) -> requests.Response:
        return self.post("/v2/checkout/orders", build_order() if body is None else body, **options)

    def capture(self, order_id: str, **options: Any) -> requests.Response:
        return self.post(f"/v2/checkout/orders/{order_id}/capture", **options)

    def refund(self, capture_id: str, value: str | None = None, **options: Any) -> requests.Response:
        body = {} if value is None else {"amount": usd(value)}
        return self.post(f"/v2/payments/captures/{capture_id}/refund", body, **options)

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

    def paid(self, body: Any = None) -> tuple[str, str]:
        """Create, approve and capture an order. Return the order's and the capture's ID."""
        order_id = self.approved(body)
        return order_id, get_capture(self.capture(order_id))["id"]


def usd(value: str) -> dict[str, str]:
    return {"currency_code": "USD", "value": value}


def build_order(value: str = "23.00", **unit: Any) -> dict[str, Any]:
    return {"intent": "CAPTURE", "purchase_units": [{"amount": usd(value), **unit}]}


def get_capture(answer: requests.Response) -> Any:
    return answer.json()["purchase_units"][0]["payments"]["captures"][0]


def get_issue(answer: requests.Response) -> str:
    """Return the status and the first issue of an error."""
    return f"{answer.status_code} {answer.json()['details'][0]['issue']}"
