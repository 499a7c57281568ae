"""The running shop of the browser tests."""

from tests.e2e.journeys.conftest import shop

__all__ = ["shop"]
