"""Compare texts in the database as `charityshop.text.fold` does: `first_name__fold__contains=fold(word)`."""

from typing import Any

from django.db.backends.signals import connection_created
from django.db.models import CharField, TextField, Transform

from charityshop.text import CHARACTER_PAIRS, SINGLE_CHARACTERS, UNTYPED, fold

# On PostgreSQL, texts in ASCII, which are most, are only put in lower case.
ASCII = "octet_length(given) = length(given)"
FOLDED = "translate(lower(regexp_replace(normalize(given, NFKD), %s, '', 'g')), %s, %s)"
for _ in CHARACTER_PAIRS:
    FOLDED = f"replace({FOLDED}, %s, %s)"
FOLD = (
    f"(SELECT CASE WHEN {ASCII} THEN lower(given) ELSE {FOLDED} END"  # noqa: S608 - of constants
    " FROM (SELECT ({text})::text AS given) AS texts)"
)
FOLD_PARAMETERS = (
    f"[{UNTYPED}]",
    "".join(SINGLE_CHARACTERS),
    "".join(SINGLE_CHARACTERS.values()),
    *(text for pair in CHARACTER_PAIRS.items() for text in pair),
)


@CharField.register_lookup
@TextField.register_lookup
class Fold(Transform):
    """A text without case, accents and invisible characters. SQLite calls Python's function."""

    lookup_name = "fold"
    function = "fold"
    output_field = TextField()

    def as_postgresql(self, compiler: Any, connection: Any) -> tuple[str, tuple[Any, ...]]:
        text, parameters = compiler.compile(self.lhs)
        return FOLD.replace("{text}", text), (*FOLD_PARAMETERS, *parameters)


def add_function(connection: Any, **kwargs: object) -> None:
    if connection.vendor == "sqlite":
        connection.connection.create_function("fold", 1, lambda text: text and fold(text), deterministic=True)


connection_created.connect(add_function, dispatch_uid="fold")
