import { render, screen, within } from "@testing-library/react"
import { expect, test, vi } from "vitest"
import { Footer } from "~/layout/Footer"
import { setShop } from "~/state/shop"

test("the footer names its maker and carries the current year", () => {
  vi.useFakeTimers({ now: new Date("2031-06-01T12:00:00Z"), toFake: ["Date"] })
  setShop({ name: "Charity Card Shop", makerCredit: "Made by the table", contactEmail: "hello@example.com" })
  render(<Footer />)
  vi.useRealTimers()

  const footer = within(screen.getByRole("contentinfo"))
  expect(footer.getByText("Made by the table")).toBeVisible()
  expect(footer.getByRole("link", { name: "hello@example.com" })).toHaveAttribute("href", "mailto:hello@example.com")
  expect(footer.getByText(/©/)).toHaveTextContent("© 2031 Charity Card Shop")
})
