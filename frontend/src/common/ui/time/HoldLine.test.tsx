import { act, render, screen } from "@testing-library/react"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { announcement } from "~/common/ui/feedback/announce"
import { HoldLine } from "~/common/ui/time/HoldLine"

const start = Date.parse("2026-12-05T03:27:00Z")
const until = "2026-12-05T03:42:00Z"

beforeEach(() => void vi.useFakeTimers({ now: start }))
afterEach(() => void vi.useRealTimers())

/** Advances in half minutes, so that React renders in between. */
async function pass(minutes: number) {
  for (let half = 0; half < minutes * 2; half++) await act(() => vi.advanceTimersByTimeAsync(30_050))
}

test("the line shows when the hold expires and counts down the minutes", async () => {
  render(<HoldLine until={until} />)
  expect(screen.getByText(/Your seats are held until/)).toHaveTextContent("7:42 PM")
  expect(screen.getByText("15 minutes left.")).toBeVisible()

  await pass(1)
  expect(screen.getByText("14 minutes left.")).toBeVisible()
})

test("the time left is announced only at five minutes and at one", async () => {
  render(<HoldLine until={until} />)
  const announced: string[] = []
  const stop = announcement.subscribe(() => announced.push(announcement.get()))

  await pass(14.5)
  stop()

  expect(announced.filter(Boolean)).toEqual([
    "Your seats are held for 5 more minutes.",
    "Your seats are held for 1 more minute.",
  ])
})

test("an expired hold says that paying tries for the seats again", async () => {
  render(<HoldLine until={until} />)

  await pass(15)

  expect(screen.getByText("Your hold expired. Pay to try for these seats again.")).toBeVisible()
})

test("an expired hold doesn't mention paying if there is no payment button", () => {
  render(<HoldLine until={new Date(Date.now() - 1000).toISOString()} canPay={false} />)

  expect(screen.getByText("Your hold expired.")).toBeVisible()
})
