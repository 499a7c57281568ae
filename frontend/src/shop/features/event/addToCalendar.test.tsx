import { screen, waitFor, within } from "@testing-library/react"
import { expect, test, vi } from "vitest"
import type { ProductDetail } from "~/common/api/types"
import { paths } from "~/shop/paths"
import { aDate, aProduct, inDays } from "~/testing/factories"
import { answer, atEnd, renderAt, scrolledTo } from "~/testing/browser"

/** Opens the page with the buttons in the viewport, which makes them load. */
function open(over: Partial<ProductDetail> = {}, rsvpDate?: string) {
  const product = aProduct(over)
  answer(`/api/products/${product._id}`, product)
  answer("/api/products", { products: [], page: 1, pages: 1, total: 0 })
  scrolledTo(true)
  return { product, ...renderAt(paths.event(product._id, rsvpDate)) }
}

/** Adds a share sheet, which jsdom lacks. */
function withShareSheet(share: (data: ShareData) => Promise<void>) {
  Object.defineProperty(navigator, "share", { value: share, configurable: true })
  atEnd(() => void Reflect.deleteProperty(navigator, "share"))
}

const shareButton = () => screen.findByRole("button", { name: "Share" })

test("Share passes the name and the URL of the chosen date to the device's share sheet", async () => {
  const share = vi.fn(() => Promise.resolve())
  withShareSheet(share)
  const dates = [aDate({ startTime: inDays(3) }), aDate({ startTime: inDays(9) })]
  const { product, user } = open({ occurrences: dates }, dates[1]!.startTime)
  await user.click(await shareButton())

  const url = window.location.origin + paths.event(product._id, dates[1]!.startTime)
  expect(share).toHaveBeenCalledWith({ title: product.name, url })
  expect(screen.queryByText(/Link copied/)).not.toBeInTheDocument()
})

test("without a share sheet, Share copies the link and says so", async () => {
  const { product, user } = open()
  await user.click(await shareButton())

  const message = await screen.findByText("Link copied. Paste it wherever you like.")
  expect(message).toHaveAttribute("role", "status")
  expect(await navigator.clipboard.readText()).toBe(window.location.origin + paths.event(product._id))
})

test("a date can be added to a calendar by file, Google or Outlook", async () => {
  const date = aDate({ startTime: "2099-12-05T03:00:00Z", endTime: "2099-12-05T06:00:00Z" })
  const { user } = open({ occurrences: [date] })
  const button = await screen.findByRole("button", { name: "Add to calendar" })
  expect(button).toHaveAttribute("aria-expanded", "false")
  await user.click(button)

  const list = within(document.getElementById(button.getAttribute("aria-controls")!)!)
  const google = await list.findByRole("link", { name: "Google Calendar (opens in a new tab)" })
  expect(google).toHaveAttribute("href", expect.stringContaining("dates=20991205T030000Z%2F20991205T060000Z"))
  expect(list.getByRole("link", { name: "Outlook (opens in a new tab)" })).toHaveAttribute(
    "href",
    expect.stringContaining("startdt=2099-12-05T03%3A00%3A00Z"),
  )
  expect(list.getByRole("button", { name: "Calendar file (.ics)" })).toBeVisible()
})

test("the list closes on Esc, which returns the focus to the button, and when the focus leaves it", async () => {
  const { user } = open()
  const button = await screen.findByRole("button", { name: "Add to calendar" })
  await user.click(button)
  const file = await screen.findByRole("button", { name: "Calendar file (.ics)" })
  file.focus()
  await user.keyboard("{Escape}")
  expect(file).not.toBeInTheDocument()
  expect(button).toHaveFocus()

  await user.keyboard("{Enter}")
  await screen.findByRole("button", { name: "Calendar file (.ics)" })
  ;(await shareButton()).focus()
  await waitFor(() => expect(button).toHaveAttribute("aria-expanded", "false"))
})
