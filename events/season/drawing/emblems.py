"""The marks on our cards: our own signs, each about 100 pixels wide around the origin."""

from events.season.drawing.shapes import circle, group, line, path

_OUTLINES = {
    "flame": (
        "M0 -56C10 -28 40 -14 34 20C30 46 14 54 0 54C-18 54 -36 42 -35 16C-34 0 -24 -8 -20 -22"
        "C-14 -12 -8 -8 -4 -6C-10 -24 -8 -42 0 -56Z"
    ),
    "leaf": "M-38 42C-52 -10 -14 -50 46 -48C50 10 16 50 -24 36L-38 52L-44 48Z",
    "drop": "M0 -54C20 -20 38 0 38 20C38 42 20 54 0 54C-20 54 -38 42 -38 20C-38 0 -20 -20 0 -54Z",
    "crown": "M-50 34L-56 -30L-28 -4L0 -46L28 -4L56 -30L50 34Z",
    "peak": "M-58 44L-14 -40L8 -4L22 -22L58 44Z",
    "moon": "M18 -50A52 52 0 1 0 48 32A42 42 0 1 1 18 -50Z",
    "heart": (
        "M0 50C-30 24 -56 4 -56 -22C-56 -44 -38 -54 -24 -52C-12 -50 -4 -42 0 -32C4 -42 12 -50 24"
        " -52C38 -54 56 -44 56 -22C56 4 30 24 0 50Z"
    ),
    "spade": (
        "M0 -54C26 -26 50 -8 50 16C50 34 36 42 24 40C16 39 10 34 7 28C8 40 14 48 22 54H-22C-14 48"
        " -8 40 -7 28C-10 34 -16 39 -24 40C-36 42 -50 34 -50 16C-50 -8 -26 -26 0 -54Z"
    ),
    "star": "M0 -56L14 -18L54 -16L22 8L34 48L0 26L-34 48L-22 8L-54 -16L-14 -18Z",
    "wave": (
        "M-60 34C-52 -10 -22 -44 18 -40C46 -36 54 -8 38 4C28 10 16 4 18 -8C2 -12 -8 6 2 20C16 36 42 30 60 22V44H-60Z"
    ),
    "bell": (
        "M0 -54C6 -54 9 -50 9 -45C30 -38 34 -18 36 4C37 18 42 24 50 32H-50C-42 24 -37 18 -36 4"
        "C-34 -18 -30 -38 -9 -45C-9 -50 -6 -54 0 -54ZM-14 38H14C12 50 -12 50 -14 38Z"
    ),
    "dragon": (
        "M-50 56C-62 22 -50 -6 -26 -16L-58 -24L-22 -36L-48 -60C-14 -60 8 -48 18 -34C38 -32 54 -20"
        " 60 -4C46 -2 34 -4 24 -8L46 12C28 18 10 16 0 8C-10 22 -2 36 18 42C6 54 -20 60 -50 56ZM8"
        " -24L24 -16L8 -14Z"
    ),
    "lantern": (
        "M-4 -62H4V-50C14 -48 20 -44 24 -38H-24C-20 -44 -14 -48 -4 -50ZM-28 -32H28C44 -12 44 18"
        " 28 36H-28C-44 18 -44 -12 -28 -32ZM-10 -24C-16 -8 -16 14 -10 28H10C16 14 16 -8 10 -24Z"
        "M-24 42H24L16 52H4V64H-4V52H-16Z"
    ),
}
NAMES = [*_OUTLINES, "sun"]


def emblem(name: str, colour: str, scale: float = 1, at: tuple[float, float] = (0, 0), turn: float = 0) -> str:
    """Draw one of NAMES in one colour."""
    if name == "sun":
        rays = "".join(group(line("M0 -42V-56", colour, 9), turn=step * 45) for step in range(8))
        return group(circle(0, 0, 30, colour), rays, at=at, turn=turn, scale=scale)
    return group(path(_OUTLINES[name], colour, fill_rule="evenodd"), at=at, turn=turn, scale=scale)
