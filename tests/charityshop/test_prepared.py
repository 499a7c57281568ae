"""Statements that are written once do what the ORM's own would do."""

import pytest
from django.db import DatabaseError

from accounts.models import User
from charityshop.prepared import NUMBER, OneOf, PreparedUpdate, text, update

NAME = PreparedUpdate(
    lambda: User.objects.filter(OneOf("pk", "people", NUMBER), is_staff=False), first_name=text("name")
)


def first_names() -> list[str]:
    return list(User.objects.order_by("pk").values_list("first_name", flat=True))


def test_an_update_writes_the_fields_that_are_named_and_no_others(visitor):
    visitor.first_name, visitor.last_name = "Anna", "Changed too"

    update(visitor, "first_name")

    stored = User.objects.get(pk=visitor.pk)
    assert stored.first_name == "Anna"
    assert stored.last_name != "Changed too"


def test_an_update_of_a_row_that_is_gone_is_an_error(visitor):
    User.objects.filter(pk=visitor.pk).delete()

    with pytest.raises(DatabaseError):
        update(visitor, "first_name")


def test_an_update_of_several_rows_changes_those_it_says_and_counts_them(visitor, other_visitor, admin):
    before = first_names()

    assert NAME.run(people=[visitor.pk, admin.pk], name="100 %s") == 1  # staff are not meant
    assert first_names() == ["100 %s", *before[1:]]

    assert NAME.run(people=[visitor.pk, other_visitor.pk], name="Both") == 2
    assert first_names() == ["Both", "Both", before[2]]
