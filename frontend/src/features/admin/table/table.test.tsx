import { fireEvent, screen, waitFor, within } from "@testing-library/react"
import { expect, test } from "vitest"
import { paths } from "~/paths"
import { aProduct, aUserInfo } from "~/testing/factories"
import { onALargeScreen } from "~/testing/largeScreen"
import { renderAt } from "~/testing/renderAt"
import { answer, calls } from "~/testing/server"
import { spoken } from "~/testing/spoken"

const staff = () => aUserInfo({ isAdmin: true })

/** A list of three pages; each answer tells which page it is. */
function threePages() {
  answer("/api/products", ({ url }) => {
    const page = Number(url.searchParams.get("pageNumber"))
    return { products: [aProduct({ name: `Night of page ${page}` })], page, pages: 3, total: 21 }
  })
}

const lastAsked = () => Object.fromEntries(calls.at(-1)!.url.searchParams)

test("a click on a column sorts up, another one down, and only that column says so", async () => {
  onALargeScreen()
  threePages()
  const { user, address } = renderAt(paths.adminList("products"), { as: staff() })
  const title = await screen.findByRole("columnheader", { name: "Title" })
  expect(title).not.toHaveAttribute("aria-sort")
  expect(lastAsked()).toEqual({ pageNumber: "1" })

  await user.click(within(title).getByRole("button"))

  await waitFor(() => expect(lastAsked()).toEqual({ pageNumber: "1", sortField: "title", sortOrder: "asc" }))
  expect(screen.getByRole("columnheader", { name: "Title" })).toHaveAttribute("aria-sort", "ascending")
  expect(screen.getByText("Sorted by Title, ascending", spoken)).toBeInTheDocument()

  await user.click(screen.getByRole("button", { name: "Title" }))

  await waitFor(() => expect(lastAsked()).toMatchObject({ sortOrder: "desc" }))
  expect(screen.getByRole("columnheader", { name: "Title" })).toHaveAttribute("aria-sort", "descending")
  expect(screen.getByRole("columnheader", { name: "Price" })).not.toHaveAttribute("aria-sort")
  expect(address()).toBe("/admin/products?sortField=title&sortOrder=desc")
})

test("pages keep the order, and a new order begins at the first page with the focus where it was", async () => {
  onALargeScreen()
  threePages()
  const { user, address } = renderAt("/admin/products/2?sortField=price&sortOrder=desc", { as: staff() })
  expect(await screen.findByText("Night of page 2")).toBeVisible()
  expect(lastAsked()).toEqual({ pageNumber: "2", sortField: "price", sortOrder: "desc" })
  expect(screen.getByRole("link", { name: "Next" })).toHaveAttribute(
    "href",
    "/admin/products/3?sortField=price&sortOrder=desc",
  )

  await user.click(screen.getByRole("button", { name: "Category" }))

  expect(await screen.findByText("Night of page 1")).toBeVisible()
  expect(address()).toBe("/admin/products?sortField=category&sortOrder=asc")
  await waitFor(() => expect(screen.getByRole("button", { name: "Category" })).toHaveFocus())
})

test("a phone sorts with a select and a button", async () => {
  threePages()
  const { user } = renderAt(paths.adminList("products"), { as: staff() })
  expect(await screen.findByRole("heading", { level: 2, name: "Night of page 1" })).toBeVisible()
  expect(screen.queryByRole("table")).not.toBeInTheDocument()

  await user.selectOptions(screen.getByLabelText("Sort by"), "Start Time")
  await user.click(await screen.findByRole("button", { name: "Ascending" }))

  await waitFor(() => expect(lastAsked()).toMatchObject({ sortField: "startTime", sortOrder: "desc" }))
  expect(screen.getByText("Sorted by Start Time, descending", spoken)).toBeInTheDocument()
})

test("an address with a field that nobody can sort by is shown as they come", async () => {
  threePages()

  renderAt("/admin/products?sortField=password&sortOrder=desc", { as: staff() })

  expect(await screen.findByText("Night of page 1")).toBeVisible()
  expect(lastAsked()).toEqual({ pageNumber: "1" })
})

test.each(["users", "products", "orders"] as const)(
  "a list of %s that fails to load gives the reason once, in a toast, and can be tried again",
  async (list) => {
    answer("/api/orders/attention", [])
    answer("/api/products", { products: [], page: 1, pages: 1, total: 0 })
    answer("/api/products/all", [])
    answer(`/api/${list}`, { message: "The shop is busy." }, 500)
    const { user } = renderAt(paths.adminList(list), { as: staff() })

    const reason = await screen.findByText("The shop is busy.")
    expect(reason.closest("[role=alert]")).toBeVisible()
    const before = calls.filter(({ url }) => url.pathname === `/api/${list}`).length
    await user.click(screen.getByRole("button", { name: "Try again" }))

    await waitFor(() => expect(calls.filter(({ url }) => url.pathname === `/api/${list}`)).toHaveLength(before + 1))
  },
)

test("a page that is no number is not in the deck", async () => {
  renderAt("/admin/products/zero", { as: staff() })

  expect(await screen.findByText(/isn't in our deck/)).toBeVisible()
  expect(calls.filter(({ url }) => url.pathname === "/api/products")).toEqual([])
})

test("two choices right after one another both count", async () => {
  threePages()
  const { address } = renderAt(paths.adminList("products"), { as: staff() })

  fireEvent.change(await screen.findByLabelText("Status"), { target: { value: "draft" } })
  fireEvent.change(screen.getByLabelText("Dates"), { target: { value: "past" } })

  await waitFor(() => expect(address()).toBe("/admin/products?status=draft&when=past"))
})
