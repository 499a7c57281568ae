"""A shop in production doesn't start with a well-known password."""

import pytest

from charityshop.checks import is_well_known
from tests.charityshop.settings.test_settings import PRODUCTION

START = "import django; django.setup(); from charityshop.checks import check_startup; check_startup()"
WELL_KNOWN = {
    "DATABASE_URL": "postgresql://shop:shop@db.example.org/shop",
    "CACHE_URL": "redis://default:redis@cache.example.org:6379/0",
    "EMAIL_URL": "smtp+tls://tickets%40example.org:changeme@smtp.example.org:587",
    "STORAGE_URL": "s3://minioadmin:minioadmin@s3.example.org/pictures",
}
CHOSEN = {
    "DATABASE_URL": "postgresql://shop_app:pQ7-vL2xKr9_mZ4w@db.example.org/shop",
    "CACHE_URL": "redis://cache.example.org:6379/0",
    "STORAGE_URL": "s3://key:pQ7-vL2xKr9_mZ4w@s3.example.org/pictures",
}


def test_well_known_passwords_stop_the_start_and_are_not_shown(start):
    response = start(["-c", START], **PRODUCTION | WELL_KNOWN)

    assert response.returncode == 1
    for variable, url in WELL_KNOWN.items():
        assert f"{variable} has a well-known password. Choose a random one." in response.stderr
        assert url not in response.stderr


def test_chosen_passwords_are_accepted(start):
    assert start(["-c", START], **PRODUCTION | CHOSEN).stderr == ""


def test_a_demo_may_use_well_known_passwords(start):
    demo = {"PAYPAL_ENVIRONMENT": "simulator", "SECRET_KEY": "x", "DATABASE_URL": WELL_KNOWN["DATABASE_URL"]}

    assert start(["-c", START], **demo).stderr == ""


@pytest.mark.parametrize(
    ("url", "found"),
    [
        ("postgresql://postgres:postgres@db.example.org/shop", True),
        ("postgresql://ana:ANA@db.example.org/shop", True),
        ("postgresql://shop_app:Password@db.example.org/shop", True),
        ("s3://key:%73ecret@s3.example.org/pictures", True),
        ("postgresql://db.example.org/shop?user=shop_app&password=postgres", True),
        ("postgresql://db.example.org/shop?user=ana&password=ana", True),
        ("postgresql://db.example.org/shop?user=shop_app&password=pQ7-vL2xKr9_mZ4w", False),
        ("postgresql://shop_app:pQ7-vL2xKr9_mZ4w@db.example.org/shop", False),
        ("postgresql:///shop", False),  # peer authentication
        ("", False),
    ],
)
def test_well_known_passwords_are_found_in_all_parts_of_the_url(url, found):
    assert is_well_known(url) is found
