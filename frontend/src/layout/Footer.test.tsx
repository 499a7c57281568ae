import { render, screen, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { MemoryRouter } from "react-router-dom"
import { expect, test, vi } from "vitest"
import { Footer } from "~/layout/Footer"
import { setShop } from "~/state/shop"

test("the footer shows the maker credit and the current year", () => {
  vi.useFakeTimers({ now: new Date("2031-06-01T12:00:00Z"), toFake: ["Date"] })
  setShop({ name: "Charity Card Shop", makerCredit: "Made by the table", contactEmail: "hello@example.com" })
  render(<Footer />, { wrapper: MemoryRouter })
  vi.useRealTimers()

  const footer = within(screen.getByRole("contentinfo"))
  expect(footer.getByText("Made by the table")).toBeVisible()
  expect(footer.getByRole("link", { name: "hello@example.com" })).toHaveAttribute("href", "mailto:hello@example.com")
  expect(footer.getByText(/©/)).toHaveTextContent("© 2031 Charity Card Shop")
})

test("the footer offers the club's calendar for each kind of calendar app", async () => {
  const user = userEvent.setup() // provides a clipboard
  setShop({ name: "Owls & Cards" })
  render(<Footer />, { wrapper: MemoryRouter })
  const opener = screen.getByRole("link", { name: "Subscribe to our calendar" })
  expect(opener).toHaveAttribute("href", "/calendar.ics")

  await user.click(opener)

  const address = `${window.location.origin}/calendar.ics`
  const dialog = within(await screen.findByRole("dialog", { name: "Subscribe to our calendar" }))
  const webcal = address.replace("http:", "webcal:")
  expect(dialog.getByRole("link", { name: "My calendar app" })).toHaveAttribute("href", webcal)
  for (const name of [/^Google Calendar/, /^Outlook.com/]) {
    expect(dialog.getByRole("link", { name })).toHaveAttribute("rel", "noopener noreferrer")
    expect(dialog.getByRole("link", { name })).toHaveAttribute("target", "_blank")
  }
  const inAddress = (text: string): unknown => expect.stringContaining(`=${encodeURIComponent(text)}`)
  expect(dialog.getByRole("link", { name: /^Google/ })).toHaveAttribute("href", inAddress(webcal))
  expect(dialog.getByRole("link", { name: /^Outlook/ })).toHaveAttribute("href", inAddress(address))
  expect(dialog.getByRole("link", { name: /^Outlook/ })).toHaveAttribute("href", inAddress("Owls & Cards"))
  expect(dialog.getByLabelText(/add this address/)).toHaveValue(address)

  await user.click(dialog.getByRole("button", { name: "Copy" }))
  expect(await dialog.findByRole("button", { name: "Copied" })).toBeVisible()
  expect(await navigator.clipboard.readText()).toBe(address)

  await user.keyboard("{Escape}")
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument()
  expect(opener).toHaveFocus()
})

test("if the browser blocks copying, the address is selected and the keyboard shortcut is shown", async () => {
  const user = userEvent.setup()
  setShop({ name: "Owls" })
  render(<Footer />, { wrapper: MemoryRouter })
  await user.click(screen.getByRole("link", { name: "Subscribe to our calendar" }))
  vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new DOMException("No", "NotAllowedError"))

  await user.click(await screen.findByRole("button", { name: "Copy" }))

  expect(await screen.findByText(/Press Ctrl\+C/)).toBeVisible()
  const field = screen.getByLabelText<HTMLInputElement>(/add this address/)
  expect(field.value.slice(field.selectionStart!, field.selectionEnd!)).toBe(field.value)
})
