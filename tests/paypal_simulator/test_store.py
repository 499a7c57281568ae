"""The store's promise: all of a change or nothing of it."""

from pathlib import Path

import pytest

from paypal_simulator.records.store import Store


def test_a_change_that_fails_half_way_leaves_nothing(tmp_path: Path) -> None:
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


def test_documents_come_back_in_the_order_they_were_made() -> None:
    store = Store(None)
    for key in "CAB":
        store.put("order", key, {"key": key})
    store.put("order", "C", {"key": "C", "changed": True})

    assert [document["key"] for document in store.list_all("order")] == ["C", "A", "B"]
    assert [document["key"] for document in store.list_latest("order", 2)] == ["B", "A"]
    store.close()
