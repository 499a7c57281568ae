"""`python -m tests.security.fuzz --cases 20000`: calls generated from the API's schema, sent to running shops.

No answer may be a 5xx, all but spreadsheets, the schema and HTML pages must be JSON, every success must match the
schema, and every refusal must have a message. Prints a line of figures; exits with 1 if there was a fault or fewer
calls were made than requested.

Two shops run in parallel, each for half of the schema's operations, because generating a call costs more than answering
it. They use the tests' fast password hasher.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain, count, repeat
from tempfile import TemporaryDirectory
from typing import Any

import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import InvalidArgument, Unsatisfiable
from schemathesis import Case
from schemathesis.checks import not_a_server_error
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import response_schema_conformance

from tests.support.servers.running_shop import STAFF, RunningShop
from tests.support.shopping import Shopper, next_week

# The callers of a hundred cases of one operation: users with more rights make more calls.
SHARES = {"admin": 45, "user": 25, "anonymous": 10, "other user": 8, "flagged": 7, "deactivated": 5}
MODES = (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
STRIDE = 37  # through the hundred callers, so that a few calls come from all of them
SHOPS = 2
MAX_ROUNDS = 6  # operations with few cases need others to make more
MIN_SHARE = 0.5  # of the requested cases; an operation with fewer is not repeated
OTHER_TYPES = ("text/csv", "application/vnd.oai.openapi", "text/html")
PASSWORD = "a few random words"
ENDS_SESSION = ("/api/users/logout", "/api/users/logout-everywhere", "/api/users/sessions", "change-password")


# --- Callers ----------------------------------------------------------------------------------------------------------


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


# --- Calls ------------------------------------------------------------------------------------------------------------


@dataclass
class Findings:
    calls: int = 0
    statuses: Counter[int] = field(default_factory=Counter)
    faults: dict[str, str] = field(default_factory=dict)  # the first of each kind, as a curl command
    consistency: list[str] = field(default_factory=list)  # the last line of `check_books`

    def note(self, kind: str, case: Case[Any], detail: str) -> None:
        key = f"{case.method} {case.operation.path}: {kind}"
        self.faults.setdefault(key, f"{detail}\n    {case.as_curl_command()[:600]}")

    def add(self, other: "Findings") -> None:
        self.calls += other.calls
        self.statuses += other.statuses
        self.faults = other.faults | self.faults
        self.consistency += other.consistency


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=20_000)
    parser.add_argument("--only", default="", help="a part of the path")
    arguments = parser.parse_args()
    findings = Findings()
    with ProcessPoolExecutor(SHOPS) as shops:
        share = -(-arguments.cases // SHOPS)
        for found in shops.map(fuzz_one_shop, range(SHOPS), repeat(share), repeat(arguments.only)):
            findings.add(found)
    report(findings)
    enough = findings.calls >= arguments.cases or bool(arguments.only)
    return 0 if enough and not findings.faults and all("No violations" in line for line in findings.consistency) else 1


def fuzz_one_shop(number: int, cases: int, only: str) -> Findings:
    limits = {"LIMITS_FACTOR": "100000", "MAX_HELD_ORDERS": "1000000"}
    flags = limits | {"DJANGO_SETTINGS_MODULE": "tests.settings", "WEB_WORKERS": "1"}
    with (
        TemporaryDirectory(prefix="fuzz-") as folder,
        RunningShop(seed=True, flags=flags, database_url=f"sqlite:///{folder}/shop.sqlite3") as shop,
    ):
        findings = fuzz(shop, number, cases, only)
        findings.consistency.append(shop.check_books().strip().splitlines()[-1])
    return findings


def fuzz(shop: RunningShop, number: int, cases: int, only: str) -> Findings:
    """Call every SHOPS-th operation of the schema, in rounds until there are enough calls."""
    findings, callers = Findings(), create_callers(shop)
    operations = [found.ok() for found in load_schema(shop).get_all_operations()][number::SHOPS]
    calls = [GeneratedCalls(operation, mode) for operation in operations if only in operation.path for mode in MODES]
    for _ in range(MAX_ROUNDS):
        missing = cases - findings.calls
        if missing <= 0 or not calls:
            break
        each = -(-missing // len(calls))
        calls = [call for call in calls if call.make(each, callers, findings) >= each * MIN_SHARE]
    return findings


def cycle_callers() -> Iterator[str]:
    """Yield the names of callers in turn, as often as SHARES says."""
    line = list(chain.from_iterable(repeat(who, share) for who, share in SHARES.items()))
    yield from (line[turn * STRIDE % len(line)] for turn in count())


def load_schema(shop: RunningShop) -> Any:
    schema = requests.get(f"{shop.url}/api/schema?format=json", headers={"Accept": "application/json"}, timeout=60)
    return schemathesis.openapi.from_dict(without_sign_ins(read_schema(schema)))


def without_sign_ins(schema: dict[str, Any]) -> dict[str, Any]:
    """Remove authentication from the schema. Callers have cookies, which generated ones would replace."""
    for methods in schema["paths"].values():
        for operation in methods.values():
            operation.pop("security", None)
    return {name: part for name, part in schema.items() if name != "security"}


def read_schema(answer: requests.Response) -> dict[str, Any]:
    if "json" in answer.headers["Content-Type"]:
        return dict(answer.json())
    import yaml  # noqa: PLC0415  # a dependency of drf-spectacular

    return dict(yaml.safe_load(answer.text))


class GeneratedCalls:
    """Valid or invalid calls of one operation. Building the strategy is slow and done once."""

    def __init__(self, operation: Any, mode: GenerationMode) -> None:
        self.operation, self.mode = operation, mode
        self.strategy = operation.as_strategy(generation_mode=mode)
        self.names = cycle_callers()

    def make(self, number: int, callers: Callers, findings: Findings) -> int:
        """Make up to `number` calls. Return how many were made."""
        ids, before = callers.ids_for(self.operation.path), findings.calls
        quiet = {"database": None, "deadline": None, "print_blob": False, "suppress_health_check": list(HealthCheck)}

        @settings(max_examples=number, phases=[Phase.generate], **quiet)
        @given(self.strategy)
        def try_one(case: Case[Any]) -> None:
            if ids and findings.calls % 2:  # every other call has existing IDs
                case.path_parameters = {**(case.path_parameters or {}), **ids}
            send(case, next(self.names), callers, findings)

        with suppress(Unsatisfiable, InvalidArgument):  # the figures show how many calls were possible
            try_one()
        made = findings.calls - before
        print(f"{self.operation.label}, {self.mode.value}: {made} calls", flush=True)
        return made


def send(case: Case[Any], who: str, callers: Callers, findings: Findings) -> None:
    try:
        answer = case.call(base_url=callers.shop.url, session=callers.sessions[who], timeout=60)
    except (requests.RequestException, UnicodeError, ValueError):
        return  # HTTP cannot carry it
    findings.calls += 1
    findings.statuses[answer.status_code] += 1
    if any(end in case.operation.path for end in ENDS_SESSION) and answer.status_code < 300:
        callers.sign_in_again(who)
    kind = (answer.headers.get("content-type") or [""])[0]
    if answer.status_code >= 500:
        findings.note(f"answered {answer.status_code}", case, answer.text[:200])
    elif answer.content and not kind.startswith(("application/json", *OTHER_TYPES)):
        findings.note(f"answered {kind}", case, answer.text[:200])
    elif answer.status_code >= 400 and not has_message(answer.text):
        findings.note(f"{answer.status_code} without a message", case, answer.text[:200])
    elif answer.status_code < 300:
        check_schema(case, answer, findings)


def has_message(text: str) -> bool:
    try:
        return bool(json.loads(text)["message"])
    except (ValueError, KeyError, TypeError):
        return False


def check_schema(case: Case[Any], answer: Any, findings: Findings) -> None:
    documented = {str(status) for status in case.operation.definition.raw.get("responses", {})}
    if str(answer.status_code) not in documented:
        findings.note(f"{answer.status_code} is not in the schema", case, answer.text[:200])
        return
    try:
        case.validate_response(answer, checks=[not_a_server_error, response_schema_conformance])
    except BaseException as failure:  # a group of failures is not an Exception
        if isinstance(failure, KeyboardInterrupt):
            raise
        findings.note("the answer does not match the schema", case, str(failure)[:600])


def report(findings: Findings) -> None:
    for key, detail in sorted(findings.faults.items()):
        print(f"\n{key}\n    {detail}")
    crashes = sum(number for status, number in findings.statuses.items() if status >= 500)
    spread = ", ".join(f"{status}: {number}" for status, number in sorted(findings.statuses.items()))
    print("\n" + "\n".join(findings.consistency))
    print(f"Fuzz: {findings.calls:,} calls, {crashes} × 5xx, {len(findings.faults)} kinds of faults ({spread})")


if __name__ == "__main__":
    sys.exit(main())
