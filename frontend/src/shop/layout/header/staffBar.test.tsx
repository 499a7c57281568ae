import { screen, waitFor, within } from "@testing-library/react"
import { expect, test } from "vitest"
import { anOrder, aUserInfo } from "~/testing/factories"
import { openStaffOrder } from "~/testing/pages/staffOrder"
import { answer, renderAt } from "~/testing/browser"

const admin = aUserInfo({ isAdmin: true })
const bar = () => screen.findByRole("navigation", { name: "Staff" })

function aGoalsPage() {
  answer("/api/giving/goals", { goals: [] })
  answer("/api/products", { products: [], page: 1, pages: 1 })
}

test("staff's pages have their own navigation, which marks the current page", async () => {
  aGoalsPage()
  renderAt("/admin/goals", { as: admin })

  const links = within(await bar()).getAllByRole("link")
  expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["Tonight", "/admin"],
    ["Events", "/admin/products"],
    ["Orders", "/admin/orders"],
    ["Users", "/admin/users"],
    ["Members", "/admin/members"],
    ["Ledger", "/admin/ledger"],
    ["Codes", "/admin/vouchers"],
    ["Goals", "/admin/goals"],
    ["Figures", "/admin/figures"],
  ])
  expect(within(await bar()).getByRole("list", { name: "People" })).toHaveTextContent("UsersMembers")
  expect(within(await bar()).getByRole("list", { name: "Money" })).toHaveTextContent("LedgerCodesGoalsFigures")
  expect(links.filter((link) => link.ariaCurrent).map((link) => link.textContent)).toEqual(["Goals"])
})

test.each([
  ["/admin", "Tonight"],
  ["/admin/products/2", "Events"],
  ["/admin/product/6b09dd1c7e0f56ef80987ae2/edit", "Events"],
  ["/admin/product/6b09dd1c7e0f56ef80987ae2/guests/door", "Events"],
  ["/admin/places", "Events"],
  ["/admin/orders/", "Orders"],
  ["/admin/user/6b09dd1c7e0f56ef80987ae2/edit", "Users"],
  ["/admin/ledger/2026-10", "Ledger"],
  ["/admin/vouchers", "Codes"],
])("%s is a page of %s", async (path, text) => {
  answer("/api/*", { message: "Not found." }, 404) // whatever the page asks for
  renderAt(path, { as: admin })

  const links = within(await bar()).getAllByRole("link")
  expect(links.filter((link) => link.ariaCurrent === "page").map((link) => link.textContent)).toEqual([text])
})

test("the order of somebody else has it, too, as a page of Orders", async () => {
  openStaffOrder(anOrder(), { as: admin })

  expect(within(await bar()).getByRole("link", { current: "page" })).toHaveTextContent("Orders")
})

test("an admin's own ticket, and public pages have none", async () => {
  const { router } = openStaffOrder(anOrder({ user: admin._id }), { as: admin })
  await screen.findByRole("heading", { level: 1, name: "Thank you for your purchase!" })
  expect(screen.queryByRole("navigation", { name: "Staff" })).not.toBeInTheDocument()

  await router.navigate("/about")

  await screen.findByRole("heading", { level: 1, name: "About Us" })
  expect(screen.queryByRole("navigation", { name: "Staff" })).not.toBeInTheDocument()
})

test("on a phone it comes first in the menu, which keeps the links that every page has", async () => {
  answer("/api/*", { message: "Not found." }, 404) // what the page of codes asks for
  aGoalsPage()
  const { user } = renderAt("/admin/goals", { as: admin })
  await user.click(await screen.findByRole("button", { name: "Menu" }))
  const menu = within(await screen.findByRole("dialog", { name: "Hi Ana" }))

  const names = menu.getAllByRole("link").map((link) => link.textContent)
  const staff = ["Tonight", "Events", "Orders", "Users", "Members", "Ledger", "Codes", "Goals", "Figures"]
  expect(names.slice(0, staff.length)).toEqual(staff)
  expect(names.slice(staff.length)).toEqual([
    "Events",
    "About Us",
    "Give",
    "Cart",
    "Profile",
    "Your orders",
    "Tonight and next",
    "Order Log",
    "Edit Events",
    "Manage Users",
    "Operators' console",
  ])
  expect(menu.getByRole("link", { current: "page" })).toHaveTextContent("Goals")
  await user.click(menu.getByRole("link", { name: "Codes" }))

  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument())
})
