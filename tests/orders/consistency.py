"""`check_books`, as a test reads it."""

from io import StringIO

from django.core.management import CommandError, call_command


def check_books(*options):
    """The exit code, and what was said about what is wrong."""
    out, err = StringIO(), StringIO()
    try:
        call_command("check_books", *options, stdout=out, stderr=err)
    except CommandError as end:
        return end.returncode, err.getvalue().splitlines()
    return 0, err.getvalue().splitlines()


def get_only_violation(found):
    """The one sentence, of a check that failed."""
    code, sentences = found
    assert code == 1
    assert len(sentences) == 1, sentences
    return sentences[0]


def join_messages(found):
    return "\n".join(found[1])
