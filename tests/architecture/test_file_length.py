"""No file of code is longer than somebody reads in one go."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MAX_LINES = 300
KINDS = {".py", ".ts", ".tsx", ".mjs", ".css"}
CODE = (
    "accounts", "bench", "bookings", "charityshop", "events", "frontend", "orders", "paypal_simulator", "tests",
    "manage.py",
)  # fmt: skip
WRITTEN_BY_MACHINES = {"node_modules", "migrations", ".ssr"}


def files_of_code(root: Path) -> list[Path]:
    found = [file for name in CODE for file in ([root / name] if (root / name).is_file() else (root / name).rglob("*"))]
    return [
        file
        for file in found
        if file.suffix in KINDS
        and ".gen." not in file.name
        and not WRITTEN_BY_MACHINES & set(file.relative_to(root).parts)
    ]


def too_long(root: Path) -> dict[str, int]:
    lines = {str(file.relative_to(root)): len(file.read_text().splitlines()) for file in files_of_code(root)}
    return {name: number for name, number in lines.items() if number > MAX_LINES}


def test_no_file_is_too_long() -> None:
    assert len(files_of_code(ROOT)) > 500, "the test sees the files"
    assert too_long(ROOT) == {}


def test_a_file_that_grew_too_long_is_seen_and_a_generated_one_is_not(tmp_path: Path) -> None:
    for name in (
        "orders/reports/consistency_checks.py",
        "orders/migrations/0001_initial.py",
        "frontend/src/api/schema.gen.ts",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("1\n" * (MAX_LINES + 1))
    (tmp_path / "orders/orders.py").write_text("1\n" * MAX_LINES)

    assert too_long(tmp_path) == {"orders/reports/consistency_checks.py": MAX_LINES + 1}
