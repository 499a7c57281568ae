"""Names can't add links or lines to emails."""

from pathlib import Path

import pytest
from django.conf import settings

from charityshop.branding.shop import current_shop
from charityshop.text import has_link
from outbox.mail.rendering import render_bodies
from tests.support.factories import UserFactory

KINDS = sorted({path.stem for path in Path(settings.BASE_DIR, "templates/mails").glob("[a-z]*.html")} - {"base"})
LINKS = [
    "http://evil.example click", "evil.example", "Visit EVIL.example now", "www.evil.example",
    "evil.example/refund?a=b", "x@evil.example", "//evil/x", "http:/evil", "https:evil", "https://evil",
    "\\\\evil\\share", "mailto:evil",
    "javascript:evil()", "192.0.2.7 evil", "evil。example", "evil．example", "evil｡example", "ｈｔｔｐ：／／evil",
    "e\u200bvil\u200b.\u200bexample", "evil.भारत", "evil.\ufe0fexample", "evil.\u034fexample", "Evil +1 (800) 555-0199",
]  # fmt: skip
HONEST = [
    "Ana", "O'Neil", "St. John", "J.R.", "J.R.R.", "J.-P.", "Mary-Jane", "Ph.D.", "D’Angelo", "Zoë", "Łukasz", "Мария",
    "美咲", "Nguyễn Thị", "محمد", "Raju a/l Muthu", "Kahente:ri", "Ana 2", "Ana & Bo", "Smith, Jr.",
]  # fmt: skip


def test_links_are_recognized_however_they_are_written():
    assert [name for name in LINKS if not has_link(name)] == []
    assert [name for name in HONEST if has_link(name)] == []


@pytest.mark.parametrize("name", ["http://evil.example", "Evil\n\nevil.example"])
def test_no_kind_of_email_contains_a_link_from_a_name(db, name):
    """Names that were stored before the rule existed are covered too."""
    user = UserFactory.build(first_name=name, last_name=name)
    for kind in KINDS:
        email = render_bodies(kind, {"user": user, "first_name": name, "subject": "Hello"}, current_shop())

        assert email.text.startswith("Hello,\n"), kind
        assert ">Hello,<" in email.html, kind
        assert "evil" not in (email.text + email.html).lower(), kind
