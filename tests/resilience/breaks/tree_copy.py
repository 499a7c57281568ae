"""A copy of the work tree to break: its current state, committed or not, with what was built."""

import shutil
import subprocess
from pathlib import Path

BUILT = ["static/app", "frontend/node_modules"]  # only read


def copy_tree(root: Path, folder: Path) -> Path:
    """Copy the tree into `folder`. Return the root of the copy."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True)
    tree = folder / "tree"
    for name in filter(None, listed.stdout.split("\0")):
        if (root / name).is_file():  # false for an uncommitted deletion
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(root / name, tree / name)
    for name in BUILT:
        if (root / name).exists():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            (tree / name).symlink_to(root / name)
    return tree
