"""The shop settings about gifts: who gets them, and what receipts say."""

import pytest
from django.db import IntegrityError, transaction

from charityshop.branding.shop import current_shop
from charityshop.models import ShopSettings
from tests.e2e.console.settings_form import errors_of, public, save

pytestmark = pytest.mark.django_db


def test_the_charity_is_on_every_page(console):
    assert '"charity": ""' in public()  # the shop itself

    save(console, charity="Second Harvest\u2028 Food Bank ")

    assert '"charity": "Second Harvest Food Bank"' in public()
    assert current_shop().charity == "Second Harvest Food Bank"


def test_without_a_charity_gifts_go_to_the_shop(console):
    save(console, name="Foam & Felt")

    assert current_shop().charity == "Foam & Felt"


def test_receipts_are_off_until_the_organization_is_named(console):
    assert not ShopSettings().receipts
    needed = {"is_501c3", "legal_name", "ein"}

    assert errors_of(save(console, receipts="on")).keys() == needed
    assert not ShopSettings.objects.exists()

    named = {"is_501c3": "on", "legal_name": "Cards for a Cause, Inc.", "ein": "12-3456789"}
    assert save(console, receipts="on", **named).status_code == 302
    row = ShopSettings.objects.get()
    assert (row.receipts, row.is_501c3, row.ein) == (True, True, "12-3456789")


def test_the_database_refuses_receipts_without_an_organization():
    with pytest.raises(IntegrityError, match="receipts_name_the_organization"), transaction.atomic():
        ShopSettings.objects.create(pk=ShopSettings.ONLY, receipts=True, legal_name="A club", ein="12-3456789")


@pytest.mark.parametrize("ein", ["123456789", "12-34567", "12-3456789x"])
def test_an_ein_has_its_format(console, ein):
    assert errors_of(save(console, ein=ein)).keys() == {"ein"}


def test_a_disclosure_names_the_value_and_what_is_deductible(console):
    assert errors_of(save(console, disclosure_text="Thank you: {deductible}.")) == {
        "disclosure_text": ["Keep {value} in the text."]
    }
    assert save(console, disclosure_text="").status_code == 302
    assert "{value}" in ShopSettings.objects.get().disclosure_text
