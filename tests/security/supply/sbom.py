"""`make sbom` writes the React app's packages as CycloneDX, from the lock file, because npm's own list is incomplete.

The server's list comes from cyclonedx-py, in the same target. This module needs that library's environment.
"""

import base64
import sys
from pathlib import Path

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import HashAlgorithm, HashType
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL

from tests.security.supply.licences import LOCK, Package, browser_rows


def build_component(package: Package, row: dict[str, str]) -> Component:
    namespace, _, name = package.name.rpartition("/")
    url = PackageURL("npm", namespace or None, name, package.version)
    return Component(
        type=ComponentType.LIBRARY,
        group=namespace or None,
        name=name,
        version=package.version,
        purl=url,
        bom_ref=str(url),
        licenses=[LicenseFactory().make_from_string(row["license"])],
        hashes=[parse_hash(row["integrity"])],
    )


def parse_hash(integrity: str) -> HashType:
    kind, _, digest = integrity.partition("-")
    algorithm = {"sha512": HashAlgorithm.SHA_512, "sha1": HashAlgorithm.SHA_1}[kind]
    return HashType(alg=algorithm, content=base64.b64decode(digest).hex())


def build_bom() -> Bom:
    return Bom(components=[build_component(package, row) for package, row in browser_rows(LOCK.read_text()).items()])


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(JsonV1Dot6(build_bom()).output_as_string(indent=2))
