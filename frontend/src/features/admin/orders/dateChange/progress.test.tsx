import { act, screen, waitFor, within } from "@testing-library/react"
import { expect, test, vi } from "vitest"
import { paths } from "~/paths"
import { atEnd } from "~/testing/newBrowser"
import { aDateChange, answerProgress, event, openProgress, SATURDAY } from "~/testing/pages/dateChange"
import { answer, calls } from "~/testing/server"

const state = () => within(screen.getByRole("main")).getByRole("status")
const value = (label: string) => screen.getByText(label).nextElementSibling

test("the progress counts what has happened", async () => {
  openProgress(aDateChange({ told: 18, moved: 4, refunded: 6, undecided: 8 }))

  expect(await screen.findByText("Fri, Dec 12 · 7:00 PM is canceled.")).toBeVisible()
  expect(await screen.findByText("Friday Draft")).toBeVisible()
  expect(state()).toHaveTextContent("Waiting for answers until Mon, Dec 8 · 7:00 PM PST.")
  expect(value("Told by email")).toHaveTextContent("18 of 18 bookings")
  expect(value("Not answered yet")).toHaveTextContent("8")
  expect(value("Moved to another date")).toHaveTextContent("4")
  expect(value("Refunded")).toHaveTextContent("6")
  expect(screen.queryByText("Kept")).not.toBeInTheDocument()
  expect(screen.getByRole("link", { name: "Guest list" })).toHaveAttribute(
    "href",
    paths.adminGuests(event._id, "2036-12-13T03:00:00Z"),
  )
})

test("a moved date counts the bookings that stay, and links to the list at the new time", async () => {
  openProgress(aDateChange({ kind: "move", to: SATURDAY, told: 18, kept: 12, undecided: 0, status: "done" }))

  expect(await screen.findByText("Fri, Dec 12 · 7:00 PM has moved to Sat, Dec 13 · 8:00 PM.")).toBeVisible()
  expect(value("Kept")).toHaveTextContent("12")
  expect(screen.getByRole("link", { name: "Guest list" })).toHaveAttribute(
    "href",
    paths.adminGuests(event._id, SATURDAY),
  )
})

test("the progress is fetched until the change is done, and then no more", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  atEnd(() => void vi.useRealTimers())
  const change = aDateChange({ told: 7 })
  openProgress(change)
  expect(await screen.findByText("7 of 18 bookings")).toBeVisible()
  answerProgress({ ...change, told: 18, undecided: 0, refunded: 18, status: "done" })

  await act(() => vi.advanceTimersByTimeAsync(2_000))

  await waitFor(() => expect(state()).toHaveTextContent("Done. Everyone has been told."))
  const fetched = () => calls.filter(({ url }) => url.pathname.startsWith("/api/date-changes/")).length
  const before = fetched()
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(fetched()).toBe(before)
})

test("numbers that can't be updated stay on the page", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  atEnd(() => void vi.useRealTimers())
  const change = aDateChange({ told: 7 })
  openProgress(change)
  expect(await screen.findByText("7 of 18 bookings")).toBeVisible()
  answer(`/api/date-changes/${change._id}`, { message: "Try again in a minute." }, 500)

  await act(() => vi.advanceTimersByTimeAsync(2_000))

  expect(await screen.findByText("We couldn't update these numbers. Trying again…")).toBeVisible()
  expect(screen.getByText("7 of 18 bookings")).toBeVisible()
})
