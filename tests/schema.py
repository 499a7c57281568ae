"""Keep the API schema, and what TypeScript takes from it, up to date: `python -m tests.schema --write` or `--check`."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SCHEMA = ROOT / "docs" / "api-schema.yaml"
API = ROOT / "frontend" / "src" / "common" / "api"
GENERATED = ("schema.gen.ts", "bounds.gen.ts", "cash.gen.ts")


def write(schema: Path, api: Path) -> None:
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "tests.settings"}
    spectacular = [sys.executable, "manage.py", "spectacular", "--fail-on-warn", "--file", str(schema)]
    subprocess.run(spectacular, cwd=ROOT, env=environment, check=True)
    typescript = ["node", "tools/schema/write.mjs", str(schema), str(api)]
    subprocess.run(typescript, cwd=ROOT / "frontend", check=True)


def check() -> int:
    with tempfile.TemporaryDirectory() as folder:
        fresh = Path(folder)
        write(fresh / SCHEMA.name, fresh)
        files = [SCHEMA, *(API / name for name in GENERATED)]
        stale = [file for file in files if read(file) != (fresh / file.name).read_text()]
    for file in stale:
        print(f"{file.relative_to(ROOT)} does not match the API. Run `make types` and commit it.")
    return 1 if stale else 0


def read(file: Path) -> str:
    return file.read_text() if file.exists() else ""


if __name__ == "__main__":
    if "--check" in sys.argv:
        sys.exit(check())
    write(SCHEMA, API)
