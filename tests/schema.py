"""Keep the API schema and TypeScript's types up to date: `python -m tests.schema --write` or `--check`."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SCHEMA = ROOT / "docs" / "api-schema.yaml"
TYPES = ROOT / "frontend" / "src" / "api" / "schema.gen.ts"


def write(schema: Path, types: Path) -> None:
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "tests.settings"}
    spectacular = [sys.executable, "manage.py", "spectacular", "--fail-on-warn", "--file", str(schema)]
    subprocess.run(spectacular, cwd=ROOT, env=environment, check=True)
    typescript = ["node", "tools/schema/write.mjs", str(schema), str(types)]
    subprocess.run(typescript, cwd=ROOT / "frontend", check=True)


def check() -> int:
    with tempfile.TemporaryDirectory() as folder:
        fresh_schema, fresh_types = Path(folder) / SCHEMA.name, Path(folder) / TYPES.name
        write(fresh_schema, fresh_types)
        stale = [old for old, new in ((SCHEMA, fresh_schema), (TYPES, fresh_types)) if read(old) != new.read_text()]
    for file in stale:
        print(f"{file.relative_to(ROOT)} does not match the API. Run `make types` and commit it.")
    return 1 if stale else 0


def read(file: Path) -> str:
    return file.read_text() if file.exists() else ""


if __name__ == "__main__":
    if "--check" in sys.argv:
        sys.exit(check())
    write(SCHEMA, TYPES)
