"""Describe a device by its User-Agent header, for example “Firefox on Windows”."""

UNKNOWN = "Unknown device"

# The first match wins. The order matters because browsers include the names of others in their headers.
BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "Chromebook"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
)


def describe_device(user_agent: str) -> str:
    """Return a description built only from the names above: it is shown on a page, and exact versions aren't stored."""
    browser, system = find_name(user_agent, BROWSERS), find_name(user_agent, SYSTEMS)
    return " on ".join(word for word in (browser, system) if word) or UNKNOWN


def find_name(text: str, marks: tuple[tuple[str, str], ...]) -> str:
    return next((name for mark, name in marks if mark in text), "")
