import { expect, test } from "vitest"
import { ignoreRepeats } from "./camera"

test("The same code counts again once it was out of view for three seconds", () => {
  const isNew = ignoreRepeats()

  expect(isNew("a", 0)).toBe(true)
  expect([1000, 2500, 5000].map((now) => isNew("a", now))).toEqual([false, false, false])
  expect(isNew("b", 5100)).toBe(true)
  expect(isNew("a", 5200)).toBe(false)
  expect(isNew("a", 8200)).toBe(true)
})
