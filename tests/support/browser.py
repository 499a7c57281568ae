"""The browser of the browser tests: `python -m tests.support.browser` installs one if the machine has none.

An installed Chromium or Chrome is preferred. Otherwise one is installed without root: on Linux x64 from the npm package
@sparticuz/chromium (frontend/tools/browser), elsewhere by Playwright.
"""

import io
import os
import platform
import shlex
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import brotli

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "frontend" / "tools" / "browser"
PACKED = PACKAGE / "node_modules" / "@sparticuz" / "chromium" / "bin"
UNPACKED = PACKAGE / "node_modules" / ".unpacked"  # removed by the next `npm ci`
FONTS = ("/usr/share/fonts", "/usr/local/share/fonts", "~/.fonts", "~/.local/share/fonts")
# The first is Chromium without its windows, which takes a third less work for the same pages.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


def find_browser() -> str | None:
    """Return the program that CHROMIUM names, an installed one, or the one that install_browser() installed."""
    if named := os.environ.get("CHROMIUM"):
        return shutil.which(named)
    installed = next(filter(None, map(shutil.which, NAMES)), None)
    return installed or shutil.which(str(UNPACKED / "start")) or downloaded_browser()


def downloaded_browser() -> str | None:
    """Get Playwright's path from another process, because a test may be using Playwright already."""
    script = "from playwright.sync_api import sync_playwright as s\nwith s() as p: print(p.chromium.executable_path)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    return shutil.which(done.stdout.strip())


def install_browser() -> None:
    if (platform.system(), platform.machine()) != ("Linux", "x86_64"):
        subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=True)
        return
    npm = ["npm", "--prefix", str(PACKAGE), "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
    npm += ["--no-update-notifier", "--loglevel=error"]
    subprocess.run(npm, check=True, stdout=subprocess.DEVNULL)
    unpack(PACKED, UNPACKED, fonts=not any(list(Path(folder).expanduser().rglob("*.[ot]tf")) for folder in FONTS))


def unpack(packed: Path, folder: Path, *, fonts: bool) -> None:
    """Unpack the browser, the libraries that a small system lacks and, optionally, fonts."""
    program = folder / "chromium"
    folder.mkdir(parents=True, exist_ok=True)
    program.write_bytes(brotli.decompress((packed / "chromium.br").read_bytes()))
    program.chmod(0o755)
    extract(packed / "al2023.tar.br", folder)
    settings = ""
    if subprocess.run([program, "--version"], capture_output=True, check=False).returncode:
        settings += f"export LD_LIBRARY_PATH={shlex.quote(str(folder / 'lib'))}\n"
    if fonts:
        extract(packed / "fonts.tar.br", folder)
        (folder / "fonts.conf").write_text(
            f"<fontconfig><dir>{folder / 'fonts'}</dir><cachedir>{folder / 'cache'}</cachedir></fontconfig>\n"
        )
        settings += f"export FONTCONFIG_FILE={shlex.quote(str(folder / 'fonts.conf'))}\n"
    start = folder / "start"
    start.write_text(f'#!/bin/sh\n{settings}exec {shlex.quote(str(program))} "$@"\n')
    start.chmod(0o755)


def extract(archive: Path, folder: Path) -> None:
    with tarfile.open(fileobj=io.BytesIO(brotli.decompress(archive.read_bytes()))) as files:
        for member in files:
            if content := files.extractfile(member):
                target = folder / member.name
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(content.read())


def main() -> int:
    if not find_browser() and "CHROMIUM" not in os.environ:
        print("Installing a browser for the tests …", flush=True)
        try:
            install_browser()
        except (OSError, subprocess.CalledProcessError) as error:
            print(error, file=sys.stderr)
    if program := find_browser():
        started = subprocess.run([program, "--version"], capture_output=True, text=True, check=False)
        if not started.returncode:
            return 0
        print(started.stderr, file=sys.stderr)
    print(
        "The browser tests need Chromium or Chrome. Install one (on Debian: apt install chromium-headless-shell), "
        "or name one: CHROMIUM=/path/to/chrome make test",
        file=sys.stderr,
    )
    return 1


if __name__ == "__main__":
    sys.exit(main())
