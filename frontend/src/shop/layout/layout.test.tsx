import { act, render, screen, waitFor, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { createMemoryRouter, MemoryRouter, RouterProvider } from "react-router-dom"
import { expect, test, vi } from "vitest"
import { request } from "~/common/api/client"
import { paths } from "~/shop/paths"
import { cart } from "~/shop/state/cart"
import { session } from "~/shop/state/session"
import { setShop } from "~/shop/state/shop"
import { aProduct, aUserInfo } from "~/testing/factories"
import { answer, hold, renderAt } from "~/testing/browser"
import Footer from "./Footer"
import { PageError } from "./PageError"

const wide = () => screen.getAllByRole("navigation", { name: "Main" })[0]!

test("the header links to events, about, a gift, the cart and, for signed-out users, sign-in", async () => {
  renderAt("/about")
  await screen.findByRole("heading", { level: 1, name: "About Us" })

  const links = within(wide()).getAllByRole("link")
  expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["Events", "/#events"],
    ["About Us", "/about"],
    ["Give", "/give"],
    ["Cart", "/cart"],
    ["Log In", "/login?redirect=%2Fabout"],
  ])
  await waitFor(() => expect(document.title).toBe("About Us · Charity Card Shop"))
})

test("the user menu has the staff links for admins", async () => {
  const { user } = renderAt("/about", { as: aUserInfo({ isAdmin: true }) })
  await user.click(await screen.findByRole("button", { name: "Account, Ana Diaz" }))

  const section = (await screen.findByRole("heading", { name: "Admin" })).nextElementSibling as HTMLElement
  expect(within(section).getAllByRole("link")[0]).toHaveTextContent("Tonight and next")
  expect(screen.getByRole("link", { name: "Tonight and next" })).toHaveAttribute("href", "/admin")
  expect(screen.getByRole("link", { name: "Order Log" })).toHaveAttribute("href", "/admin/orders")
  expect(screen.getByRole("link", { name: "Edit Events" })).toHaveAttribute("href", "/admin/products")
  expect(screen.getByRole("link", { name: "Users" })).toHaveAttribute("href", "/admin/users")
  expect(screen.getByRole("link", { name: "Operators' console" })).toHaveAttribute("href", "/admin-console/")
})

test("navigation focuses the new page's heading; the first load doesn't move the focus", async () => {
  const { user } = renderAt("/about")
  await screen.findByRole("heading", { level: 1, name: "About Us" })
  expect(document.body).toHaveFocus()
  expect(screen.getByRole("main")).not.toHaveClass("page-fade")

  await user.click(within(wide()).getByRole("link", { name: "Cart" }))

  await waitFor(() => expect(screen.getByRole("heading", { level: 1, name: "My Cart" })).toHaveFocus())
  expect(screen.getByRole("main")).toHaveClass("page-fade")
})

test("the focus stays where the user moved it while the page was loading", async () => {
  const product = aProduct({ name: "Friday Commander" })
  const slow = hold()
  answer(`/api/products/${product._id}`, product, 200, slow)
  const { user, router } = renderAt("/about")
  await screen.findByRole("heading", { level: 1, name: "About Us" })
  await act(() => router.navigate(paths.event(product._id)))
  await screen.findByRole("heading", { level: 1, name: "Event" })
  await user.tab()
  const here = document.activeElement

  slow.release()

  await screen.findByRole("heading", { level: 1, name: "Friday Commander" })
  expect(here).not.toBe(document.body)
  expect(here).toHaveFocus()
})

test("the page of an unknown URL leads to the list of events and searches it", async () => {
  answer("/api/products", { products: [], page: 1, pages: 1, total: 0, facets: {} })
  const { user, address } = renderAt("/nowhere")

  expect(await screen.findByRole("heading", { level: 1, name: "That page isn't in our deck." })).toBeVisible()
  expect(screen.getByRole("link", { name: "See all events" })).toHaveAttribute("href", paths.allDates())
  await user.type(await screen.findByLabelText("Search events"), "draft{Enter}")
  await waitFor(() => expect(address()).toBe(paths.dates(1, "draft")))
})

test("a bar says what still works while offline", async () => {
  renderAt("/about")
  await screen.findByRole("heading", { level: 1 })
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false)
  act(() => void window.dispatchEvent(new Event("offline")))

  expect(await screen.findByText(/You're offline/)).toBeVisible()
})

test("the theme switch sets and stores the color scheme", async () => {
  const { user } = renderAt("/about")
  await user.click(await screen.findByRole("radio", { name: "Dark" }))

  expect(document.documentElement.dataset.colorScheme).toBe("dark")
  expect(localStorage.getItem("theme")).toBe('"dark"')
})

test("logging out opens the sign-in page, which doesn't return to the previous page", async () => {
  answer("POST /api/users/logout", { message: "Bye." })
  const { user, address } = renderAt("/user/1/", { as: aUserInfo() })
  await user.click(await screen.findByRole("button", { name: "Account, Ana Diaz" }))
  await user.click(screen.getByRole("button", { name: "Logout" }))

  await waitFor(() => expect(address()).toBe("/login"))
  expect(session.get().user).toBeNull()
})

test("an ended session opens the sign-in page, which returns to the page, and keeps the cart", async () => {
  cart.addItem({ _id: "a", name: "x", image: "", price: 1 })
  answer("/api/products", { products: [], page: 1, pages: 1, total: 0 })
  const { address, router } = renderAt("/page/2?category=Magic", { as: aUserInfo() })
  answer("PUT /api/users/profile", { message: "Sign in." }, 401)
  await act(() => request("PUT", "/api/users/profile", {}).catch(() => {}))

  await waitFor(() => expect(address()).toBe("/login?redirect=%2Fpage%2F2%3Fcategory%3DMagic"))
  expect(router.state.location.state).toEqual({ notice: "Please sign in again" })
  expect(session.get().user).toBeNull()
  expect(cart.get().cartItems).toHaveLength(1)
})

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

test("a page that failed to load while online names the shop, even after the device goes offline", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {}) // the error is logged
  const loader = () => {
    throw new TypeError("Failed to fetch dynamically imported module")
  }
  const router = createMemoryRouter([{ path: "/", element: null, loader, errorElement: <PageError /> }])
  render(<RouterProvider router={router} />)
  expect(await screen.findByRole("heading", { name: "Something broke on our side." })).toBeVisible()

  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false)
  act(() => void window.dispatchEvent(new Event("offline")))

  expect(screen.getByRole("heading", { name: "Something broke on our side." })).toBeVisible()
})
