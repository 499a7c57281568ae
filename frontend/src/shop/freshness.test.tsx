import { act, screen } from "@testing-library/react"
import { expect, test, vi } from "vitest"
import { makeQueryClient } from "~/common/api/queryClient"
import type { ProductDetail } from "~/common/api/types"
import { readFirstData } from "~/shop/freshness"
import { paths } from "~/shop/paths"
import { cart } from "~/shop/state/cart"
import { answer, requests } from "~/testing/browser"
import { anEmptyShop } from "~/testing/anEmptyShop"
import { addButton, open, twoDates } from "~/testing/pages/eventPage"

const MINUTE = 60_000
const key = ["Product", "6b0022129c206dee8f316c02"] as const

test.each([
  ["that the shop had just written", {}, 100, 100],
  ["from the shop's cache", {}, 4_000, 4_000],
  ["on a phone whose clock is ten minutes behind", {}, 100 - 10 * MINUTE, 0],
  ["on a phone whose clock is ten minutes ahead", {}, 100 + 10 * MINUTE, 0],
  ["that the browser had in its cache", { transferSize: 0 }, 100, Infinity],
  ["of a browser that doesn't tell where it is from", { transferSize: undefined }, 100, Infinity],
  ["after Back", { type: "back_forward" }, 100, Infinity],
])("the first data of a page %s are as old as the server wrote them", (_, over, byClocks, age) => {
  const navigation = { type: "navigate", transferSize: 9_000, responseStart: 600, ...over }
  vi.spyOn(performance, "getEntriesByType").mockReturnValue([navigation] as unknown as PerformanceEntryList)
  const respondedAt = performance.timeOrigin + 600
  const first = [{ key, data: { name: "Draft" }, at: respondedAt - byClocks }]
  document.body.innerHTML = `<script type="application/json" id="first-data">${JSON.stringify(first)}</script>`
  const client = makeQueryClient()

  readFirstData(client)

  expect(client.getQueryData(key)).toEqual({ name: "Draft" })
  expect(client.getQueryState(key)!.dataUpdatedAt).toBe(age === Infinity ? 0 : respondedAt - age)
})

/** Opens an event's page, where staff cancel its first date afterwards. */
async function openAndCancel() {
  anEmptyShop()
  const [soon, late] = twoDates()
  const canceled = { startTime: soon.startTime, endTime: soon.endTime, reason: "Flooded" }
  const text = "The date is canceled. Flooded."
  const page = open({ occurrences: [soon, late] }, soon.startTime, { state: "canceled", text, ...canceled })
  await addButton()
  answer(`/api/products/${page.product._id}`, { ...page.product, occurrences: [late], canceledDates: [canceled] })
  return { ...page, soon, late, text }
}

test("a date that is canceled while a visitor is on another page is no longer booked there on return by a link", async () => {
  const { router, product, text, address } = await openAndCancel()
  const event = address()
  await act(() => router.navigate(paths.about()))
  await act(() => router.navigate(event))

  expect(await screen.findByText(text)).toBeVisible()
  const asked = requests(`/api/products/${product._id}`).map(({ headers }) => headers.get("Cache-Control"))
  expect(asked).toEqual([null, "no-cache"]) // an answer of the shop's cache may be older
})

test("a page that the browser brings back whole after Back shows what is so now", async () => {
  const { text } = await openAndCancel()

  act(() => void window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true })))

  expect(await screen.findByText(text)).toBeVisible()
})

test.each([
  ["is canceled", { occurrences: [] }, 200, /can't be booked now\.$/, 0],
  ["costs more", { price: 14 }, 200, /^The price has changed\./, 0],
  ["is sold out", { countInStock: 0 }, 200, /^No seats are left on this date\./, 0],
  ["can't be asked about", {}, 500, /is in your cart\.$/, 1],
])(
  "Add to Cart on a page that is open for long asks first: a date that %s",
  async (_, { countInStock, ...over }: { countInStock?: number } & Partial<ProductDetail>, status, text, added) => {
    const [soon, late] = twoDates()
    const { user, client, product } = open({ occurrences: [soon, late] })
    const button = await addButton()
    const first = { ...soon, ...(countInStock !== undefined && { countInStock }) }
    const occurrences = over.occurrences ? [late] : [first, late]
    answer(
      `/api/products/${product._id}`,
      status === 200 ? { ...product, ...over, occurrences } : { message: "No." },
      status,
    )
    await client.invalidateQueries({ queryKey: ["Product", product._id], refetchType: "none" })
    await user.click(button)

    expect(await screen.findByText(text)).toBeVisible()
    expect(cart.get().cartItems).toHaveLength(added)
  },
)
