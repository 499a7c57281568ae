import { screen, waitFor, within } from "@testing-library/react"
import { expect, test } from "vitest"
import type { ProductDetail } from "~/api/types"
import { aNight, aSeries, openForm, saves, update } from "~/testing/editEvent"
import { answer } from "~/testing/server"

const asMade = {
  category: "DEF",
  cardSet: "DEF",
  description: "Edit me!",
  eventLocation: "Default",
  maximumEventCapacity: 0,
}

const publishes = (draft: ProductDetail) => answer(`PUT /api/products/${draft._id}`, { ...draft, status: "published" })

const question = () => screen.findByRole("alertdialog", { name: "Publish it like this?" })

test("a draft with our words in it is not published before they were shown and meant", async () => {
  const draft = aNight({ status: "draft", ...asMade })
  const { user, address } = openForm(draft)
  publishes(draft)
  await screen.findByLabelText("Event Name")

  await update(user)
  const lines = within(await question()).getAllByRole("listitem")
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    "Category: “DEF”",
    "Card Set: “DEF”",
    "Description: “Edit me!”",
    "Event Location: no place and no map",
    "0 seats: “Sold Out!”",
  ])
  expect(screen.getByRole("button", { name: "Go back to the form" })).toHaveFocus()
  expect(saves()).toEqual([])
  await user.click(screen.getByRole("button", { name: "Publish anyway" }))

  await waitFor(() => expect(address()).toBe("/admin/products"))
  expect(saves()).toEqual([expect.objectContaining({ category: "DEF", eventLocation: "Default" })])
})

test("going back saves nothing and leads to the first field that nobody has written", async () => {
  const { user } = openForm(aNight({ status: "draft", cardSet: "DEF", description: "Edit me!" }))
  await screen.findByLabelText("Event Name")

  await update(user)
  await user.click(within(await question()).getByRole("button", { name: "Go back to the form" }))

  await waitFor(() => expect(screen.getByLabelText("Card Set")).toHaveFocus())
  expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument()
  expect(saves()).toEqual([])
})

test("an event that is public already is saved without a question about our words", async () => {
  const { user, address } = openForm(aNight({ status: "published", ...asMade }))
  await screen.findByLabelText("Event Name")

  await update(user)

  await waitFor(() => expect(address()).toBe("/admin/products"))
  expect(screen.queryByText(/^Visitors can see it now/)).not.toBeInTheDocument()
})

test.each([
  ["a night", aNight({ status: "draft" }), "Visitors can see it now."],
  [
    "a series, with its next dates",
    aSeries({ status: "draft" }),
    "Visitors can see it now. Next: Dec 12, 2036, Dec 19, 2036, Dec 26, 2036.",
  ],
  [
    "a night that is over",
    aNight({ status: "draft", occurrences: [] }),
    "It is public now, but no date of it is coming.",
  ],
])("the first Update says that visitors can see it: %s", async (_, draft, said) => {
  const { user } = openForm(draft)
  publishes(draft)
  await screen.findByLabelText("Event Name")

  await update(user)

  expect(await screen.findByText("Product updated!")).toBeVisible()
  expect(await screen.findByText(said)).toBeVisible()
  expect(screen.queryByRole("link", { name: "Show it in the list" })).not.toBeInTheDocument() // it is there
})

test("the list leads to a night on another page of it, and tells of it until it is left", async () => {
  const draft = aNight({ status: "draft", name: "Draft & pie" })
  const { user, address } = openForm(draft)
  publishes(draft)
  answer("/api/products", { products: [aNight({ name: "Another" })], page: 1, pages: 2, total: 11 })
  await screen.findByLabelText("Event Name")

  await update(user)
  await user.click(await screen.findByRole("link", { name: "Show it in the list" }))

  await waitFor(() => expect(address()).toBe("/admin/products?keyword=Draft%20%26%20pie"))
  await user.selectOptions(screen.getByLabelText("Status"), "Published")
  await waitFor(() => expect(address()).toMatch("status=published"))
  expect(screen.getByText("Visitors can see it now.")).toBeVisible()
})
