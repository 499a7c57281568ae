import { screen, waitFor, within } from "@testing-library/react"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { paths } from "~/shop/paths"
import { aUserInfo } from "~/testing/factories"
import { aLedger, aMonth, aMovement, openMonth, sentTo } from "~/testing/pages/ledger"
import { answer, renderAt } from "~/testing/browser"
import { setShop } from "~/shop/state/shop"

/** Sets the date only: timers run. */
const itIs = (time: string) => vi.useFakeTimers({ toFake: ["Date"], now: new Date(time) })
beforeEach(() => {
  setShop({})
  itIs("2026-12-02T08:00:00Z") // the first moment at which November can be closed
})
afterEach(() => void vi.useRealTimers())

const part = (name: string) => within(screen.getByRole("region", { name }))
const closeButton = () => screen.findByRole("button", { name: "Close November 2026" })

test("a month is closed in four steps on one page", async () => {
  openMonth()

  await screen.findByRole("heading", { level: 1, name: "November 2026" })
  const steps = await screen.findAllByRole("heading", { level: 2 })
  expect(steps.map((step) => step.textContent)).toEqual([
    "1. Compare",
    "2. Costs and payouts",
    "3. Numbers",
    "4. Close",
  ])
  const journal = await screen.findByRole("link", { name: "Journal (draft)" })
  expect(journal).toHaveAttribute("href", "/api/ledger/2026-11/journal.csv")
  expect(part("Numbers").getByText("Left over this month").nextElementSibling).toHaveTextContent("−$20.20")
})

test("a month that matches is closed with the digest that staff saw", async () => {
  const { user } = openMonth()
  const closed = aMonth({ closedAt: "2026-12-02T20:00:00Z" })
  answer("POST /api/ledger/2026-11/close", () => {
    answer("/api/ledger/2026-11", closed)
    return closed
  })
  expect(await screen.findByText("Everything matches or is explained.")).toBeVisible()

  await user.click(await closeButton())
  const dialog = within(await screen.findByRole("alertdialog", { name: "Close November 2026?" }))
  expect(sentTo("close")).toEqual([])
  await user.click(dialog.getByRole("button", { name: "Close the month" }))

  expect(await screen.findByText("November 2026 is closed.")).toBeVisible()
  expect(sentTo("close")).toEqual([{ digest: "d1" }])
  expect(await screen.findByText(/^November 2026 was closed on Wed, Dec 2/)).toBeVisible()
  expect(screen.queryByRole("heading", { name: /Close$/ })).not.toBeInTheDocument()
  expect(screen.getByRole("link", { name: "Journal" })).toBeVisible()
})

test("a month with open lines can't be closed, and says why", async () => {
  openMonth(aMonth(), { lines: [aMovement({ state: "only_paypal", ours: null })], digest: "d1" })

  await screen.findByText("1 line to explain.")
  expect(await closeButton()).toBeDisabled()
  expect(await closeButton()).toHaveAccessibleDescription("Explain all lines first.")
})

test.each(["2026-11-23T20:00:00Z", "2026-12-02T07:59:00Z"])("at %s, November can't be closed yet", async (time) => {
  itIs(time)
  openMonth()

  expect(await screen.findByText("You can close November 2026 from Wed, Dec 2.")).toBeVisible()
  expect(screen.queryByRole("button", { name: /^Close/ })).not.toBeInTheDocument()
})

test("a month that changed meanwhile is compared again and closed with the new digest", async () => {
  let digest = "d1"
  const { user } = openMonth(aMonth(), () => ({ lines: [aMovement()], digest }))
  const message = "The month has changed since you compared it. Look at it again, then close it."
  answer("POST /api/ledger/2026-11/close", { message, code: "changed" }, 409)
  await screen.findByText("Everything matches or is explained.")
  digest = "d2"
  const close = async () => {
    await user.click(await closeButton())
    await user.click(await screen.findByRole("button", { name: "Close the month" }))
  }
  await close()
  expect(await screen.findByText(message)).toBeVisible()

  answer("POST /api/ledger/2026-11/close", aMonth())
  await waitFor(async () => {
    await close()
    expect(sentTo("close").at(-1)).toEqual({ digest: "d2" })
  })
})

test("if PayPal's record isn't available, the page says what to do and the month stays open", async () => {
  const message = "PayPal does not list its transactions now."
  answer(
    "/api/ledger",
    aLedger([aMonth()], { where: { paypal: 1735.19, bank: -220.5, cash: 0, owed: 0, carriedOver: 0 } }),
  )
  answer("/api/ledger/2026-11", aMonth())
  answer("/api/ledger/2026-11/settlement", { message, code: "no_record" }, 409)
  answer("/api/products/all", [])
  renderAt(`${paths.adminList("ledger")}/2026-11`, { as: aUserInfo({ isAdmin: true }) })

  expect(await screen.findByText(message)).toBeVisible()
  expect(await closeButton()).toHaveAccessibleDescription("Compare the month with PayPal first.")
})

test("the ledger lists its months, and links to each", async () => {
  answer(
    "/api/ledger",
    aLedger([aMonth()], { where: { paypal: 1735.19, bank: -220.5, cash: 0, owed: 0, carriedOver: 0 } }),
  )
  renderAt(paths.adminList("ledger"), { as: aUserInfo({ isAdmin: true }) })

  const list = await screen.findByRole("main")
  const where = await within(list).findByRole("region", { name: "Where the money is" })
  expect(where).toHaveTextContent("$1,735.19 + −$220.50 + $0.00 = −$20.20 still to pay out + $0.00 sales tax held")
  expect(await within(list).findByRole("link", { name: /November 2026/ })).toHaveAttribute(
    "href",
    "/admin/ledger/2026-11",
  )
})
