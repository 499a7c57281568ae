/** The reader for browsers without a built-in one. It loads only there. */
import decodeQR, { type FinderPoints, type Image, type Point } from "qr/decode.js"

const MAX_SIDE = 960 // of the picture that is searched; larger ones take longer and are not read better

let canvas: HTMLCanvasElement | null = null

export function readPixels(video: HTMLVideoElement): string | null {
  canvas ??= document.createElement("canvas")
  const scale = Math.min(1, MAX_SIDE / Math.max(video.videoWidth, video.videoHeight))
  canvas.width = Math.round(video.videoWidth * scale)
  canvas.height = Math.round(video.videoHeight * scale)
  const context = canvas.getContext("2d", { willReadFrequently: true })
  if (!context) return null
  context.drawImage(video, 0, 0, canvas.width, canvas.height)
  return readImage(context.getImageData(0, 0, canvas.width, canvas.height))
}

export function readImage(image: Image): string | null {
  let points: FinderPoints | null = null
  try {
    return decodeQR(image, { timeLimit: 40, pointsOnDetect: (found) => (points = found) })
  } catch {
    return points && readTilted(image, points) // without points, there is no code in this picture
  }
}

const MODULES = 21 // on each side of a ticket's code
const CENTER = 3.5 // modules from the edge to the middle of a finder pattern
const SPAN = MODULES - 2 * CENTER
const TIMING = 6 // the row and the column of the timing patterns
const BORDER = 4
const SCALE = 3 // pixels for each module of the straightened code
const MAX_MODULES_OFF = 4
const MAX_WRONG = 4 // of the 10 modules of both timing patterns, and the 28 dark ones at the edges of the finders

type Position = readonly [x: number, y: number]
type IsDark = (x: number, y: number) => boolean

const steps = Array.from({ length: 4 * MAX_MODULES_OFF + 1 }, (_, index) => index / 2 - MAX_MODULES_OFF)
const distance = ([x, y]: Position) => Math.hypot(x, y)
/** In modules, the nearest first. */
const OFFSETS: Position[] = steps
  .flatMap((x) => steps.map((y): Position => [x, y]))
  .filter((offset) => distance(offset) <= MAX_MODULES_OFF)
  .sort((one, other) => distance(one) - distance(other))

/**
 * Returns the text of a tilted code whose finder patterns were found, or null. The package `qr` finds three corners and
 * assumes that the code is a parallelogram, which is wrong by several modules where one side is much nearer to the
 * camera. Here the fourth corner is tried around that place until the code's timing patterns fit.
 */
function readTilted(image: Image, { tl, tr, bl }: FinderPoints): string | null {
  for (const [x, y] of OFFSETS) {
    const along = (side: "x" | "y") =>
      tr[side] + bl[side] - tl[side] + (x * (tr[side] - tl[side]) + y * (bl[side] - tl[side])) / SPAN
    const isDark = sampler(image, project(tl, tr, bl, { x: along("x"), y: along("y") }))
    if (countWrong(isDark) > MAX_WRONG) continue
    try {
      return decodeQR(straighten(isDark))
    } catch {
      // Another corner may fit better.
    }
  }
  return null
}

/** Returns the projection that maps modules to the image, given the middles of the code's four corners. */
function project(tl: Point, tr: Point, bl: Point, br: Point): (x: number, y: number) => Point {
  const [x1, y1, x2, y2] = [tr.x - br.x, tr.y - br.y, bl.x - br.x, bl.y - br.y]
  const [x3, y3] = [tl.x - tr.x + br.x - bl.x, tl.y - tr.y + br.y - bl.y]
  const area = x1 * y2 - x2 * y1
  const g = (x3 * y2 - x2 * y3) / area
  const h = (x1 * y3 - x3 * y1) / area
  return (x, y) => {
    const [u, v] = [(x - CENTER) / SPAN, (y - CENTER) / SPAN]
    const depth = g * u + h * v + 1
    return {
      x: (tl.x + u * (tr.x * (1 + g) - tl.x) + v * (bl.x * (1 + h) - tl.x)) / depth,
      y: (tl.y + u * (tr.y * (1 + g) - tl.y) + v * (bl.y * (1 + h) - tl.y)) / depth,
    }
  }
}

function sampler({ width, height, data }: Image, at: (x: number, y: number) => Point): IsDark {
  const brightness = (x: number, y: number) => {
    const point = at(x, y)
    const [column, row] = [Math.floor(point.x), Math.floor(point.y)]
    const isInside = column >= 0 && row >= 0 && column < width && row < height
    return isInside ? data[(row * width + column) * 4 + 1]! : 255 // green is nearly the brightness
  }
  const far = MODULES - CENTER
  const dark = [brightness(CENTER, CENTER), brightness(far, CENTER), brightness(CENTER, far)]
  const light = [brightness(1.5, CENTER), brightness(far, 1.5), brightness(1.5, far)]
  const threshold = [...dark, ...light].reduce((sum, each) => sum + each, 0) / 6
  return (x, y) => brightness(x + 0.5, y + 0.5) < threshold
}

/** Counts modules whose color is known, and is another one. */
function countWrong(isDark: IsDark): number {
  let wrong = 0
  for (let i = 8; i < 13; i++) {
    if (isDark(i, TIMING) !== (i % 2 === 0)) wrong++
    if (isDark(TIMING, i) !== (i % 2 === 0)) wrong++
  }
  const last = MODULES - 1
  for (let i = 0; i < 7; i++) {
    const edges = [isDark(last - i, 0), isDark(last, i), isDark(0, last - i), isDark(i, last)]
    wrong += edges.filter((each) => !each).length
  }
  return wrong
}

function straighten(isDark: IsDark): Image {
  const side = (MODULES + 2 * BORDER) * SCALE
  const data = new Uint8ClampedArray(side * side * 4).fill(255)
  for (let row = 0; row < MODULES * SCALE; row++)
    for (let column = 0; column < MODULES * SCALE; column++) {
      if (!isDark(Math.floor(column / SCALE), Math.floor(row / SCALE))) continue
      const start = ((row + BORDER * SCALE) * side + column + BORDER * SCALE) * 4
      data.fill(0, start, start + 3)
    }
  return { width: side, height: side, data }
}
