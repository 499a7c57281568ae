import { expect, test } from "vitest"
import { onReturn } from "./page"

test.each(["online", "offline"])("A phone asks the shop at once when the browser says that it is %s", (event) => {
  let asked = 0
  const stop = onReturn(() => asked++)

  window.dispatchEvent(new Event(event))
  expect(asked).toBe(1)

  stop()
  window.dispatchEvent(new Event(event))
  expect(asked).toBe(1)
})
