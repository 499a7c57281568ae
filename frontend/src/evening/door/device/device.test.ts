import encodeQR from "qr"
import { expect, test } from "vitest"
import { ignoreRepeats } from "./camera"
import { readImage } from "./decoder"
import { onReturn } from "~/common/lib/visible"

test("The same code counts again once it was out of view for three seconds", () => {
  const isNew = ignoreRepeats()

  expect(isNew("a", 0)).toBe(true)
  expect([1000, 2500, 5000].map((now) => isNew("a", now))).toEqual([false, false, false])
  expect(isNew("b", 5100)).toBe(true)
  expect(isNew("a", 5200)).toBe(false)
  expect(isNew("a", 8200)).toBe(true)
})

const CODE = "T17K2M9QXW4R8TB3CN9"
const [WIDTH, HEIGHT, FOCAL_LENGTH] = [640, 480, 600]
const DISTANCE = 80 // as wide as 80 of the code's modules

/** Draws the code as a camera sees it when one side is nearer by this angle. */
function photograph(degrees: number) {
  const modules = encodeQR(CODE, "raw", { ecc: "medium", border: 1 })
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)]
  const data = new Uint8ClampedArray(WIDTH * HEIGHT * 4).fill(255)
  for (let row = 0; row < HEIGHT; row++)
    for (let column = 0; column < WIDTH; column++) {
      const [x, y] = [(column - WIDTH / 2) / FOCAL_LENGTH, (row - HEIGHT / 2) / FOCAL_LENGTH]
      const along = (x * DISTANCE) / (cos - x * sin)
      const down = y * (DISTANCE + along * sin)
      const isDark = modules[Math.floor(down + modules.length / 2)]?.[Math.floor(along + modules.length / 2)]
      if (isDark) data.fill(0, (row * WIDTH + column) * 4, (row * WIDTH + column) * 4 + 3)
    }
  return { width: WIDTH, height: HEIGHT, data }
}

test.each([0, 20, 30, 45, -45])("A ticket that is tilted by %i degrees is read", (degrees) => {
  expect(readImage(photograph(degrees))).toBe(CODE)
})

test("A picture without a ticket has no code", () => {
  expect(readImage({ width: WIDTH, height: HEIGHT, data: photograph(0).data.fill(90) })).toBeNull()
})

test.each(["online", "offline"])("A phone asks the shop immediately when the browser says that it is %s", (event) => {
  let asked = 0
  const stop = onReturn(() => asked++)

  window.dispatchEvent(new Event(event))
  expect(asked).toBe(1)

  stop()
  window.dispatchEvent(new Event(event))
  expect(asked).toBe(1)
})
