import sys
from collections.abc import Iterator

import boto3
import pytest
from moto.server import ThreadedMotoServer

from tests.support.servers.redis_server import Redis, running_redis
from tests.support.servers.running_shop import RunningShop

METRICS_TOKEN = "a-token-that-is-long-enough"


@pytest.fixture(scope="session")
def redis_server() -> Iterator[Redis]:
    with running_redis() as server:
        if server is None:
            sys.exit("These tests need redis-server. On Debian: apt install redis-server")
        yield server


@pytest.fixture(scope="session")
def bucket():
    """Yield a bucket on an S3 server, as a boto3 resource, and its address for the shop."""
    server = ThreadedMotoServer(port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    credentials = {"aws_access_key_id": "shop", "aws_secret_access_key": "a/secret+word", "region_name": "us-east-1"}
    created = boto3.resource("s3", endpoint_url=f"http://{host}:{port}", **credentials).create_bucket(Bucket="pictures")
    yield created, f"s3+http://shop:a%2Fsecret%2Bword@{host}:{port}/pictures"
    server.stop()


@pytest.fixture(scope="session")
def shop(redis_server, bucket) -> Iterator[RunningShop]:
    """Two servers on one PostgreSQL, one Redis and one bucket."""
    flags = {
        "CACHE_URL": redis_server.url,
        "STORAGE_URL": bucket[1],
        "METRICS_TOKEN": METRICS_TOKEN,
        "LIMITS_FACTOR": "1",
    }
    with RunningShop(servers=2, flags=flags) as running:
        yield running
