"""Prometheus metrics."""

import math

import pytest
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families

from charityshop.models import Retry

TOKEN = "a-token-that-is-long-enough"


@pytest.fixture
def metrics_client(settings, db):
    settings.METRICS_TOKEN = TOKEN
    settings.MIDDLEWARE = ["charityshop.observability.metrics.CountRequests", *settings.MIDDLEWARE]
    return Client(headers={"Authorization": f"Bearer {TOKEN}"})


def read_metrics(client: Client) -> dict[tuple[str, ...], float]:
    """Return all samples by their name and label values."""
    answer = client.get("/metrics")
    assert answer.status_code == 200
    families = text_string_to_metric_families(answer.content.decode())
    return {(s.name, *s.labels.values()): s.value for family in families for s in family.samples}


def test_requests_are_counted_by_route_and_not_by_url(metrics_client):
    before = read_metrics(metrics_client)
    metrics_client.get(f"/api/products/{'0' * 24}")
    metrics_client.get(f"/api/products/{'1' * 24}")

    after = read_metrics(metrics_client)
    grown = {key: value - before.get(key, 0) for key, value in after.items() if value > before.get(key, 0)}
    counted = {key[1:]: value for key, value in grown.items() if key[0] == "shop_requests_total"}

    assert {(method, status): n for (method, route, status), n in counted.items() if "products" in route} == {
        ("GET", "404"): 2
    }
    assert not any("000000" in part for key in after for part in key)


def test_the_age_of_backups_and_their_failures_are_exported(metrics_client, settings, tmp_path):
    settings.BACKUP_FOLDER = str(tmp_path)
    assert read_metrics(metrics_client)["shop_backup_age_seconds",] == math.inf
    (tmp_path / "nightly-2026-11-26.tar.gz").touch()
    Retry.objects.create(job="backup trial", row="nightly-2026-11-26.tar.gz", failures=2)

    metrics = read_metrics(metrics_client)

    assert metrics["shop_backup_age_seconds",] < 3600
    assert metrics["shop_backup_trial_age_seconds",] == math.inf
    assert metrics["shop_backup_failures",] == 2


@pytest.mark.parametrize(
    ("configured", "authorization"),
    [(TOKEN, None), (TOKEN, "Bearer something-else-altogether"), (TOKEN, TOKEN), (TOKEN, "Bearer é"), ("", "Bearer ")],
)
def test_without_a_token_or_the_right_one_metrics_are_not_found(settings, db, configured, authorization):
    settings.METRICS_TOKEN = configured
    headers = {} if authorization is None else {"Authorization": authorization}

    assert Client(headers=headers).get("/metrics").status_code == 404
