"""Names as phones at the door show them: the first name and an initial, such as "Maya R."."""


def shorten_name(first_name: str, last_name: str = "") -> str:
    """A label in one part, such as "Maya Rossi", is the first name."""
    parts = f"{first_name} {last_name}".split()
    if not parts:
        return "Guest"
    return f"{parts[0]} {parts[-1][0].upper()}." if len(parts) > 1 else parts[0]
