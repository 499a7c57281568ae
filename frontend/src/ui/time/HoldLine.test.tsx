import { act, render, screen } from "@testing-library/react"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { minutesLeft } from "~/lib/time/hold"
import { announcement } from "~/ui/feedback/announce"
import { HoldLine } from "~/ui/time/HoldLine"

const start = Date.parse("2026-12-05T03:27:00Z")
const until = "2026-12-05T03:42:00Z"

beforeEach(() => void vi.useFakeTimers({ now: start }))
afterEach(() => void vi.useRealTimers())

/** In half minutes, so that React draws in between, as it does in life. */
async function pass(minutes: number) {
  for (let half = 0; half < minutes * 2; half++) await act(() => vi.advanceTimersByTimeAsync(30_050))
}

test("minutes are rounded up, and end at nothing", () => {
  expect(minutesLeft(until, start)).toBe(15)
  expect(minutesLeft(until, start + 1)).toBe(15)
  expect(minutesLeft(until, Date.parse(until) - 1)).toBe(1)
  expect(minutesLeft(until, Date.parse(until) + 1)).toBe(0)
})

test("the line tells the clock time and counts the minutes down, one at a time", async () => {
  render(<HoldLine until={until} timeZone="America/Los_Angeles" />)
  expect(screen.getByText(/Your seats are held until/)).toHaveTextContent("7:42 PM")
  expect(screen.getByText("15 minutes left.")).toBeVisible()

  await pass(1)
  expect(screen.getByText("14 minutes left.")).toBeVisible()
})

test("screen readers hear it at five minutes and at one, and at no other", async () => {
  render(<HoldLine until={until} timeZone="America/Los_Angeles" />)
  const heard: string[] = []
  const stop = announcement.subscribe(() => heard.push(announcement.get()))

  await pass(14.5)
  stop()

  expect(heard.filter(Boolean)).toEqual([
    "Your seats are held for 5 more minutes.",
    "Your seats are held for 1 more minute.",
  ])
})

test("when the hold is over the line says what a press does now", async () => {
  render(<HoldLine until={until} timeZone="America/Los_Angeles" />)

  await pass(15)

  expect(screen.getByText("Your hold expired. Pay to try for these seats again.")).toBeVisible()
})

test("a hold that ended asks nobody to pay where there is no way to", () => {
  render(<HoldLine until={new Date(Date.now() - 1000).toISOString()} timeZone="America/Los_Angeles" canPay={false} />)

  expect(screen.getByText("Your hold expired.")).toBeVisible()
})
