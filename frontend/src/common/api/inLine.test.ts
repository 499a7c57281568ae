import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { requestInLine } from "~/common/api/inLine"
import { answer, calls } from "~/testing/browser"

const busy = { message: "The shop is busy right now. Try again in a few seconds.", code: "busy" }

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] }))
afterEach(() => void vi.useRealTimers())

const settle = () => vi.advanceTimersByTimeAsync(130_000)

test("a request waits once to twice as long as a busy shop says, and is sent again", async () => {
  answer("POST /api/orders", busy, 503, { headers: { "Retry-After": "5" } })
  const answered = requestInLine("POST", "/api/orders", { a: 1 })
  await vi.waitFor(() => expect(calls).toHaveLength(1))
  answer("POST /api/orders", { _id: "1" }, 201)

  await vi.advanceTimersByTimeAsync(4_900)
  expect(calls).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(5_200)

  expect(await answered).toEqual({ _id: "1" })
  expect(calls).toHaveLength(2)
  expect(calls[1]?.body).toEqual({ a: 1 })
})

test("after a minute, the shop's message is an error", async () => {
  answer("POST /api/orders", busy, 503, { headers: { "Retry-After": "20" } })
  const failed = requestInLine("POST", "/api/orders").catch((error: unknown) => error)

  await settle()

  expect(await failed).toMatchObject(busy)
  expect(calls.length).toBeGreaterThan(1)
  expect(calls.length).toBeLessThan(5)
})

test("other errors are not tried again", async () => {
  answer("POST /api/orders", { message: "The disk is full.", code: "disk_full" }, 503, {
    headers: { "Retry-After": "5" },
  })
  const failed = requestInLine("POST", "/api/orders").catch((error: unknown) => error)

  await settle()

  expect(await failed).toMatchObject({ code: "disk_full" })
  expect(calls).toHaveLength(1)
})
