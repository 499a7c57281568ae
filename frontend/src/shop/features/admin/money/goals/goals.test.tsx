import { fireEvent, screen, within } from "@testing-library/react"
import { beforeEach, expect, test } from "vitest"
import type { ListedGoal } from "~/common/api/types"
import { paths } from "~/shop/paths"
import { aUserInfo } from "~/testing/factories"
import { answer, hold, renderAt, requests } from "~/testing/browser"

const EVENT = "65f0c0ffee00112233445566"

const aGoal = (over: Partial<ListedGoal> = {}): ListedGoal => ({
  _id: "a1",
  title: "School lunches",
  product: EVENT,
  startsOn: null,
  endsOn: null,
  target: 3000,
  unitName: "school lunches",
  unitCost: 1.8,
  source: "USDA",
  raised: 159.47,
  ...over,
})

beforeEach(() => answer("/api/products", { products: [{ _id: EVENT, name: "Friday Draft" }], page: 1, pages: 1 }))

function open(goals: ListedGoal[]) {
  answer("/api/giving/goals", () => ({ goals }))
  return renderAt(paths.adminList("goals"), { as: aUserInfo({ isAdmin: true }) })
}

const sent = (method: string) => requests(method).map(({ body }) => body)
const formOf = async (name: string) => within(await screen.findByRole("dialog", { name }))

test("each goal says for what it is, how far it has come, and what the money pays for", async () => {
  open([
    aGoal(),
    aGoal({
      _id: "b2",
      title: "Season",
      product: null,
      startsOn: "2026-09-01",
      endsOn: "2027-05-31",
      target: null,
      unitCost: null,
    }),
  ])

  const lunches = await screen.findByRole("row", { name: /School lunches/ })
  expect(await within(lunches).findByText("Friday Draft")).toBeVisible()
  expect(lunches).toHaveTextContent("$159.47 of $3,000.00")
  expect(lunches).toHaveTextContent("school lunches at $1.80 each (USDA)")
  expect(screen.getByRole("row", { name: /Season/ })).toHaveTextContent(
    /Tue, Sep 1(, 2026)? to Mon, May 31(, 2027)?\$159\.47/,
  )
})

test("a goal for a season is set with two days, and an amount is optional", async () => {
  const { until, release } = hold()
  answer("/api/giving/goals", { goals: [] }, 200, { until })
  const { user } = renderAt(paths.adminList("goals"), { as: aUserInfo({ isAdmin: true }) })
  answer("POST /api/giving/goals", aGoal(), 201)
  await user.click(await screen.findByRole("button", { name: "New goal" }))
  release()
  await screen.findByText(/^No goals yet/)
  const form = await formOf("New goal") // opened before the list was there

  await user.click(form.getByRole("button", { name: "Save" }))
  expect((await form.findAllByText("Enter a title."))[0]).toBeVisible()
  expect(form.getAllByText("Choose the first day.")[0]).toBeVisible()
  expect(form.getAllByText("Choose the last day.")[0]).toBeVisible()
  await user.type(form.getByLabelText("Title"), "Season 2026")
  fireEvent.change(form.getByLabelText("First day"), { target: { value: "2026-09-01" } })
  fireEvent.change(form.getByLabelText("Last day"), { target: { value: "2026-08-31" } })
  expect((await form.findAllByText("Choose the first day or a later one."))[0]).toBeVisible()
  fireEvent.change(form.getByLabelText("Last day"), { target: { value: "2027-05-31" } })
  await user.click(form.getByRole("button", { name: "Save" }))

  expect(await screen.findByText("The goal is saved.")).toBeVisible()
  const none = { product: null, target: null, unitName: "", unitCost: null, source: "" }
  expect(sent("POST")).toEqual([{ title: "Season 2026", startsOn: "2026-09-01", endsOn: "2027-05-31", ...none }])
})

test("a goal is changed, and what it pays for needs a price", async () => {
  const { user } = open([aGoal({ unitCost: null, unitName: "" })])
  answer("PUT /api/giving/goals/a1", aGoal())
  await user.click(await screen.findByRole("button", { name: "Edit School lunches" }))
  const form = await formOf("Edit goal")
  expect(await form.findByLabelText("Event")).toHaveDisplayValue("Friday Draft")

  await user.type(form.getByLabelText(/^What it pays for/), "lunches")
  await user.click(form.getByRole("button", { name: "Save" }))
  expect((await form.findAllByText("Enter what one costs."))[0]).toBeVisible()
  await user.type(form.getByLabelText(/^What one costs/), "1.800")
  expect((await form.findAllByText("Enter an amount like 12.50."))[0]).toBeVisible()
  await user.clear(form.getByLabelText(/^What one costs/))
  await user.type(form.getByLabelText(/^What one costs/), "1,80")
  await user.click(form.getByRole("button", { name: "Save" }))

  await screen.findByText("The goal is saved.")
  const seen = { unitName: "", unitCost: null }
  expect(sent("PUT")).toEqual([{ unitName: "lunches", unitCost: 1.8, seen }])
})

test("a goal is deleted after a question", async () => {
  const goals = [aGoal()]
  const { user } = open(goals)
  answer("DELETE /api/giving/goals/a1", () => {
    goals.pop()
    return null
  })
  await user.click(await screen.findByRole("button", { name: "More for School lunches" }))
  await user.click(screen.getByRole("button", { name: "Delete School lunches" }))
  const dialog = within(await screen.findByRole("alertdialog", { name: "Delete “School lunches”?" }))
  expect(sent("DELETE")).toHaveLength(0)

  await user.click(dialog.getByRole("button", { name: "Delete" }))

  expect(await screen.findByText("The goal is deleted.")).toBeVisible()
  const { title, product, startsOn, endsOn, target } = aGoal()
  expect(sent("DELETE")).toEqual([{ seen: { title, product, startsOn, endsOn, target } }])
  expect(await screen.findByText(/^No goals yet/)).toBeVisible()
})
