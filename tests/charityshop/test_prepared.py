"""Statements that are written once do what the ORM's own would do."""

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.db.transaction import TransactionManagementError
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from charityshop.driver import rows_of
from charityshop.prepared import NUMBER, OneOf, Prepared, PreparedUpdate, insert, number, text, update
from tests.support.factories import UserFactory

NAME = PreparedUpdate(
    lambda: User.objects.filter(OneOf("pk", "people", NUMBER), is_staff=False), first_name=text("name")
)

PERSON = Prepared(lambda: User.objects.filter(pk=number("user")).values_list("first_name"))


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


# --- As Django's own cursor would ------------------------------------------------------------------------------------


def test_whoever_counts_statements_sees_each_of_them(visitor):
    with CaptureQueriesContext(connection) as logged:
        PERSON.run(user=visitor.pk)

    seen = []
    with connection.execute_wrapper(lambda execute, sql, *rest: (seen.append(sql), execute(sql, *rest))[1]):
        PERSON.run(user=visitor.pk)

    assert len(logged) == len(seen) == 1


def test_a_broken_rule_is_djangos_own_error_and_nothing_more_is_read_in_its_transaction(visitor):
    with transaction.atomic():
        with pytest.raises(IntegrityError), transaction.atomic():
            insert([UserFactory.build(email=visitor.email, public_id=visitor.public_id)])

        connection.set_rollback(True)
        with pytest.raises(TransactionManagementError):
            PERSON.run(user=visitor.pk)
        connection.set_rollback(False)

    assert PERSON.run(user=visitor.pk) == [(visitor.first_name,)]


@pytest.mark.django_db(transaction=True)
def test_a_connection_that_was_closed_is_opened_again(visitor):
    connection.close()

    assert PERSON.run(user=visitor.pk) == [(visitor.first_name,)]


# --- Kept by the server ----------------------------------------------------------------------------------------------

POSTGRESQL = pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite's driver keeps what it has read")


def kept_by_the_server() -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT statement FROM pg_prepared_statements WHERE statement LIKE '%\"first_name\"%'")
        return [statement for (statement,) in cursor.fetchall()]


@POSTGRESQL
@pytest.mark.django_db(transaction=True)
def test_postgresql_keeps_what_is_run_often_and_none_of_the_values(visitor):
    for _ in range(4):
        assert PERSON.run(user=visitor.pk) == [(visitor.first_name,)]

    (kept,) = kept_by_the_server()
    assert "$1" in kept


@POSTGRESQL
@pytest.mark.django_db(transaction=True)
def test_what_was_prepared_is_still_there_after_a_transaction_was_taken_back(visitor):
    for _ in range(4):
        PERSON.run(user=visitor.pk)
    with transaction.atomic():
        PERSON.run(user=visitor.pk)
        transaction.set_rollback(True)

    assert len(kept_by_the_server()) == 1
    assert PERSON.run(user=visitor.pk) == [(visitor.first_name,)]


@POSTGRESQL
@pytest.mark.django_db(transaction=True)
def test_with_a_pooler_that_knows_no_prepared_statements_none_is_kept(visitor):
    connection.ensure_connection()
    by_default, connection.connection.prepare_threshold = connection.connection.prepare_threshold, None
    try:
        for _ in range(4):
            assert PERSON.run(user=visitor.pk) == [(visitor.first_name,)]
        assert kept_by_the_server() == []
    finally:
        connection.connection.prepare_threshold = by_default


@pytest.mark.django_db
def test_a_percent_sign_in_a_statement_is_one():
    assert [tuple(row) for row in rows_of("SELECT '5 %%', %s + 0", [7], connection)] == [("5 %", 7)]
