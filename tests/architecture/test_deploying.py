"""The systemd units, the image and the compose file restrict what runs in production."""

import re
from configparser import RawConfigParser
from ipaddress import ip_network
from typing import Any

import pytest
import yaml
from django.conf import settings

from tests.architecture.tree import APPS, ROOT

UNITS = ["shop.service", "shop-upkeep.service"]
SHOPS = ["shop", "upkeep", "migrate"]  # containers of the shop's own image
ON = ["NoNewPrivileges", "PrivateTmp", "PrivateDevices", "PrivateUsers", "ProtectHome", "ProtectKernelTunables",
      "ProtectKernelModules", "ProtectKernelLogs", "ProtectControlGroups", "ProtectClock", "RestrictNamespaces",
      "RestrictSUIDSGID", "MemoryDenyWriteExecute"]  # fmt: skip


def service(unit: str) -> dict[str, str]:
    parser = RawConfigParser(strict=False)
    parser.optionxform = str  # type: ignore[assignment,method-assign]  # names keep their case
    parser.read(ROOT / "deploy" / unit)
    return dict(parser["Service"])


def read_compose() -> dict[str, Any]:
    read: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())
    return read


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    services: dict[str, Any] = read_compose()["services"]
    return services


@pytest.mark.parametrize("unit", UNITS)
def test_a_unit_may_write_its_state_and_nothing_else(unit: str) -> None:
    options = service(unit)

    assert {name: options.get(name) for name in ON} == dict.fromkeys(ON, "yes")
    assert (options["User"], options["ProtectSystem"], options["StateDirectory"]) == ("shop", "strict", "shop")
    assert options["CapabilityBoundingSet"] == ""
    assert "ReadWritePaths" not in options


@pytest.mark.parametrize("unit", UNITS)
def test_a_unit_cannot_read_the_repositorys_history(unit: str) -> None:
    options = service(unit)

    assert options["InaccessiblePaths"] == f"-{options['WorkingDirectory']}/.git"


def test_the_units_start_existing_programs() -> None:
    assert service("shop.service")["ExecStart"] == "/srv/shop/current/.venv/bin/gunicorn"
    assert (ROOT / "gunicorn.conf.py").is_file()
    assert "manage.py upkeep" in service("shop-upkeep.service")["ExecStart"]


def test_the_final_image_has_no_shell_and_no_root() -> None:
    stages = re.split(r"^FROM ", (ROOT / "Dockerfile").read_text(), flags=re.MULTILINE)[1:]
    last = stages[-1]

    assert len(stages) == 3
    assert last.startswith("gcr.io/distroless/python3")
    assert "\nUSER nonroot\n" in last
    assert "\nRUN " not in last
    assert "--require-hashes" in stages[1]
    assert "npm ci" in stages[0]


def test_the_image_contains_every_app_and_no_tests() -> None:
    text = (ROOT / "Dockerfile").read_text()

    for folder in (*APPS, "static", "templates"):
        assert re.search(rf"^COPY (?:--from=browser /shop/)?{folder}\b", text, flags=re.MULTILINE), folder
        assert f"!{folder}" in (ROOT / ".dockerignore").read_text().splitlines(), folder
    assert "COPY manage.py gunicorn.conf.py ./" in text
    assert "!gunicorn.conf.py" in (ROOT / ".dockerignore").read_text().splitlines()
    assert "tests" not in text
    assert (ROOT / ".dockerignore").read_text().splitlines()[1] == "*"


@pytest.mark.parametrize("name", SHOPS)
def test_the_shops_containers_are_read_only_and_without_rights(compose: dict[str, Any], name: str) -> None:
    container = compose[name]

    assert container["read_only"] is True
    assert container["cap_drop"] == ["ALL"]
    assert container["security_opt"] == ["no-new-privileges:true"]
    assert "privileged" not in container


def test_only_migrations_use_the_databases_owner(compose: dict[str, Any]) -> None:
    owner = compose["database"]["environment"]["POSTGRES_USER"]
    users = {name: re.findall(r"//(\w+):", compose[name]["environment"]["DATABASE_URL"])[0] for name in SHOPS}

    assert users == {"shop": "shop_app", "upkeep": "shop_app", "migrate": owner}
    assert [compose[name]["environment"]["POSTGRES_PASSWORD"] for name in SHOPS] == [""] * 3
    assert compose["migrate"]["profiles"] == ["migrate"]  # not started with the others
    assert "./deploy/shop-app.sh:/docker-entrypoint-initdb.d/shop-app.sh:ro" in compose["database"]["volumes"]


def test_only_the_proxy_is_reachable(compose: dict[str, Any]) -> None:
    ports = {name: container["ports"] for name, container in compose.items() if "ports" in container}

    assert ports == {"proxy": ["80:80", "443:443", "443:443/udp"]}
    assert compose["proxy"]["environment"]["SHOP_UPSTREAM"] == "shop:8000"
    assert "./deploy/Caddyfile:/etc/caddy/Caddyfile:ro" in compose["proxy"]["volumes"]


def test_the_proxys_container_may_only_listen_on_its_ports(compose: dict[str, Any]) -> None:
    proxy = compose["proxy"]

    assert proxy["read_only"] is True
    assert (proxy["cap_drop"], proxy["cap_add"]) == (["ALL"], ["NET_BIND_SERVICE"])
    assert proxy["security_opt"] == ["no-new-privileges:true"]


def test_the_proxy_has_the_same_memory_in_docker_and_with_systemd(compose: dict[str, Any]) -> None:
    """`make secure` measures it with the limit in compose.yaml."""
    drop_in = (ROOT / "deploy" / "caddy-shop.conf").read_text()

    assert f"Environment=GOMEMLIMIT={compose['proxy']['environment']['GOMEMLIMIT']}\n" in drop_in
    assert f"MemoryMax={compose['proxy']['mem_limit']}\n".lower() in drop_in.lower()


def test_the_shop_trusts_the_containers_in_front_of_it(compose: dict[str, Any]) -> None:
    """Docker takes the networks of containers from more ranges than one, so the shop's has a fixed one."""
    (network,) = read_compose()["networks"].values()
    (pool,) = network["ipam"]["config"]

    assert ip_network(pool["subnet"]).is_private
    assert {compose[name]["environment"]["TRUSTED_PROXIES"] for name in SHOPS} == {pool["subnet"]}
    assert [name for name, container in compose.items() if "networks" in container] == []  # all are in the one above


def test_every_variable_of_the_shops_container_is_documented(compose: dict[str, Any]) -> None:
    page = (ROOT / "docs" / "configuration.md").read_text()

    set_for_the_shop = [name for name, value in compose["shop"]["environment"].items() if value]
    assert [name for name in set_for_the_shop if f"`{name}`" not in page] == []


def test_the_proxy_accepts_no_old_tls_and_redirects_no_api_call() -> None:
    text = (ROOT / "deploy" / "Caddyfile").read_text()

    assert re.search(r"^\s*protocols tls1\.2 tls1\.3$", text, flags=re.MULTILINE)
    assert "handle /api*" in text.partition("http://{$SHOP_HOST}")[2]
    assert "REDACTED" in text


def test_the_proxy_accepts_uploads_as_large_as_the_shop_does() -> None:
    """tests/security/proxy sends them."""
    text = (ROOT / "deploy" / "Caddyfile").read_text()

    assert f"import shop {settings.MAX_BODY_BYTES // 1024} {{" in text
