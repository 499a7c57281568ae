"""The URLs of the database, cache, mail server and storage become Django's settings."""

import pytest

from charityshop.settings.env import get_database, parse_cache_url, parse_email_url, parse_storage_url

SMTP = "django.core.mail.backends.smtp.EmailBackend"


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        (
            "postgresql://shop:p%40ss@db.example.org:5433/cards?sslmode=require",
            {
                "ENGINE": "django.db.backends.postgresql",
                "NAME": "cards",
                "USER": "shop",
                "PASSWORD": "p@ss",
                "HOST": "db.example.org",
                "PORT": 5433,
                "OPTIONS": {"sslmode": "require"},
            },
        ),
        ("sqlite:////var/lib/shop/shop.sqlite3", {"NAME": "/var/lib/shop/shop.sqlite3"}),
        ("", {"ENGINE": "django.db.backends.sqlite3", "NAME": "/default.sqlite3"}),
    ],
)
def test_a_database_url(monkeypatch, url, expected):
    monkeypatch.setenv("DATABASE_URL", url)

    assert get_database("DATABASE_URL", "/default.sqlite3").items() >= expected.items()


@pytest.mark.parametrize(
    ("url", "location"),
    [
        ("dbcache://shop_cache", "shop_cache"),
        ("rediscache://cache:6379/0", ["redis://cache:6379/0"]),
        ("rediss://shop:a,b;c@cache.example.org:6380/1", ["rediss://shop:a,b;c@cache.example.org:6380/1"]),
    ],
)
def test_a_cache_url(url, location):
    assert parse_cache_url(url)["LOCATION"] == location


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        (
            "smtp+tls://tickets%40example.org:p%2Fss@smtp.example.org:587",
            {
                "EMAIL_BACKEND": SMTP,
                "EMAIL_HOST": "smtp.example.org",
                "EMAIL_PORT": 587,
                "EMAIL_USE_TLS": True,
                "EMAIL_USE_SSL": False,
                "EMAIL_HOST_USER": "tickets@example.org",
                "EMAIL_HOST_PASSWORD": "p/ss",
            },
        ),
        ("smtp+ssl://smtp.example.org:465", {"EMAIL_BACKEND": SMTP, "EMAIL_USE_TLS": False, "EMAIL_USE_SSL": True}),
        ("smtp://localhost:25", {"EMAIL_BACKEND": SMTP, "EMAIL_USE_TLS": False, "EMAIL_USE_SSL": False}),
        (
            "filemail:////var/mails",
            {"EMAIL_BACKEND": "django.core.mail.backends.filebased.EmailBackend", "EMAIL_FILE_PATH": "/var/mails"},
        ),
        ("consolemail://", {"EMAIL_BACKEND": "django.core.mail.backends.console.EmailBackend"}),
    ],
)
def test_a_mail_server_url(url, expected):
    assert parse_email_url(url).items() >= expected.items()


@pytest.mark.parametrize("url", ["smtp://", "smtp+tls://smtp.example.org?timeout=5", "imap://smtp.example.org"])
def test_an_unusable_mail_server_url_is_rejected(url):
    with pytest.raises((KeyError, ValueError)):
        parse_email_url(url)


@pytest.mark.parametrize(
    ("url", "endpoint", "region"),
    [
        ("s3://key:s%2Fcret@s3.example.org/images?region=eu-central-1", "https://s3.example.org", "eu-central-1"),
        ("s3+http://key:s%2Fcret@minio:9000/images", "http://minio:9000", "us-east-1"),
    ],
)
def test_a_bucket_url(url, endpoint, region):
    options = parse_storage_url(url)["OPTIONS"]

    assert (options["endpoint_url"], options["region_name"]) == (endpoint, region)
    assert (options["access_key"], options["secret_key"], options["bucket_name"]) == ("key", "s/cret", "images")
