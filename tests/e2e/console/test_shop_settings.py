"""The shop settings in the console."""

import re
from typing import Any

import pytest
from auditlog.models import LogEntry
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import IntegrityError, transaction
from django.test import Client
from PIL import Image

from charityshop.branding.shop import current_shop
from charityshop.models import ShopSettings
from tests.events.images import encode

pytestmark = pytest.mark.django_db
PAGE = "/admin-console/charityshop/shopsettings/1/change/"


def save(console: Client, **changes: Any) -> Any:
    """Submit the form with these changes."""
    form = console.get(PAGE).context["adminform"].form
    filled = {name: form[name].value() or "" for name in form.fields}
    return console.post(PAGE, {name: value for name, value in (filled | changes).items() if value is not False})


def errors_of(response: Any) -> dict[str, list[str]]:
    return dict(response.context["adminform"].form.errors)


def public(path: str = "/about") -> str:
    return Client(SERVER_NAME="localhost").get(path).content.decode()


@pytest.fixture(autouse=True)
def media(settings, tmp_path):
    settings.MEDIA_ROOT = str(tmp_path)


def a_logo(width: int = 800, height: int = 200, **options: Any) -> bytes:
    """Return a PNG of a red card on a transparent background."""
    image = Image.new("RGBA", (width, height))
    image.paste((200, 30, 30, 255), (width // 4, height // 4, 3 * width // 4, 3 * height // 4))
    return encode(image, "PNG", **options)


def opened(path: str) -> Image.Image:
    with default_storage.open(path.removeprefix("/media/")) as file, Image.open(file) as image:
        image.load()
    return image


def test_two_operators_keep_each_others_changes_of_the_shop(console):
    form = console.get(PAGE).context["adminform"].form
    shown = {name: form[name].value() or "" for name in form.fields if form[name].value() is not False}
    save(
        console,
        name="Foam & Felt",
        about="One.\r\nTwo.",
        receipts="on",
        is_501c3="on",
        legal_name="F",
        ein="12-3456789",
    )

    assert console.post(PAGE, shown | {"welcome": "Come in."}).status_code == 302
    row = ShopSettings.objects.get()
    assert (row.name, row.about, row.welcome, row.receipts) == ("Foam & Felt", "One.\nTwo.", "Come in.", True)

    refused = console.post(PAGE, shown | {"name": "Felt", "charity": "Food Bank", "felt": "#5b2a86"})
    errors = errors_of(refused)
    assert errors.keys() == {"name", "receipts", "is_501c3", "legal_name", "ein"}
    assert "“Foam & Felt”. Save again to keep yours." in errors["name"][0]
    assert ShopSettings.objects.get() == row
    assert ShopSettings.objects.get().felt == row.felt

    form = refused.context["adminform"].form
    again = {name: form[name].value() or "" for name in form.fields if form[name].value() is not False}
    assert console.post(PAGE, again).status_code == 302
    row = ShopSettings.objects.get()
    assert (row.name, row.charity, row.felt, row.receipts, row.ein) == (
        "Felt",
        "Food Bank",
        "#5B2A86",
        True,
        "12-3456789",
    )


def test_saved_settings_are_on_the_next_page_and_audited(console, operator):
    assert "Cards for a Cause" in public()

    response = save(console, name="Foam & Felt", felt="#5b2a86", about="We are the Tuesday table.")

    assert response.status_code == 302
    page = public()
    assert "<title>About Us · Foam &amp; Felt</title>" in page
    assert "We are the Tuesday table." in page
    assert '<meta name="theme-color" content="#5B2A86">' in page
    entry = LogEntry.objects.get(additional_data__did="shop settings changed")
    assert entry.actor == operator
    assert entry.changes == {
        "name": ["", "Foam & Felt"],
        "felt": ["#12402F", "#5B2A86"],
        "about": [ShopSettings().about, "We are the Tuesday table."],
    }


OWN = (
    "description", "felt", "amber", "link", "welcome", "invitation_title", "invitation", "about", "accessibility",
)  # fmt: skip


@pytest.mark.parametrize("blank", ["", " \u2028 "])
def test_empty_fields_return_to_their_defaults(console, blank):
    before = public()
    texts = {name: f"Our {name}." for name in OWN}
    save(console, **texts | {"felt": "#5B2A86", "amber": "#FFC857", "link": "#5B2A86"})
    assert "Our about." in public()
    assert "#5B2A86" in public()

    assert save(console, **dict.fromkeys(OWN, blank)).status_code == 302

    row, own = ShopSettings.objects.get(), ShopSettings()
    assert {name: getattr(row, name) for name in OWN} == {name: getattr(own, name) for name in OWN}
    assert public() == before


def test_a_color_with_too_little_contrast_gets_a_suggestion(console):
    response = save(console, link="#5FA889")

    (page, *_) = errors_of(response)["link"]
    assert page.startswith("A link on the page (#5FA889 on #F7F8F3) has a contrast of 2.")
    assert re.search(r"4\.5 to 1 is needed\. The nearest link color that passes is #[0-9A-F]{6}\.$", page)
    assert ShopSettings.objects.count() == 0
    offered = page[-8:-1]
    assert save(console, link=offered).status_code == 302


@pytest.mark.parametrize("value", ["red", "url(x)", "#12402", "</styl", "#GGGGGG"])
def test_invalid_colors_are_rejected(console, value):
    response = save(console, felt=value, amber_dark=value)

    assert errors_of(response)["felt"] == ["Write a color as # and six digits, such as #12402F."]
    assert errors_of(response)["amber_dark"] == ["Write a color as # and six digits, such as #12402F."]


def test_a_logo_is_re_encoded_and_used_for_icons(console):
    exif = Image.Exif()
    exif[0x010F] = "SECRETCAMERA"

    logo = SimpleUploadedFile("x.svg", a_logo(exif=exif, icc_profile=b"SECRETPROFILE" * 20))
    save(console, new_logo=logo, felt="#5B2A86")

    row = ShopSettings.objects.get()
    assert re.fullmatch(r"brand/[0-9a-f]{32}\.png", row.logo)
    assert (row.logo_width, row.logo_height) == (576, 144)
    shown = opened(row.logo.replace(".png", "-144.png"))
    assert shown.size == (576, 144)
    assert shown.getpixel((0, 0))[3] == 0  # still transparent
    page = public()
    assert f'"src": "/media/{row.logo.replace(".png", "-144.png")}"' in page
    touch = re.search(r'rel="apple-touch-icon" href="([^"]+)"', page)
    assert touch
    assert opened(touch[1]).size == (180, 180)
    assert opened(touch[1]).getpixel((2, 2)) == (0x5B, 0x2A, 0x86)  # the header color
    icons = Client(SERVER_NAME="localhost").get("/manifest.webmanifest").json()["icons"]
    assert [opened(icon["src"]).size for icon in icons] == [(192, 192), (512, 512), (512, 512)]
    for name in default_storage.listdir("brand")[1]:
        with default_storage.open(f"brand/{name}") as file, Image.open(file) as image:
            image.load()
            assert not {"exif", "icc_profile", "xmp"} & image.info.keys()


SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'


@pytest.mark.parametrize("content", [SVG, b"GIF89a", b"\x89PNG\r\n\x1a\n", a_logo(63, 63)])
@pytest.mark.parametrize("field", ["new_logo", "new_shared_image"])
def test_other_files_are_rejected_and_not_stored(console, field, content):
    response = save(console, **{field: SimpleUploadedFile("logo.png", content)})

    assert errors_of(response)[field]
    assert ShopSettings.objects.count() == 0
    assert not default_storage.exists("brand")


def test_images_can_be_reset_to_the_defaults(console):
    logo, shared = (SimpleUploadedFile("image.png", content) for content in (a_logo(), a_logo(1300, 700)))
    save(console, new_logo=logo, new_shared_image=shared)
    assert ShopSettings.objects.get().shared_picture
    assert "-144.png" in public()
    assert re.search(r'og:image" content="[^"]+/media/brand/[0-9a-f]{32}\.jpg"', public())

    save(console, remove_logo="on", remove_shared_image="on")

    assert "/media/brand/" not in public()
    assert "og-default.jpg" in public()


def test_the_charity_is_on_every_page(console):
    assert '"charity": ""' in public()  # the shop itself

    save(console, charity="Second Harvest\u2028 Food Bank ")

    assert '"charity": "Second Harvest Food Bank"' in public()
    assert current_shop().charity == "Second Harvest Food Bank"


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
    errors = errors_of(save(console, disclosure_text="Thank you: {deductible}."))
    assert errors == {"disclosure_text": ["Keep {value} in the text."]}
    assert save(console, disclosure_text="").status_code == 302
    assert "{value}" in ShopSettings.objects.get().disclosure_text
