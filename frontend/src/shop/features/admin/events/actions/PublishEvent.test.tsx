import { screen, waitFor, within } from "@testing-library/react"
import { expect, test } from "vitest"
import type { ProductDetail } from "~/common/api/types"
import { anEvent, aSeries, FRIDAYS, openForm, saves, update } from "~/testing/pages/editEvent"
import { answer } from "~/testing/browser"

const placeholders = {
  category: "DEF",
  cardSet: "DEF",
  description: "Edit me!",
  eventLocation: "Default",
  maximumEventCapacity: 0,
}

const answerPublished = (draft: ProductDetail) =>
  answer(`PUT /api/products/${draft._id}`, { ...draft, status: "published" })

const findDialog = () => screen.findByRole("alertdialog", { name: "Publish with placeholder text?" })

test("a draft with placeholders is published only after they were listed and confirmed", async () => {
  const draft = anEvent({ status: "draft", ...placeholders })
  const { user, address } = openForm(draft)
  answerPublished(draft)
  await screen.findByLabelText("Event Name")

  await update(user)
  const lines = within(await findDialog()).getAllByRole("listitem")
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    "Category: “DEF”",
    "Card Set: “DEF”",
    "Description: “Edit me!”",
    "Event Location: no location and no map",
    "0 seats: “Sold Out!”",
  ])
  expect(screen.getByRole("button", { name: "Go back" })).toHaveFocus()
  expect(screen.getByRole("button", { name: "Go back" })).toHaveClass("bg-amber") // the primary action
  expect(screen.getByRole("button", { name: "Publish anyway" })).not.toHaveClass("bg-amber")
  expect(saves()).toEqual([])
  await user.click(screen.getByRole("button", { name: "Publish anyway" }))

  await waitFor(() => expect(address()).toBe("/admin/products"))
  expect(saves()).toEqual([{ productId: draft._id, seen: {} }])
})

test.each([
  ["one date", anEvent({ status: "draft" }), "Visitors can see it now."],
  [
    "a series, with its next dates",
    aSeries({ status: "draft" }),
    "Visitors can see it now. Next: Fri, Dec 12, 2036 · Fri, Dec 19, 2036 · Fri, Dec 26, 2036.",
  ],
  ["a past date", anEvent({ status: "draft", occurrences: [] }), "It's live but has no upcoming dates."],
])("publishing says that visitors can see the event: %s", async (_, draft, text) => {
  const { user } = openForm(draft)
  answerPublished(draft)
  await screen.findByLabelText("Event Name")

  await update(user)

  expect(await screen.findByText("Product updated!")).toBeVisible()
  expect(await screen.findByText(text)).toBeVisible()
  expect(screen.queryByRole("link", { name: "Show it in the list" })).not.toBeInTheDocument() // it is on this page
})

test("the list links to a saved event on another page and keeps the notice while filters change", async () => {
  const draft = anEvent({ status: "draft", name: "Draft & pie" })
  const { user, address } = openForm(draft)
  answerPublished(draft)
  answer("/api/products", { products: [anEvent({ name: "Another" })], page: 1, pages: 2, total: 11 })
  await screen.findByLabelText("Event Name")

  await update(user)
  await user.click(await screen.findByRole("link", { name: "Show it in the list" }))

  await waitFor(() => expect(address()).toBe("/admin/products?keyword=Draft%20%26%20pie"))
  await user.selectOptions(screen.getByLabelText("Status"), "Published")
  await waitFor(() => expect(address()).toMatch("status=published"))
  expect(screen.getByText("Visitors can see it now.")).toBeVisible()
})

const NO_LENGTH = "The end time is the same as the start time. Set a later end time to publish this event."
const withoutLength = { startTime: FRIDAYS[0]!, endTime: FRIDAYS[0]!, occurrences: [] }

test("a draft whose start equals its end stays a draft, and the list says why", async () => {
  const draft = anEvent({ status: "draft", name: "Friday Draft", draftReasons: [NO_LENGTH], ...withoutLength })
  const { user, address } = openForm(draft)
  await screen.findByLabelText("Event Name")
  expect(screen.getByText(NO_LENGTH)).toBeVisible()
  expect(screen.getByText("Still placeholders: Start and End Time")).toBeVisible()

  await update(user)
  const dialog = within(await screen.findByRole("alertdialog", { name: "Save as a draft?" }))
  expect(dialog.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "Start and End Time: both Fri, Dec 12 · 7:00 PM",
  ])
  expect(saves()).toEqual([])
  await user.click(dialog.getByRole("button", { name: "Save as a draft" }))

  await waitFor(() => expect(address()).toBe("/admin/products"))
  expect(saves()).toEqual([{ productId: draft._id, seen: {} }])
  expect(await screen.findByText(`Still a draft: visitors can't see it. ${NO_LENGTH}`)).toBeVisible()
  expect(screen.queryByText(/Visitors can see it now/)).not.toBeInTheDocument()
  expect(screen.queryByRole("button", { name: "See it" })).not.toBeInTheDocument()
  await user.click(screen.getByRole("link", { name: "Edit it" }))
  await waitFor(() => expect(address()).toBe(`/admin/product/${draft._id}/edit`))
})

test("publishing a draft whose date has passed asks for confirmation", async () => {
  const past = { startTime: "2020-12-12T03:00:00Z", endTime: "2020-12-12T06:00:00Z", occurrences: [] }
  const { user } = openForm(anEvent({ status: "draft", ...past }))
  await screen.findByLabelText("Event Name")

  await update(user)

  const dialog = within(await screen.findByRole("alertdialog", { name: "Publish as is?" }))
  expect(dialog.getByRole("listitem")).toHaveTextContent("Start Time: Fri, Dec 11 · 7:00 PM, which has passed")
})

test("a draft can be saved without being published, whatever is missing", async () => {
  const draft = anEvent({ status: "draft", ...placeholders })
  const { user, address } = openForm(draft)
  answer(`PUT /api/products/${draft._id}`, draft)
  await screen.findByLabelText("Event Name")
  expect(screen.getByRole("button", { name: "Publish" })).toBeVisible()
  expect(screen.getByRole("button", { name: "Hide" })).toBeVisible()
  expect(screen.queryByRole("button", { name: "Update" })).not.toBeInTheDocument()

  await user.click(screen.getByRole("button", { name: "Save as draft" }))

  await waitFor(() => expect(address()).toBe("/admin/products"))
  expect(saves()).toEqual([{ productId: draft._id, keepDraft: true, seen: {} }])
  expect(await screen.findByText("Still a draft: visitors can't see it.")).toBeVisible()
})
