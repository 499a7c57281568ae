import { render, screen, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { MemoryRouter } from "react-router-dom"
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

test("the footer offers the club's calendar to every kind of calendar program", async () => {
  const user = userEvent.setup() // brings a clipboard
  setShop({ name: "Owls & Cards" })
  render(<Footer />, { wrapper: MemoryRouter })
  const opener = screen.getByRole("link", { name: "Subscribe to our calendar" })
  expect(opener).toHaveAttribute("href", "/calendar.ics")

  await user.click(opener)

  const address = `${window.location.origin}/calendar.ics`
  const dialog = within(await screen.findByRole("dialog", { name: "Subscribe to our calendar" }))
  expect(dialog.getByRole("link", { name: "My calendar app" })).toHaveAttribute(
    "href",
    address.replace("http:", "webcal:"),
  )
  for (const name of [/^Google Calendar/, /^Outlook.com/]) {
    expect(dialog.getByRole("link", { name })).toHaveAttribute("rel", "noopener noreferrer")
    expect(dialog.getByRole("link", { name })).toHaveAttribute("target", "_blank")
  }
  expect(dialog.getByRole("link", { name: /^Outlook/ })).toHaveAttribute("href", expect.stringContaining("Owls%20%26"))
  expect(dialog.getByLabelText(/add this address/)).toHaveValue(address)

  await user.click(dialog.getByRole("button", { name: "Copy" }))
  expect(await dialog.findByText("Copied.")).toBeVisible()
  expect(await navigator.clipboard.readText()).toBe(address)

  await user.keyboard("{Escape}")
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument()
  expect(opener).toHaveFocus()
})
