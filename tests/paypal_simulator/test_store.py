"""The store's transactions."""

from pathlib import Path

import pytest

from paypal_simulator.records.store import Store


def test_a_failed_transaction_leaves_no_changes(tmp_path: Path) -> None:
    store = Store(tmp_path)

    def change() -> None:
        with store.transaction():
            store.put("order", "A", {"status": "COMPLETED"})
            raise RuntimeError("half way")

    with pytest.raises(RuntimeError, match="half way"):
        change()

    assert store.get("order", "A") is None
    store.put("order", "B", {})
    store.close()
    again = Store(tmp_path)
    assert [again.get("order", key) for key in "AB"] == [None, {}]
    again.close()


def test_documents_are_listed_in_the_order_of_their_creation() -> None:
    store = Store(None)
    for key in "CAB":
        store.put("order", key, {"key": key})
    store.put("order", "C", {"key": "C", "changed": True})

    assert [document["key"] for document in store.list_all("order")] == ["C", "A", "B"]
    assert [document["key"] for document in store.list_latest("order", 2)] == ["B", "A"]
    store.close()
