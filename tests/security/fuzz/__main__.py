"""`python -m tests.security.fuzz --cases 20000`: calls made up from the API's schema, sent to running shops.

No answer may be a 5xx, none but a spreadsheet, the description and a file of pictures may be anything but JSON, every
success has to be what the description says, and every refusal has to bear a message. Ends with a line of figures, and
exit code 1 where anything broke or fewer calls were made than asked for.

Two shops are called side by side, each about half of what the description lists: making up a call costs more than
answering it. They hash passwords as the tests do, quickly; hashing is not what is looked for here.
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

from tests.security.fuzz.people import Cast, cast_at
from tests.support.servers.running_shop import RunningShop

# How a hundred cases of one call are shared: whoever may do most finds most.
SHARES = {"admin": 45, "user": 25, "nobody": 10, "other user": 8, "flagged": 7, "deactivated": 5}
MODES = (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
STRIDE = 37  # through the line of a hundred callers, so that a few calls have all of them
SHOPS = 2
MOST_ROUNDS = 6  # some calls cannot be made up in many ways; others make up for them
FEW = 0.5  # of what was asked for: a call that had less to say is not asked again
OTHER_KINDS = ("text/csv", "application/vnd.oai.openapi", "text/html")
ENDS_THE_SIGN_IN = ("/api/users/logout", "/api/users/logout-everywhere", "/api/users/sessions", "change-password")


@dataclass
class Findings:
    calls: int = 0
    statuses: Counter[int] = field(default_factory=Counter)
    faults: dict[str, str] = field(default_factory=dict)  # the first of each kind, as a curl command
    books: list[str] = field(default_factory=list)

    def note(self, kind: str, case: Case[Any], detail: str) -> None:
        place = f"{case.method} {case.operation.path}: {kind}"
        self.faults.setdefault(place, f"{detail}\n    {case.as_curl_command()[:600]}")

    def add(self, other: "Findings") -> None:
        self.calls += other.calls
        self.statuses += other.statuses
        self.faults = other.faults | self.faults
        self.books += other.books


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=20_000)
    parser.add_argument("--only", default="", help="a part of the path")
    asked = parser.parse_args()
    findings = Findings()
    with ProcessPoolExecutor(SHOPS) as shops:
        share = -(-asked.cases // SHOPS)
        for found in shops.map(fuzz_one_shop, range(SHOPS), repeat(share), repeat(asked.only)):
            findings.add(found)
    report(findings)
    enough = findings.calls >= asked.cases or bool(asked.only)
    return 0 if enough and not findings.faults and all("in order" in books for books in findings.books) else 1


def fuzz_one_shop(which: int, cases: int, only: str) -> Findings:
    plenty = ("THROTTLE_FORGOT_PASSWORD", "THROTTLE_SIGN_IN_ADDRESS", "THROTTLE_SIGN_IN_ACCOUNT", "MAX_HELD_ORDERS")
    flags = dict.fromkeys(plenty, "1000000") | {"DJANGO_SETTINGS_MODULE": "tests.settings", "WEB_WORKERS": "1"}
    with TemporaryDirectory(prefix="fuzz-") as folder, running_at(f"sqlite:///{folder}/shop.sqlite3", flags) as shop:
        findings = fuzz(shop, which, cases, only)
        findings.books.append(shop.check_books().strip().splitlines()[-1])
    return findings


def running_at(database_url: str, flags: dict[str, str]) -> RunningShop:
    return RunningShop(seed=True, flags=flags, database_url=database_url)


def fuzz(shop: RunningShop, which: int, cases: int, only: str) -> Findings:
    """Every SHOPS-th call of the description, round after round until there are enough of them."""
    findings, cast = Findings(), cast_at(shop)
    operations = [found.ok() for found in described(shop).get_all_operations()][which::SHOPS]
    calls = [MadeUp(operation, mode) for operation in operations if only in operation.path for mode in MODES]
    for _ in range(MOST_ROUNDS):
        missing = cases - findings.calls
        if missing <= 0 or not calls:
            break
        each = -(-missing // len(calls))
        calls = [call for call in calls if call.make(each, cast, findings) >= each * FEW]
    return findings


def callers() -> Iterator[str]:
    """Everybody in turns, as often as SHARES says."""
    line = list(chain.from_iterable(repeat(who, share) for who, share in SHARES.items()))
    yield from (line[turn * STRIDE % len(line)] for turn in count())


def described(shop: RunningShop) -> Any:
    schema = requests.get(f"{shop.url}/api/schema?format=json", headers={"Accept": "application/json"}, timeout=60)
    return schemathesis.openapi.from_dict(without_sign_ins(read_schema(schema)))


def without_sign_ins(schema: dict[str, Any]) -> dict[str, Any]:
    """Whoever calls brings a cookie of their own; made-up ones would make everybody nobody."""
    for methods in schema["paths"].values():
        for operation in methods.values():
            operation.pop("security", None)
    return {name: part for name, part in schema.items() if name != "security"}


def read_schema(answer: requests.Response) -> dict[str, Any]:
    if "json" in answer.headers["Content-Type"]:
        return dict(answer.json())
    import yaml  # noqa: PLC0415  # comes with what makes the description

    return dict(yaml.safe_load(answer.text))


class MadeUp:
    """One call of the description, made up well or badly. How it is made up is worked out once, which is what costs."""

    def __init__(self, operation: Any, mode: GenerationMode) -> None:
        self.operation, self.mode = operation, mode
        self.strategy = operation.as_strategy(generation_mode=mode)
        self.callers = callers()

    def make(self, number: int, cast: Cast, findings: Findings) -> int:
        """How many of so many calls there were."""
        ids, before = cast.ids_for(self.operation.path), findings.calls
        quiet = settings(
            max_examples=number, database=None, deadline=None, print_blob=False, phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )  # fmt: skip

        @quiet
        @given(self.strategy)
        def try_one(case: Case[Any]) -> None:
            if ids and findings.calls % 2:  # every other call is about something that is there
                case.path_parameters = {**(case.path_parameters or {}), **ids}
            look_at(case, next(self.callers), cast, findings)

        with suppress(Unsatisfiable, InvalidArgument):  # what can't be made up is no call; the figures tell of it
            try_one()
        made = findings.calls - before
        print(f"{self.operation.label}, {self.mode.value}: {made} calls", flush=True)
        return made


def look_at(case: Case[Any], who: str, cast: Cast, findings: Findings) -> None:
    try:
        answer = case.call(base_url=cast.shop.url, session=cast.session(who), timeout=60)
    except (requests.RequestException, UnicodeError, ValueError):
        return  # nothing that HTTP can carry
    findings.calls += 1
    findings.statuses[answer.status_code] += 1
    if any(end in case.operation.path for end in ENDS_THE_SIGN_IN) and answer.status_code < 300:
        cast.sign_in_again(who)
    kind = (answer.headers.get("content-type") or [""])[0]
    if answer.status_code >= 500:
        findings.note(f"answered {answer.status_code}", case, answer.text[:200])
    elif answer.content and not kind.startswith(("application/json", *OTHER_KINDS)):
        findings.note(f"answered {kind}", case, answer.text[:200])
    elif answer.status_code >= 400 and not has_message(answer.text):
        findings.note(f"{answer.status_code} without a message", case, answer.text[:200])
    elif answer.status_code < 300:
        hold_to_the_description(case, answer, findings)


def has_message(text: str) -> bool:
    try:
        return bool(json.loads(text)["message"])
    except (ValueError, KeyError, TypeError):
        return False


def hold_to_the_description(case: Case[Any], answer: Any, findings: Findings) -> None:
    documented = {str(status) for status in case.operation.definition.raw.get("responses", {})}
    if str(answer.status_code) not in documented:
        findings.note(f"{answer.status_code} is not described", case, answer.text[:200])
        return
    try:
        case.validate_response(answer, checks=[not_a_server_error, response_schema_conformance])
    except BaseException as failure:  # groups of failures are no Exceptions
        if isinstance(failure, KeyboardInterrupt):
            raise
        findings.note("the answer is not what is described", case, str(failure)[:600])


def report(findings: Findings) -> None:
    for place, detail in sorted(findings.faults.items()):
        print(f"\n{place}\n    {detail}")
    crashes = sum(number for status, number in findings.statuses.items() if status >= 500)
    spread = ", ".join(f"{status}: {number}" for status, number in sorted(findings.statuses.items()))
    print("\n" + "\n".join(findings.books))
    print(f"Fuzz: {findings.calls:,} calls, {crashes} × 5xx, {len(findings.faults)} kinds of faults ({spread})")


if __name__ == "__main__":
    sys.exit(main())
