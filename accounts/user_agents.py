"""What somebody's device is called, from what its browser says of itself: “Firefox on Windows”. Pure."""

UNKNOWN = "Unknown device"

# The first mark that a browser's text holds names it: others' names stand in theirs too, so the order decides.
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


def device_words(user_agent: str) -> str:
    """Only words of ours, whatever the text holds: it is shown on a page, and nobody's exact browser is kept."""
    browser, system = named(user_agent, BROWSERS), named(user_agent, SYSTEMS)
    return " on ".join(word for word in (browser, system) if word) or UNKNOWN


def named(text: str, marks: tuple[tuple[str, str], ...]) -> str:
    return next((name for mark, name in marks if mark in text), "")
