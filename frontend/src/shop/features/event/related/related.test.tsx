import { screen, within } from "@testing-library/react"
import { expect, test } from "vitest"
import type { ProductDate, ProductDetail } from "~/common/api/types"
import { formatDateOption } from "~/common/lib/time/dates"
import { paths } from "~/shop/paths"
import { aDate, aProduct, aProductDate, inDays } from "~/testing/factories"
import { answer, renderAt, requests, scrolledTo } from "~/testing/browser"

const list = (products: ProductDate[]) => ({ products, page: 1, pages: 1, total: products.length })

function open(over: Partial<ProductDetail> = {}, rsvpDate?: string) {
  const product = aProduct({ category: "Magic", eventLocation: "Foam & Felt", ...over })
  answer(`/api/products/${product._id}`, product)
  return { product, ...renderAt(paths.event(product._id, rsvpDate)) }
}

const queries = () => requests("/api/products").map(({ url }) => Object.fromEntries(url.searchParams))
const more = () => screen.findByRole("region", { name: "Similar events" })
const names = async () =>
  within(await more())
    .queryAllByRole("heading", { level: 3 })
    .map((heading) => within(heading).getByRole("link").textContent)

test("the four dates after the chosen one are linked, with full ones marked", async () => {
  scrolledTo(true)
  answer("/api/products", list([]))
  const days = [2, 9, 16, 23, 30, 37]
  const dates = days.map((day) => aDate({ startTime: inDays(day), countInStock: day === 16 ? 0 : 6 }))
  const { product } = open({ occurrences: dates, isRecurring: true }, dates[1]!.startTime)

  const next = within(await screen.findByRole("list", { name: `Next dates of ${product.name}` }))
  const links = next.getAllByRole("link")
  expect(links.map((link) => link.getAttribute("href"))).toEqual(
    dates.slice(2).map(({ startTime }) => paths.event(product._id, startTime)),
  )
  expect(links[0]).toHaveTextContent(`${formatDateOption(dates[2]!.startTime)} Sold Out!`)
  expect(links[1]).toHaveTextContent("6 seats left")
})

test("a canceled date among the next ones is struck through, with its reason", async () => {
  scrolledTo(true)
  answer("/api/products", list([]))
  const canceled = { startTime: inDays(9), endTime: inDays(9, 6), reason: "Flooded" }
  const { product } = open({
    occurrences: [2, 16].map((day) => aDate({ startTime: inDays(day) })),
    canceledDates: [canceled],
  })

  const next = within(await screen.findByRole("list", { name: `Next dates of ${product.name}` }))
  const [first, second] = next.getAllByRole("listitem")
  expect(within(first!).getByText(formatDateOption(canceled.startTime)).tagName).toBe("S")
  expect(first).toHaveTextContent("Canceled: Flooded")
  expect(within(first!).queryByRole("link")).not.toBeInTheDocument()
  expect(within(second!).getByRole("link")).toBeVisible()
})

test("events of the same category load when scrolled near, each event once, without this one", async () => {
  const weekly = aProductDate({ name: "Weekly", startTime: inDays(3) })
  const rows = [weekly, { ...weekly, startTime: inDays(10) }]
  for (const name of ["Second", "Third", "Fourth"]) rows.push(aProductDate({ name, startTime: inDays(12) }))
  scrolledTo(true)
  const product = aProduct()
  answer("/api/products", list([aProductDate({ _id: product._id, name: "Itself", startTime: inDays(1) }), ...rows]))
  open(product)

  expect(await screen.findByRole("heading", { name: /^Weekly on / })).toBeVisible()
  expect(await names()).toEqual(["Weekly", "Second", "Third"])
  expect(queries()).toEqual([{ view: "dates", category: "Magic", seats: "1" }])
})

test("if the category has too few events, others at the same place follow", async () => {
  scrolledTo(true)
  const alike = aProductDate({ name: "Alike" })
  answer("/api/products", ({ url }) =>
    list(url.searchParams.has("category") ? [alike] : [alike, aProductDate({ name: "Same place" })]),
  )
  open()

  expect(await screen.findByRole("heading", { name: /^Same place on / })).toBeVisible()
  expect(await names()).toEqual(["Alike", "Same place"])
  expect(queries().at(-1)).toEqual({ view: "dates", eventLocation: "Foam & Felt", seats: "1" })
})
