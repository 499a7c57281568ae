import { expect, test } from "vitest"
import { categoryFrame } from "~/shared/card/frameColor"

test("different categories use all five frames", () => {
  const frames = Array.from({ length: 40 }, (_, n) => categoryFrame(`Category ${n}`))

  expect(new Set(frames).size).toBe(5)
})
