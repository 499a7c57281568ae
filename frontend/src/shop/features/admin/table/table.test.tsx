import { screen, waitFor, within } from "@testing-library/react"
import { expect, test } from "vitest"
import { paths } from "~/shop/paths"
import { aProduct, aUserInfo } from "~/testing/factories"
import { answer, calls, renderAt, requests, spoken } from "~/testing/browser"

const staff = () => aUserInfo({ isAdmin: true })

/** Answers with three pages, each with one event that is named after the page. */
function threePages() {
  answer("/api/products", ({ url }) => {
    const page = Number(url.searchParams.get("pageNumber"))
    return { products: [aProduct({ name: `Event on page ${page}` })], page, pages: 3, total: 21 }
  })
}

const byNextDate = { sortField: "nextStartTime", sortOrder: "asc" } // the default order of events
const lastQuery = () => Object.fromEntries(calls.at(-1)!.url.searchParams)

test("clicking a column sorts ascending, then descending, and only that column has aria-sort", async () => {
  threePages()
  const { user, address } = renderAt(paths.adminList("products"), { as: staff() })
  const title = await screen.findByRole("columnheader", { name: "Title" })
  expect(title).not.toHaveAttribute("aria-sort")
  expect(screen.getByRole("columnheader", { name: "Next date" })).toHaveAttribute("aria-sort", "ascending")
  expect(lastQuery()).toEqual({ pageNumber: "1", ...byNextDate })
  expect(address()).toBe("/admin/products")

  await user.click(within(title).getByRole("button"))

  await waitFor(() => expect(lastQuery()).toEqual({ pageNumber: "1", sortField: "title", sortOrder: "asc" }))
  expect(screen.getByRole("columnheader", { name: "Title" })).toHaveAttribute("aria-sort", "ascending")
  expect(screen.getByText("Sorted by Title, ascending", spoken)).toBeInTheDocument()

  await user.click(screen.getByRole("button", { name: "Title" }))

  await waitFor(() => expect(lastQuery()).toMatchObject({ sortOrder: "desc" }))
  expect(screen.getByRole("columnheader", { name: "Title" })).toHaveAttribute("aria-sort", "descending")
  expect(screen.getByRole("columnheader", { name: "Price before sales tax" })).not.toHaveAttribute("aria-sort")
  expect(address()).toBe("/admin/products?sortField=title&sortOrder=desc")
})

test("pagination keeps the order, and a new order starts at page 1 and keeps the focus", async () => {
  threePages()
  const { user, address } = renderAt("/admin/products/2?sortField=price&sortOrder=desc", { as: staff() })
  await waitFor(() => expect(screen.getByText("Event on page 2")).toBeVisible())
  expect(lastQuery()).toEqual({ pageNumber: "2", sortField: "price", sortOrder: "desc" })
  expect(screen.getByRole("link", { name: "Next" })).toHaveAttribute(
    "href",
    "/admin/products/3?sortField=price&sortOrder=desc",
  )

  await user.click(screen.getByRole("button", { name: "Category" }))

  await waitFor(() => expect(screen.getByText("Event on page 1")).toBeVisible())
  expect(address()).toBe("/admin/products?sortField=category&sortOrder=asc")
  await waitFor(() => expect(screen.getByRole("button", { name: "Category" })).toHaveFocus())
})

test("phones sort with a select and a button", async () => {
  threePages()
  const { user } = renderAt(paths.adminList("products"), { as: staff() })

  await user.selectOptions(await screen.findByLabelText("Sort by"), "Start Time")
  await user.click(await screen.findByRole("button", { name: "Ascending" }))

  await waitFor(() => expect(lastQuery()).toMatchObject({ sortField: "startTime", sortOrder: "desc" }))
  expect(screen.getByText("Sorted by Start Time, descending", spoken)).toBeInTheDocument()
})

test.each(["users", "products", "orders"] as const)(
  "a list of %s that fails to load shows the reason once, in a toast, and can be retried",
  async (list) => {
    answer("/api/orders/attention", [])
    answer("/api/products", { products: [], page: 1, pages: 1, total: 0 })
    answer(`/api/${list}`, { message: "The shop is busy." }, 500)
    const { user } = renderAt(paths.adminList(list), { as: staff() })

    const reason = await screen.findByText("The shop is busy.")
    expect(reason.closest("[role=alert]")).toBeVisible()
    const before = requests(`/api/${list}`).length
    await user.click(screen.getByRole("button", { name: "Try again" }))

    await waitFor(() => expect(requests(`/api/${list}`)).toHaveLength(before + 1))
  },
)

test("a search from page 2 asks for its first page only", async () => {
  threePages()
  const { user } = renderAt("/admin/products/2", { as: staff() })
  await waitFor(() => expect(screen.getByText("Event on page 2")).toBeVisible())

  await user.type(screen.getByLabelText("Search events"), "draft{Enter}")

  await waitFor(() => expect(screen.getByText("Event on page 1")).toBeVisible())
  const searches = calls.filter(({ url }) => url.searchParams.has("keyword"))
  expect(searches.map(({ url }) => url.searchParams.get("pageNumber"))).toEqual(["1"])
})
