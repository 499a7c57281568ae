"""A club's own name, words and colours on the public pages: on the next load, in every process, and never as code."""

import json
import re
from typing import Any

import pytest
from django.test import Client

from charityshop.models import ShopSettings

pytestmark = pytest.mark.django_db


def shop_json(client: Client, path: str = "/about") -> dict[str, Any]:
    page = client.get(path).content.decode()
    found = re.search(r'<script type="application/json" id="shop">(.*?)</script>', page)
    assert found
    return dict(json.loads(found[1]))


def test_until_a_club_says_otherwise_the_story_tells_of_drinks_cards_giving_meetups_and_newcomers(
    client: Client,
) -> None:
    about = shop_json(client)["about"]

    told = " ".join([about["text"], *(section["text"] for section in about["sections"])])
    for words in (
        "Drinks, trading cards and charitable giving belong together",
        "regular meetups, from casual game nights to tournaments",
        "Newcomers are welcome",
    ):
        assert words in told
    assert ShopSettings.objects.count() == 0
