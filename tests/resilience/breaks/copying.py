"""A copy of the work tree to break things in: as it is now, committed or not, with what was built."""

import shutil
import subprocess
from pathlib import Path

BUILT = ["static/app", "templates/generated", "frontend/node_modules"]  # read, never written


def copy_of_the_tree(root: Path, folder: Path) -> Path:
    """The copy's root, within `folder`."""
    every = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(every, cwd=root, capture_output=True, text=True, check=True)
    tree = folder / "tree"
    for name in filter(None, listed.stdout.split("\0")):
        if (root / name).is_file():  # one that was deleted and is not committed so yet is left out
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(root / name, tree / name)
    for name in BUILT:
        if (root / name).exists():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            (tree / name).symlink_to(root / name)
    return tree
