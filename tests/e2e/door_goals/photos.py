"""Photos of tickets as a phone's camera takes them: the shop's own QR codes in front of a scene, by a pinhole camera.

The numbers of each kind are what the page in docs/generated says about it.
"""

import math
from io import BytesIO
from random import Random

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from charityshop.images.qr_code import draw_qr_png

WIDTH, HEIGHT = 1280, 720  # what the page asks the camera for
FOCAL_LENGTH = 1000  # pixels, as of a phone's main camera: 65° across
CODE_MM = 30  # on the order's page and on paper, with its white border
CARD_MM = (85, 55)
JPEG_QUALITY = 90
NEAR, FAR = (90, 160), (220, 320)  # millimeters from the camera: a code of 333 to 188, or of 136 to 94 pixels

Matrix = list[list[float]]


def render_photo(code: str, kind: str, random: Random) -> bytes:
    """Return a photo of a ticket, as JPEG."""
    tilt = random.uniform(25, 45) if kind == "tilt" else random.uniform(0, 15)
    distance = random.uniform(*(FAR if kind == "small" else NEAR))
    card = add_glare(draw_card(code), random) if kind == "glare" else draw_card(code)
    photo = place_card(card, draw_scene(random), distance, tilt, random)
    if kind == "blur":
        photo = blur(photo, random)
    if kind == "dim":
        photo = dim(photo, random)
    return encode(add_noise(photo, 14 if kind == "dim" else 5, random))


def render_scene(random: Random) -> bytes:
    """Return a photo without a ticket."""
    return encode(add_noise(draw_scene(random), 5, random))


def encode(image: Image.Image) -> bytes:
    file = BytesIO()
    image.save(file, "JPEG", quality=JPEG_QUALITY)
    return file.getvalue()


def draw_scene(random: Random) -> Image.Image:
    """Draw a blurred background: things of all sizes and colors."""
    scene = Image.new("RGB", (WIDTH, HEIGHT), pick_color(random))
    draw = ImageDraw.Draw(scene)
    for _ in range(60):
        x, y, size = random.randrange(WIDTH), random.randrange(HEIGHT), random.randrange(20, 300)
        shape = random.choice([draw.rectangle, draw.ellipse])
        shape((x - size, y - size // 2, x + size, y + size // 2), fill=pick_color(random))
    return scene.filter(ImageFilter.GaussianBlur(4))


def pick_color(random: Random) -> tuple[int, int, int]:
    return random.randrange(30, 220), random.randrange(30, 220), random.randrange(30, 220)


def draw_card(code: str) -> Image.Image:
    """Draw a white sheet with the code in its middle, and lines of text below."""
    symbol = Image.open(BytesIO(draw_qr_png(code))).convert("RGB")
    scale = symbol.width / CODE_MM
    card = Image.new("RGB", (round(CARD_MM[0] * scale), round(CARD_MM[1] * scale)), "white")
    card.paste(symbol, ((card.width - symbol.width) // 2, (card.height - symbol.height) // 2))
    draw = ImageDraw.Draw(card)
    for number, line in enumerate((code, "Friday Draft", "Admits 1")):
        draw.text((scale * 4, scale * (4 + 3 * number)), line, fill="black")
    return card


# --- The camera ------------------------------------------------------------------------------------------------------


def place_card(card: Image.Image, scene: Image.Image, distance: float, tilt: float, random: Random) -> Image.Image:
    """Photograph the card, tilted about an axis in its own plane and turned a little, with the code in view."""
    per_mm = card.width / CARD_MM[0]
    axis, roll = random.uniform(0, 2 * math.pi), math.radians(random.uniform(-20, 20))
    right, down = turn(axis, math.radians(tilt), roll)
    x, y = random.uniform(-0.2, 0.2) * WIDTH * distance, random.uniform(-0.12, 0.12) * HEIGHT * distance
    center = (x / FOCAL_LENGTH, y / FOCAL_LENGTH, distance)
    # From a point of the card, in its pixels, to one of the photo: the columns are right, down and the card's corner.
    columns = [
        [value / per_mm for value in right],
        [value / per_mm for value in down],
        [
            middle - CARD_MM[0] / 2 * along - CARD_MM[1] / 2 * across
            for middle, along, across in zip(center, right, down, strict=True)
        ],
    ]
    x_row, y_row, z_row = ([column[row] for column in columns] for row in range(3))
    projection = [
        [FOCAL_LENGTH * a + WIDTH / 2 * c for a, c in zip(x_row, z_row, strict=True)],
        [FOCAL_LENGTH * b + HEIGHT / 2 * c for b, c in zip(y_row, z_row, strict=True)],
        z_row,
    ]
    inverse = invert(projection)
    from_photo = [value / inverse[2][2] for row in inverse for value in row][:8]

    def warp(image: Image.Image) -> Image.Image:
        return image.transform((WIDTH, HEIGHT), Image.Transform.PERSPECTIVE, from_photo, Image.Resampling.BICUBIC)

    return Image.composite(warp(card), scene, warp(Image.new("L", card.size, 255)))


def turn(axis: float, tilt: float, roll: float) -> tuple[list[float], list[float]]:
    """Return the directions right and down of a card that is turned by `roll` and tilted about an axis in its plane."""
    return tuple(  # type: ignore[return-value]
        rotate([math.cos(angle), math.sin(angle), 0], [math.cos(axis), math.sin(axis), 0], tilt)
        for angle in (roll, roll + math.pi / 2)
    )


def rotate(vector: list[float], axis: list[float], angle: float) -> list[float]:
    """Rotate a vector about an axis (Rodrigues' formula)."""
    along = sum(a * b for a, b in zip(vector, axis, strict=True)) * (1 - math.cos(angle))
    crossed = cross(axis, vector)
    return [vector[i] * math.cos(angle) + crossed[i] * math.sin(angle) + axis[i] * along for i in range(3)]


def cross(a: list[float], b: list[float]) -> list[float]:
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def invert(matrix: Matrix) -> Matrix:
    """Invert a 3×3 matrix: its columns are the cross products of the rows, divided by the determinant."""
    first, second, third = matrix
    columns = [cross(second, third), cross(third, first), cross(first, second)]
    determinant = sum(a * b for a, b in zip(first, columns[0], strict=True))
    return [[column[row] / determinant for column in columns] for row in range(3)]


# --- What spoils a photo ---------------------------------------------------------------------------------------------


def blur(photo: Image.Image, random: Random) -> Image.Image:
    """Out of focus, and moved along one axis."""
    focus, moved = random.uniform(1, 2.2), random.uniform(0, 1.2)
    across = random.random() < 0.5
    return photo.filter(ImageFilter.GaussianBlur((focus + moved, focus) if across else (focus, focus + moved)))


def add_glare(card: Image.Image, random: Random) -> Image.Image:
    """A lamp that is reflected by the card, on its code."""
    scale = card.width / CARD_MM[0]
    mask = Image.new("L", card.size, 0)
    x, y = (side / 2 + random.uniform(-10, 10) * scale for side in card.size)
    wide, high = random.uniform(3, 8) * scale, random.uniform(2, 5) * scale
    strength = round(255 * random.uniform(0.4, 0.7))
    ImageDraw.Draw(mask).ellipse((x - wide, y - high, x + wide, y + high), fill=strength)
    light = Image.new("RGB", card.size, "white")
    return Image.composite(light, card, mask.filter(ImageFilter.GaussianBlur(scale)))


def dim(photo: Image.Image, random: Random) -> Image.Image:
    share = random.uniform(0.1, 0.25)
    return photo.point(lambda value: round(value * share + 8))


def add_noise(photo: Image.Image, most: int, random: Random) -> Image.Image:
    """Add up to so many levels of brightness to each pixel, or take them away."""
    levels = Image.frombytes("L", photo.size, random.randbytes(WIDTH * HEIGHT))
    noise = levels.point(lambda value: round(value * 2 * most / 255))
    return ImageChops.add(photo, Image.merge("RGB", [noise] * 3), scale=1, offset=-most)


KINDS = {
    "blur": "out of focus by a Gaussian of 1 to 2.2 pixels, and up to 1.2 more along one axis",
    "glare": "a lamp's reflection on the code, 6 to 16 by 4 to 10 mm, which hides 40 to 70 % of the contrast",
    "tilt": "seen from 25 to 45° to the side",
    "dim": "10 to 25 % of the light, with noise of ±14 of 255 levels",
    "small": "22 to 32 cm away: the code is 94 to 136 pixels wide, border included",
}
