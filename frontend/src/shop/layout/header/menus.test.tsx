import { fireEvent, screen, waitFor, within } from "@testing-library/react"
import { expect, test } from "vitest"
import { cart } from "~/shop/state/cart"
import { setShop } from "~/shop/state/shop"
import { aUserInfo } from "~/testing/factories"
import { renderAt } from "~/testing/browser"
import { answerProfile } from "~/testing/pages/profilePage"

const openMenu = async (visit: ReturnType<typeof renderAt>) => {
  await visit.user.click(await screen.findByRole("button", { name: "Menu" }))
  return within(await screen.findByRole("dialog"))
}

test("a club's logo replaces the default one", async () => {
  setShop({ name: "Foam & Felt", logo: { src: "/media/brand/f-144.png", width: 288, height: 144 } })
  renderAt("/about")

  const brand = await within(await screen.findByRole("banner")).findByRole("link", { name: "Foam & Felt" })
  expect(brand.querySelector("img")).toHaveAttribute("src", "/media/brand/f-144.png")
  expect(brand.querySelectorAll("img")).toHaveLength(1)
})

test.each(["/login", "/register"])("Log In on %s keeps where signing in returns to", async (page) => {
  const visit = renderAt(`${page}?redirect=%2Fcheckout%2F`)

  expect(await screen.findByRole("link", { name: "Log In" })).toHaveAttribute("href", "/login?redirect=%2Fcheckout%2F")
  const menu = await openMenu(visit)
  expect(menu.getByRole("link", { name: "Log In" })).toHaveAttribute("href", "/login?redirect=%2Fcheckout%2F")
})

test("the badge sums the bookings of all items", async () => {
  for (const _id of ["a", "b"])
    for (const day of ["05", "12"]) {
      const booking = { bookingDate: `2026-12-${day}T03:00:00Z`, reservationSeats: { qty: 1 } }
      cart.add({ _id, name: "x", image: "", price: 1 }, booking)
    }
  renderAt("/about")

  expect(await screen.findAllByRole("link", { name: "Cart, 4 bookings" })).not.toHaveLength(0)
})

test("the user menu shows only the first name if there is no last name", async () => {
  renderAt("/about", { as: aUserInfo({ firstName: "Bo", lastName: "" }) })

  expect(await screen.findByRole("button", { name: "Account, Bo" })).toBeVisible()
})

test("arrow keys, Home, End and Tab move between the entries of the open user menu", async () => {
  const { user } = renderAt("/about", { as: aUserInfo() })
  const button = await screen.findByRole("button", { name: "Account, Ana Diaz" })
  button.focus()
  await user.keyboard("{Enter}")
  const [profile, orders, logout] = ["Profile", "Your orders", "Logout"].map((name) => screen.getByText(name))
  const steps: [string, HTMLElement | undefined][] = [
    ["{ArrowDown}", profile],
    ["{ArrowDown}", orders],
    ["{End}", logout],
    ["{ArrowDown}", profile],
    ["{ArrowUp}", logout],
    ["{Home}", profile],
    ["{Tab}", orders],
  ]
  for (const [key, entry] of steps) {
    await user.keyboard(key)
    expect(entry).toHaveFocus()
  }
  expect(fireEvent.keyDown(orders!, { key: "ArrowDown" }), "the page doesn't scroll").toBe(false)

  await user.keyboard("{Escape}")

  expect(button).toHaveFocus()
  expect(fireEvent.keyDown(button, { key: "ArrowDown" }), "a closed menu ignores the keys").toBe(true)
})

test("a press opens the user menu, also after the mouse has opened it and Esc closed it", async () => {
  const { user } = renderAt("/about", { as: aUserInfo() })
  const button = await screen.findByRole("button", { name: "Account, Ana Diaz" })

  await user.hover(button)
  expect(screen.getByText("Profile")).toBeVisible()
  await user.keyboard("{Escape}")
  expect(button).toHaveAttribute("aria-expanded", "false")
  await user.keyboard("{Enter}")

  expect(button).toHaveAttribute("aria-expanded", "true")
})

test("the user menu links to Your orders on the profile and focuses that heading", async () => {
  answerProfile()
  const { user } = renderAt("/about", { as: aUserInfo() })
  await user.click(await screen.findByRole("button", { name: "Account, Ana Diaz" }))

  await user.click(screen.getByRole("link", { name: "Your orders" }))

  await waitFor(async () => expect(await screen.findByRole("heading", { name: "Your orders" })).toHaveFocus())
})

test("the mobile menu slides in and has a Log In link for signed-out users", async () => {
  const visit = renderAt("/about")
  const menu = await openMenu(visit)

  expect(screen.getByRole("dialog").firstElementChild).toHaveClass("slide-panel")
  const names = menu.getAllByRole("link").map((link) => link.textContent)
  expect(names).toEqual(["Events", "About Us", "Give", "Cart", "Log In"])
  await visit.user.click(menu.getByRole("link", { name: "Log In" }))

  await waitFor(() => expect(visit.address()).toBe("/login?redirect=%2Fabout"))
})

test("the mobile menu has Logout but no staff links for signed-in non-admins", async () => {
  const menu = await openMenu(renderAt("/about", { as: aUserInfo() }))

  const names = menu.getAllByRole("link").map((link) => link.textContent)
  expect(names).toEqual(["Events", "About Us", "Give", "Cart", "Profile", "Your orders"])
  expect(menu.getByRole("button", { name: "Logout" })).toBeVisible()
  expect(menu.queryByText("Admin")).not.toBeInTheDocument()
})
