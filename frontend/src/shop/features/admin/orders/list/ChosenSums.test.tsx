import { screen, within } from "@testing-library/react"
import { expect, test } from "vitest"
import type { Order, OrderRevenue } from "~/common/api/types"
import { paths } from "~/shop/paths"
import { anOrder, aRefund, aUserInfo } from "~/testing/factories"
import { answer, renderAt, requests } from "~/testing/browser"

const sums: OrderRevenue = { captured: 31.05, refunded: 6.9, kept: 24.15, otherCurrencies: 0 }

function openLog(query = "", orders: Order[] = [anOrder()]) {
  answer("/api/orders", { orders, page: 1, pages: 3, total: 41 })
  answer("/api/orders/attention", [])
  answer("/api/products", { products: [], page: 1, pages: 1, total: 0 })
  return renderAt(paths.adminList("orders") + query, { as: aUserInfo({ isAdmin: true }) })
}

const sumRequests = () => requests("/api/orders/sums")

test.each(["?from=2026-12-04", "?to=2026-12-04", "?product=6f00", "?product=6f00&from=2026-12-04"])(
  "orders filtered by days or event show received, refunded and net amounts: %s",
  async (query) => {
    answer("/api/orders/sums", sums)
    openLog(query)

    expect(await screen.findByText("$31.05 received, $6.90 refunded, $24.15 net")).toBeVisible()
    const search = sumRequests()[0]!.url.searchParams
    expect(Object.fromEntries(search)).toMatchObject(Object.fromEntries(new URLSearchParams(query)))
    expect(search.getAll("status"), "like the list, without abandoned orders").toHaveLength(6)
    expect(["pageNumber", "sortField", "sortOrder"].filter((name) => search.has(name))).toEqual([])
  },
)

test.each(["", "?status=paid", "?keyword=ana", "?from=yesterday"])(
  "no sums are requested without a filter by days or event: %s",
  async (query) => {
    answer("/api/orders/sums", sums)
    openLog(query)

    expect(await screen.findByRole("cell", { name: /^Ana Diaz/ })).toBeVisible()
    expect(screen.queryByText(/received/)).not.toBeInTheDocument()
    expect(sumRequests()).toEqual([])
  },
)

test.each([
  [1, "$31.05 received, $6.90 refunded, $24.15 net; 1 order in another currency not included"],
  [2, "$31.05 received, $6.90 refunded, $24.15 net; 2 orders in another currency not included"],
])("sums say how many orders in other currencies are not included: %i", async (otherCurrencies, text) => {
  answer("/api/orders/sums", { ...sums, otherCurrencies })
  openLog("?from=2026-12-04")

  expect(await screen.findByText(text)).toBeVisible()
})

test("sums that fail to load show an error, and the list stays", async () => {
  answer("/api/orders/sums", { message: "Not now." }, 400)
  openLog("?from=2026-12-04")

  expect(await screen.findByText("We couldn't add up these orders.")).toBeVisible()
  expect(screen.getByRole("cell", { name: /^Ana Diaz/ })).toBeVisible()
})

const refund = aRefund({ amount: 6.9, createdAt: "2026-12-04T20:00:00Z" })
const partlyRefunded = anOrder({ status: "partly_refunded", totalPrice: 27.6, refundedPrice: 6.9, refunds: [refund] })

test("the refunded amount is shown below the total", async () => {
  const inEuro = anOrder({ refundedPrice: 9, refunds: [{ ...refund, amount: 9, currency: "EUR" }] })
  openLog("", [partlyRefunded, inEuro, anOrder()])

  const [, first, second, third] = within(await screen.findByRole("table")).getAllByRole("row")
  expect(first).toHaveTextContent("$27.60, refunded: −$6.90")
  expect(second).toHaveTextContent("$27.60, refunded: −9.00 EUR")
  expect(third).not.toHaveTextContent("refunded")
})
