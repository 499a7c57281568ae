"""Queries that Django writes once and from then on only fills in.

On the busiest calls writing a query's SQL cost several times what running it costs the database. So such a query is
said in the ORM's words, once, with a `Slot` for whatever differs from run to run; its SQL is kept for the process.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from typing import Any, cast

from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection, connections, models
from django.db.models import QuerySet
from django.db.models.expressions import Expression, F, Func
from django.db.models.query import ModelIterable, get_related_populators
from django.db.models.sql import UpdateQuery

from charityshop.driver import rows_changed, rows_of

MakeRow = Callable[[Sequence[Any]], Any]
AT_ONCE = 100  # rows of one statement: neither database takes parameters without end
SHORT = 16  # values in lists altogether, up to which the SQL for so many is kept; longer ones come in any length
WORD = re.compile(r"[a-z_]+")
NUMBER, TEXT, MOMENT = models.BigIntegerField(), models.CharField(), models.DateTimeField()


class Slot(Expression):
    """A value that the run brings, of the kind that `field` says."""

    def __init__(self, name: str, field: "models.Field[Any, Any]", *, several: bool = False) -> None:
        super().__init__(output_field=field)
        self.name, self.several = name, several
        self.as_it_is = field is NUMBER or field is TEXT

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, list[Any]]:  # type: ignore[override]
        return "%s", [self]

    def values(self, given: Any, database: Any) -> Sequence[Any]:
        """As the database's driver wants them: whole numbers and texts are that already."""
        values = given if self.several else (given,)
        if self.as_it_is:
            return list(values)
        if self.output_field is MOMENT:  # all of the shop's moments have a zone, so there is nothing to look after
            return [database.ops.adapt_datetimefield_value(value) for value in values]
        return [self.output_field.get_db_prep_value(value, connection=database) for value in values]


class OneOf(Func):
    """A condition: the column has one of the values that the run brings, however many those are, but for none."""

    template, arg_joiner, output_field = "%(expressions)s", " IN ", models.BooleanField()

    def __init__(self, column: str, name: str, field: "models.Field[Any, Any]") -> None:
        super().__init__(F(column), Slot(name, field, several=True))


def number(name: str) -> Slot:
    return Slot(name, NUMBER)


def text(name: str) -> Slot:
    return Slot(name, TEXT)


def moment(name: str) -> Slot:
    return Slot(name, MOMENT)


@dataclass(frozen=True, slots=True)
class Written:
    """A query's SQL, cut where its values go; each of `params` is a Slot or a value that never changes."""

    pieces: Sequence[str]
    params: Sequence[Any]
    converters: Sequence[tuple[int, Sequence[Callable[..., Any]], Any]]
    make: MakeRow
    kept: dict[tuple[int, ...], str] = field(default_factory=dict)  # the SQL, by how long its lists are

    @classmethod
    def cut(cls, sql: str, params: Sequence[Any], converters: Any = (), make: MakeRow = tuple) -> "Written":
        pieces = sql.split("%s")
        if len(pieces) != len(params) + 1 or "%%" in sql:
            raise ValueError("This query has a percent sign of its own, which would be taken for a value.")
        return cls(*with_words(pieces, params), converters, make)

    def filled(self, given: dict[str, Any], database: Any) -> tuple[str, list[Any]]:
        params: list[Any] = []
        lengths: list[int] = []
        for param in self.params:
            if isinstance(param, Slot):
                values = param.values(given[param.name], database)
                if param.several:
                    lengths.append(len(values))
                params += values
            else:
                params.append(param)
        return self.sql_for(tuple(lengths)), params

    def sql_for(self, lengths: tuple[int, ...]) -> str:
        if sql := self.kept.get(lengths):
            return sql
        if 0 in lengths:
            raise ValueError("IN () is no SQL, and IN (NULL) is neither true nor false.")
        each, parts = iter(lengths), [self.pieces[0]]
        for param, piece in zip(self.params, self.pieces[1:], strict=True):
            several = isinstance(param, Slot) and param.several
            parts += [f"({', '.join(['%s'] * next(each))})" if several else "%s", piece]
        sql = "".join(parts)
        if sum(lengths) <= SHORT:
            self.kept[lengths] = sql
        return sql

    def read(self, row: Sequence[Any], database: Any) -> Any:
        if self.converters:
            row = list(row)
            for place, converters, expression in self.converters:
                for convert in converters:
                    row[place] = convert(row[place], expression, database)
        return self.make(row)


class Prepared:
    """One query. `build` says it; a queryset of models answers models, one of `values_list` answers tuples.

    Not `converted`, the tuples stay as the driver makes them: right for whole numbers and texts, and quick for many.
    """

    def __init__(self, build: Callable[[], QuerySet[Any, Any]], *, converted: bool = True) -> None:
        self.build, self.converted = build, converted  # built at the first run, when all models are known
        self.written: dict[str, Written] = {}  # by the kind of database

    def run(self, **given: Any) -> list[Any]:
        """All rows. `given` has a value for each slot, and a collection for each OneOf."""
        database = connections[DEFAULT_DB_ALIAS]  # looked up once: `connection` does it for each of its attributes
        written = self.written.get(database.vendor)
        if written is None:
            written = self.written[database.vendor] = write(self.build())
        rows: list[Any] = rows_of(*written.filled(given, database), database)
        return [written.read(row, database) for row in rows] if self.converted else rows

    def first(self, **given: Any) -> Any | None:
        return next(iter(self.run(**given)), None)


def write(queryset: QuerySet[Any, Any]) -> Written:
    compiler = queryset.query.get_compiler(queryset.db)
    sql, params = compiler.as_sql()
    found = compiler.get_converters([column for column, *_ in compiler.select])
    converters = [(place, convert, expression) for place, (convert, expression) in found.items()]
    is_of_models = queryset._iterable_class is ModelIterable
    return Written.cut(sql, params, converters, model_maker(compiler, queryset.db) if is_of_models else tuple)


def with_words(pieces: Sequence[str], params: Sequence[Any]) -> tuple[list[str], list[Any]]:
    """Words that never change stand in the SQL itself: SQLite takes no partial index for a value that it cannot see."""
    written, left = [pieces[0]], []
    for param, piece in zip(params, pieces[1:], strict=True):
        if isinstance(param, str) and WORD.fullmatch(param):
            written[-1] += f"'{param!s}'{piece}"
        else:
            written.append(piece)
            left.append(param)
    return written, left


def model_maker(compiler: Any, database: str) -> MakeRow:
    """Rows to models, with those that `select_related` brings along: what Django's own iterable does."""
    info = compiler.klass_info
    first, last = info["select_fields"][0], info["select_fields"][-1] + 1
    columns = [column.target.attname for column, *_ in compiler.select[first:last]]
    related = get_related_populators(info, compiler.select, database)  # type: ignore[call-arg]  # the stubs know a later Django

    def make(row: Sequence[Any]) -> Any:
        made = info["model"].from_db(database, columns, row[first:last])
        for one in related:
            one.populate(row, made)
        return made

    return make


# --- Writing ---------------------------------------------------------------------------------------------------------


class PreparedUpdate:
    """One UPDATE of the rows that `build` says; `values` are the columns' new ones, slots or constants."""

    def __init__(self, build: Callable[[], QuerySet[Any, Any]], **values: Any) -> None:
        self.build, self.values = build, values
        self.written: dict[str, Written] = {}  # by the kind of database

    def run(self, **given: Any) -> int:
        """How many rows were changed."""
        database = connections[DEFAULT_DB_ALIAS]
        written = self.written.get(database.vendor)
        if written is None:
            written = self.written[database.vendor] = self.write()
        return rows_changed(*written.filled(given, database), database)

    def write(self) -> Written:
        queryset = self.build()
        query = cast(UpdateQuery, queryset.query.chain(UpdateQuery))
        query.add_update_values(self.values)
        return Written.cut(*query.get_compiler(queryset.db).as_sql())


def update(row: models.Model, *names: str) -> None:
    """UPDATE these fields of one row, as `save(update_fields=names)` does, but without signals."""
    sql, fields = update_sql(type(row), names)
    database = connections[DEFAULT_DB_ALIAS]
    params = [field.get_db_prep_save(field.pre_save(row, False), database) for field in fields]
    if rows_changed(sql, [*params, row.pk], database) != 1:
        raise DatabaseError(f"{row!r} is not there any more.")


@lru_cache
def update_sql(model: type[models.Model], names: tuple[str, ...]) -> "tuple[str, list[models.Field[Any, Any]]]":
    meta, quoted = model._meta, connection.ops.quote_name  # both databases quote alike
    fields = [cast("models.Field[Any, Any]", meta.get_field(name)) for name in names]
    columns = ", ".join(f"{quoted(str(field.column))} = %s" for field in fields)
    key = quoted(str(meta.pk.column))
    return f"UPDATE {quoted(meta.db_table)} SET {columns} WHERE {key} = %s", fields  # noqa: S608  # names only


def insert(rows: Sequence[models.Model]) -> None:
    """INSERT rows of one model; each gets its primary key. No signals are sent, as with `bulk_create`."""
    for start in range(0, len(rows), AT_ONCE):
        insert_at_once(rows[start : start + AT_ONCE])


def insert_at_once(rows: Sequence[models.Model]) -> None:
    database = connections[DEFAULT_DB_ALIAS]
    columns = columns_written(type(rows[0]))
    params = [column.value_of(row, database) for row in rows for column in columns]
    for row, (key,) in zip(rows, rows_of(insert_sql(type(rows[0]), len(rows)), params, database), strict=True):
        is_written(row, key, database)


def is_written(row: models.Model, key: Any, database: Any) -> None:
    row.pk, row._state.adding, row._state.db = key, False, database.alias


@dataclass(frozen=True, slots=True)
class Column:
    """A field that is written. A value of its `plain` kind needs none of the field's own care."""

    field: "models.Field[Any, Any]"
    name: str
    plain: type | None

    def value_of(self, row: models.Model, database: Any) -> Any:
        value = getattr(row, self.name)
        kind = type(value)
        if kind is self.plain and kind is not datetime:
            return value
        if kind is self.plain and value.tzinfo is not None:
            return database.ops.adapt_datetimefield_value(value)
        return self.field.get_db_prep_save(self.field.pre_save(row, True), database)


PLAIN = (
    (models.CharField, str), (models.TextField, str), (models.IntegerField, int), (models.BooleanField, bool),
    (models.DateTimeField, datetime),
)  # fmt: skip


def column_of(field: "models.Field[Any, Any]") -> Column:
    stored = field.target_field if isinstance(field, models.ForeignKey) else field
    kinds = [kind for of, kind in PLAIN if isinstance(stored, of)]
    decides_itself = getattr(field, "auto_now", False) or getattr(field, "auto_now_add", False)
    return Column(field, field.attname, None if decides_itself or not kinds else kinds[0])


@lru_cache
def columns_written(model: type[models.Model]) -> list[Column]:
    """All but the key, which the database gives."""
    return [column_of(field) for field in model._meta.concrete_fields if not field.primary_key]


@lru_cache
def insert_sql(model: type[models.Model], number: int) -> str:
    row = f"({', '.join(['%s'] * len(columns_written(model)))})"
    key = connection.ops.quote_name(str(model._meta.pk.column))
    return f"{insert_into(model)} VALUES {', '.join([row] * number)} RETURNING {key}"


def insert_into(model: type[models.Model]) -> str:
    quoted = connection.ops.quote_name  # both databases quote alike
    names = ", ".join(quoted(str(column.field.column)) for column in columns_written(model))
    return f"INSERT INTO {quoted(model._meta.db_table)} ({names})"  # names only
