"""The colours of felt, foam and foil, and the few between them that pictures need."""

NIGHT = "#0A241B"
FELT = "#12402F"
FELT_2 = "#1B5B43"
FELT_3 = "#2E7A5B"
SAGE = "#8DB89E"
FOAM = "#F7F8F3"
PAPER = "#FFFFFF"
MALT = "#ECE6D6"
OAT = "#D9CDB2"
INK = "#1D2420"
AMBER = "#F2A71B"
AMBER_DEEP = "#D98E04"
HONEY = "#FFCB66"
BERRY = "#8E2152"
BERRY_DEEP = "#5E1538"
ROSE = "#D0698F"
BLUSH = "#F0B9C4"
BLUE = "#1F4E79"
BLUE_DEEP = "#12304D"
SKY = "#6FA3C7"
ICE = "#C9DDE8"
RUST = "#9A3412"
CLAY = "#C9683A"
PEACH = "#F3B48B"
STOUT = "#3A2218"
WOOD_DARK = "#4A2A1A"
WOOD = "#75452A"
WOOD_LIGHT = "#9A6540"


def mix(first: str, second: str, share: float) -> str:
    """Return the colour that is `share` (0 to 1) of the way from first to second, both as #RRGGBB."""
    channels = [
        round(int(first[i : i + 2], 16) * (1 - share) + int(second[i : i + 2], 16) * share) for i in (1, 3, 5)
    ]
    return "#" + "".join(f"{channel:02X}" for channel in channels)
