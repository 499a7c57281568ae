"""No code file is too long."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MAX_LINES = 300
KINDS = {".py", ".ts", ".tsx", ".mjs", ".css"}
CODE = (
    "accounts", "bench", "bookings", "charityshop", "events", "frontend", "orders", "paypal_simulator", "tests",
    "manage.py",
)  # fmt: skip
GENERATED = {"node_modules", "migrations"}


def list_code_files(root: Path) -> list[Path]:
    found = [file for name in CODE for file in ([root / name] if (root / name).is_file() else (root / name).rglob("*"))]
    return [
        file
        for file in found
        if file.suffix in KINDS and ".gen." not in file.name and not GENERATED & set(file.relative_to(root).parts)
    ]


def find_long_files(root: Path) -> dict[str, int]:
    lines = {str(file.relative_to(root)): len(file.read_text().splitlines()) for file in list_code_files(root)}
    return {name: number for name, number in lines.items() if number > MAX_LINES}


def test_no_file_is_too_long() -> None:
    assert len(list_code_files(ROOT)) > 500, "the test finds files"
    assert find_long_files(ROOT) == {}


def test_a_long_file_is_found_and_a_generated_one_is_not(tmp_path: Path) -> None:
    for name in (
        "orders/reports/consistency_checks.py",
        "orders/migrations/0001_initial.py",
        "frontend/src/api/schema.gen.ts",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("1\n" * (MAX_LINES + 1))
    (tmp_path / "orders/orders.py").write_text("1\n" * MAX_LINES)

    assert find_long_files(tmp_path) == {"orders/reports/consistency_checks.py": MAX_LINES + 1}
