"""Upgrading from before emails had owners: only emails about an order get an owner."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.orders.upgrades.old_rows import NOW, ORDER_ROW, USER, empty_database, insert, migrate
from tests.support.servers.prepared_database import rows_of

ORDER, OTHER = "a" * 24, "b" * 24
BEFORE = [["charityshop", "0006"], ["orders", "0010"], ["accounts", "0005"], ["auditlog"]]


@pytest.fixture
def old_shop(tmp_path: Path, db: None) -> Iterator[str]:
    with empty_database(tmp_path) as url:
        migrate(url, *BEFORE)
        fill(url)
        yield url


def fill(url: str) -> None:
    rows_of(url, insert("accounts_user", USER | {"id": 7, "public_id": "c" * 24, "email": "ana@example.com"}))
    rows_of(url, insert("orders_order", ORDER_ROW | {"public_id": ORDER, "user_id": 7}))
    mails = [("order_paid", ORDER), ("order_paid", OTHER), ("order_refunded", "")]
    for number, (kind, about) in enumerate(mails):
        row = MAIL | {"public_id": str(number), "kind": kind, "about": about}
        rows_of(url, insert("charityshop_outgoingmail", row))
    for model, named in (("outgoingmail", "order_paid to ana@example.com (given up)"), ("user", "a to b@c.de (x)")):
        ((kind_id,),) = rows_of(url, f"SELECT id FROM django_content_type WHERE model = '{model}'")
        rows_of(url, insert("auditlog_logentry", ENTRY | {"content_type_id": kind_id, "object_repr": named}))


MAIL = {
    "to": "ana@example.com", "subject": "Hello", "text": "Hello", "html": "", "attachments": "[]", "is_secret": False,
    "created_at": NOW, "attempts": 1, "give_up_at": NOW, "sent_at": NOW, "last_problem": "",
}  # fmt: skip
ENTRY = {"object_pk": "1", "action": 1, "changes": "{}", "timestamp": NOW, "additional_data": "{}", "changes_text": ""}


def test_only_emails_about_an_order_get_an_owner_and_addresses_are_removed_from_audit_entries(old_shop):
    migrate(old_shop, [])

    owners = rows_of(old_shop, "SELECT kind, about, owner_id FROM charityshop_outgoingmail ORDER BY public_id")
    assert owners == [("order_paid", ORDER, 7), ("order_paid", OTHER, None), ("order_refunded", "", None)]
    entries = rows_of(old_shop, "SELECT object_repr FROM auditlog_logentry ORDER BY id")
    assert entries == [("order_paid (given up)",), ("a to b@c.de (x)",)]
