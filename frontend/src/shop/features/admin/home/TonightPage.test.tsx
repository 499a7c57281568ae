import { screen, within } from "@testing-library/react"
import { expect, test } from "vitest"
import type { ListedRecapDraft, NextDate, AttentionItem } from "~/common/api/types"
import { formatDay } from "~/common/lib/time/dates"
import { tablesOfDate } from "~/shop/layout/header/staffPages"
import { paths } from "~/shop/paths"
import { anAttentionItem, aUserInfo, inDays } from "~/testing/factories"
import { answer, renderAt } from "~/testing/browser"

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

const aNextDate = (over: Partial<NextDate> = {}): NextDate => ({
  product: "abc",
  name: "Friday Draft",
  startTime: inDays(3),
  endTime: inDays(3, 6),
  totalReservations: 18,
  maximumEventCapacity: 24,
  isHidden: false,
  waiting: 0,
  ...over,
})

function openHome(dates: NextDate[], items: AttentionItem[] = [], drafts: ListedRecapDraft[] = []) {
  answer("/api/products/next-dates", dates)
  answer("/api/orders/attention", items)
  answer("/api/recaps/drafts", { drafts })
  return renderAt(paths.admin(), { as: aUserInfo({ isAdmin: true }) })
}

test("a date shows its seats, who waits, and links to what staff do about it", async () => {
  const date = aNextDate({ totalReservations: 24, waiting: 3 })
  openHome([date])

  const next = await screen.findByRole("region", { name: "Next" })
  expect(screen.getByRole("heading", { level: 1, name: "Tonight and next" })).toBeVisible()
  expect(next).toHaveTextContent("24/24 seats taken")
  expect(next).toHaveTextContent("3 waiting")
  const of = `Friday Draft, ${formatDay(date.startTime)}`
  const linkTo = (name: string) => within(next).getByRole("link", { name: `${name} ${of}` })
  expect(linkTo("Guests")).toHaveAttribute("href", paths.adminGuests("abc", date.startTime))
  expect(linkTo("Door")).toHaveAttribute("href", paths.adminGuests("abc", date.startTime, "/door"))
  expect(linkTo("Tables")).toHaveAttribute("href", tablesOfDate("abc", date.startTime))
  expect(linkTo("Message")).toHaveAttribute("href", paths.adminMessage("abc", date.startTime))
  expect(linkTo("Move or cancel")).toHaveAttribute("href", paths.adminDateChange("abc", { date: date.startTime }))
})

test("a date that is on now is apart from the next ones, and can't be moved or canceled", async () => {
  const hidden = aNextDate({ name: "Next Week", isHidden: true })
  openHome([aNextDate({ startTime: inHours(-1), endTime: inHours(2) }), hidden])

  const today = await screen.findByRole("region", { name: "Today" })
  expect(today).toHaveTextContent("On now")
  expect(today).not.toHaveTextContent("Hidden")
  expect(screen.getByRole("region", { name: "Next" })).toHaveTextContent("Hidden")
  expect(within(today).getByRole("link", { name: /^Guests/ })).toBeVisible()
  expect(within(today).queryByRole("link", { name: /^Move or cancel/ })).not.toBeInTheDocument()
  expect(within(screen.getByRole("region", { name: "Next" })).getByRole("link", { name: "Next Week" })).toBeVisible()
})

test("money to look at is counted by kind, with links to the orders", async () => {
  openHome(
    [],
    (["review", "stuck", "review"] as const).map((kind, i) => anAttentionItem({ kind, _id: `o${i}` })),
  )

  const money = await screen.findByRole("region", { name: "Money to look at" })
  const rows = within(money).getAllByRole("listitem")
  expect(rows.map((row) => row.textContent)).toEqual(["Payment in review2", "Keeps failing1"])
  expect(within(money).getByRole("link", { name: "Payment in review" })).toHaveAttribute(
    "href",
    "/admin/orders?status=review",
  )
  expect(within(money).getByRole("link", { name: "Keeps failing" })).toHaveAttribute("href", "/admin/orders")
})

test("thank-you emails come after tonight, with when they go out or what they wait for", async () => {
  const startTime = inDays(-1)
  const goesOutAt = "2026-12-05T18:00:00Z"
  const draft = { product: "abc", name: "Friday Draft", startTime, goesOutAt, waitsFor: [] }
  const waiting = { ...draft, name: "Sealed", startTime: inDays(-2), waitsFor: ["The door is not closed yet."] }
  openHome([aNextDate({ startTime: inHours(-1), endTime: inHours(2) }), aNextDate()], [], [draft, waiting])

  const thanks = await screen.findByRole("region", { name: "Thank-you emails" })
  expect(thanks).toHaveTextContent("Goes out Sat, Dec 5 · 10:00 AM.")
  expect(thanks).toHaveTextContent("Waits: The door is not closed yet.")
  const of = `Friday Draft, ${formatDay(startTime)}`
  const link = within(thanks).getByRole("link", { name: `Add a note or stop it ${of}` })
  expect(link).toHaveAttribute("href", paths.adminGuests("abc", startTime))
  const titles = screen.getAllByRole("heading", { level: 2 }).map((heading) => heading.textContent)
  expect(titles).toEqual(["Today", "Thank-you emails", "Next"])
})
