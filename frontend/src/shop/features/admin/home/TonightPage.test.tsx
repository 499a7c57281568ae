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
  place: "Copper Kettle Brewing",
  totalReservations: 18,
  left: 6,
  price: 13.8,
  guests: 17,
  in: 0,
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

const ofDate = ({ name, startTime }: NextDate) => `${name}, ${formatDay(startTime)}`

test("a later date shows its seats and who waits, and leads to its guests; the rest is under its …", async () => {
  const date = aNextDate({ totalReservations: 24, waiting: 3 })
  const { user } = openHome([date])

  const next = await screen.findByRole("region", { name: "Next" })
  expect(screen.getByRole("heading", { level: 1, name: "Tonight and next" })).toBeVisible()
  expect(next).toHaveTextContent("24/24 seats taken")
  expect(next).toHaveTextContent("3 waiting")
  expect(next).toHaveTextContent("Copper Kettle Brewing")
  const linkTo = (name: string) => within(next).getByRole("link", { name: `${name} ${ofDate(date)}` })
  expect(linkTo("Guest list")).toHaveAttribute("href", paths.adminGuests("abc", date.startTime))
  await user.click(within(next).getByRole("button", { name: `More for ${ofDate(date)}` }))
  expect(linkTo("Door")).toHaveAttribute("href", paths.adminGuests("abc", date.startTime, "/door"))
  expect(linkTo("Tables")).toHaveAttribute("href", tablesOfDate("abc", date.startTime))
  expect(linkTo("Message")).toHaveAttribute("href", paths.adminMessage("abc", date.startTime))
  expect(linkTo("Move or cancel")).toHaveAttribute("href", paths.adminDateChange("abc", { date: date.startTime }))
})

test("today's date says who is in and what is left, with what staff do this evening", async () => {
  const date = aNextDate({ startTime: inHours(-1), endTime: inHours(2), in: 7, guests: 19, left: 5 })
  const { user } = openHome([date, aNextDate({ name: "Next Week", isHidden: true })])

  const today = await screen.findByRole("region", { name: "Today" })
  expect(today).toHaveTextContent("7 of 19 in · 5 left at $13.80")
  expect(today).toHaveTextContent("Copper Kettle Brewing")
  expect(today).toHaveTextContent("On now")
  expect(today).not.toHaveTextContent("Hidden")
  expect(screen.getByRole("region", { name: "Next" })).toHaveTextContent("Hidden")
  const links = within(today)
    .getAllByRole("link")
    .map((link) => link.textContent)
  expect(links).toEqual(["Guest list", "Door", "Tables"])
  await user.click(within(today).getByRole("button", { name: `More for ${ofDate(date)}` }))
  expect(within(today).getByRole("link", { name: `Message ${ofDate(date)}` })).toBeVisible()
  expect(within(today).queryByRole("link", { name: /^Move or cancel/ })).not.toBeInTheDocument() // it is on
})

test("a date without seats, or a free one, says so", async () => {
  const today = { startTime: inHours(-1), endTime: inHours(2) }
  openHome([aNextDate({ ...today, left: 0 }), aNextDate({ ...today, product: "b", price: 0 })])

  const [full, free] = within(await screen.findByRole("region", { name: "Today" })).getAllByRole("listitem")
  expect(full).toHaveTextContent("0 of 17 in · none left")
  expect(free).toHaveTextContent("0 of 17 in · 6 left, free")
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
