"""`python -m tests.fuzz --cases 20000`: calls made up from the API's own description, by everybody, at a running shop.

No answer may be a 5xx, none but a spreadsheet, the description and a file of pictures may be anything but JSON, every
success has to be what the description says, and every refusal has to bear a message. Ends with a line of figures, and
exit code 1 where anything broke.
"""

import argparse
import json
import sys
from collections import Counter
from dataclasses import dataclass, field
from tempfile import TemporaryDirectory
from typing import Any

import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import Case
from schemathesis.checks import not_a_server_error
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import response_schema_conformance

from tests.fuzz.people import Cast, cast_at
from tests.running_shop import RunningShop

# How a hundred cases of one call are shared: whoever may do most finds most.
SHARES = {"admin": 45, "user": 25, "nobody": 10, "other user": 8, "flagged": 7, "deactivated": 5}
MODES = [(GenerationMode.POSITIVE, 0.5), (GenerationMode.NEGATIVE, 0.5)]
OTHER_KINDS = ("text/csv", "application/vnd.oai.openapi", "text/html")
ENDS_THE_SIGN_IN = ("/api/users/logout", "/api/users/logout-everywhere", "/api/users/sessions", "change-password")


@dataclass
class Findings:
    calls: int = 0
    statuses: Counter[int] = field(default_factory=Counter)
    faults: dict[str, str] = field(default_factory=dict)  # the first of each kind, as a curl command

    def note(self, kind: str, case: Case, detail: str) -> None:
        place = f"{case.method} {case.operation.path}: {kind}"
        self.faults.setdefault(place, f"{detail}\n    {case.as_curl_command()[:600]}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=20_000)
    parser.add_argument("--only", default="", help="a part of the path")
    asked = parser.parse_args()
    plenty = dict.fromkeys(("THROTTLE_FORGOT_PASSWORD", "THROTTLE_SIGN_IN_ADDRESS", "MAX_HELD_ORDERS"), "1000000")
    flags = plenty | {"THROTTLE_SIGN_IN_ACCOUNT": "1000000"}
    with TemporaryDirectory(prefix="fuzz-") as folder, running_at(f"sqlite:///{folder}/shop.sqlite3", flags) as shop:
        findings = fuzz(shop, asked.cases, asked.only)
        books = shop.check_books()
    report(findings, books)
    return 1 if findings.faults or "in order" not in books else 0


def running_at(database_url: str, flags: dict[str, str]) -> RunningShop:
    return RunningShop(seed=True, flags=flags, database_url=database_url)


def fuzz(shop: RunningShop, cases: int, only: str) -> Findings:
    findings, cast = Findings(), cast_at(shop)
    operations = [found.ok() for found in described(shop).get_all_operations()]
    operations = [operation for operation in operations if only in operation.path]
    each = max(1, cases // len(operations))
    for operation in operations:
        before = findings.calls
        for who, share in SHARES.items():
            for mode, part in MODES:
                try_calls(operation, mode, who, max(1, round(each * share / 100 * part)), cast, findings)
        print(f"{operation.label}: {findings.calls - before} calls", flush=True)
    return findings


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


def try_calls(operation: Any, mode: GenerationMode, who: str, number: int, cast: Cast, findings: Findings) -> None:
    ids = cast.ids_for(operation.path)
    quiet = settings(
        max_examples=number, database=None, deadline=None, print_blob=False, phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip

    @quiet
    @given(operation.as_strategy(generation_mode=mode))
    def try_one(case: Case) -> None:
        if ids and findings.calls % 2:  # every other call is about something that is there
            case.path_parameters = {**(case.path_parameters or {}), **ids}
        look_at(case, who, cast, findings)

    try:
        try_one()
    except Exception as error:  # what can't be made up is no call; it is told, not hidden
        if type(error).__name__ not in ("Unsatisfiable", "InvalidArgument"):
            raise


def look_at(case: Case, who: str, cast: Cast, findings: Findings) -> None:
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


def hold_to_the_description(case: Case, answer: Any, findings: Findings) -> None:
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


def report(findings: Findings, books: str) -> None:
    for place, detail in sorted(findings.faults.items()):
        print(f"\n{place}\n    {detail}")
    crashes = sum(number for status, number in findings.statuses.items() if status >= 500)
    spread = ", ".join(f"{status}: {number}" for status, number in sorted(findings.statuses.items()))
    print(f"\nFuzz: {findings.calls:,} calls, {crashes} × 5xx, {len(findings.faults)} kinds of faults ({spread})")
    print(books.strip().splitlines()[-1])


if __name__ == "__main__":
    sys.exit(main())
