import { screen, waitFor, within } from "@testing-library/react"
import { expect, test } from "vitest"
import type { Place } from "~/common/api/types"
import { paths } from "~/shop/paths"
import { aPlace, aUserInfo } from "~/testing/factories"
import { answer, findRows, renderAt, requests } from "~/testing/browser"

const cafe = aPlace({ seats: 24, taxRate: 0.08875, stepFree: true, parking: true, events: 3, dates: 1 })
const twin = aPlace({ address: "", text: "Foam & Felt", events: 0 })
const gone = aPlace({ name: "Copper Kettle", address: "12 Main St", text: "Copper Kettle, 12 Main St", hidden: true })

function open(...places: Place[]) {
  answer("/api/places", () => ({ places }))
  return renderAt(paths.adminList("places"), { as: aUserInfo({ isAdmin: true }) })
}

const sent = (method: string) => requests(method).map(({ url, body }) => [url.pathname, body])
const at = (place: Place, action = "") => `/api/places/${place._id}${action}`
const dialogOf = async (name: string) => within(await screen.findByRole("dialog", { name }))

async function choose({ user }: ReturnType<typeof open>, place: Place, action: string) {
  await user.click(await screen.findByRole("button", { name: `More for ${place.text}` }))
  await user.click(screen.getByRole("button", { name: `${action} ${place.text}` }))
}

test("each place says what a date there has; hidden ones stand apart", async () => {
  const { user } = open(cafe, twin, gone)

  const [first, second] = await findRows("Places")
  expect(first).toHaveTextContent("Foam & Felt5 Main Street248.875 %Step-free · parking3")
  expect(second).toHaveTextContent("Foam & FeltNoneAny number15 %Nothing said0")
  expect(screen.getByRole("table", { name: "Hidden places", hidden: true })).not.toBeVisible()
  await user.click(screen.getByText("Hidden places (1)"))
  expect(await findRows("Hidden places")).toHaveLength(1)
})

test("staff without places read how one is made", async () => {
  open()

  expect(await screen.findByText(/^No places yet/)).toBeVisible()
})

test("a new place needs only a name", async () => {
  const { user } = open()
  answer("POST /api/places", twin, 201)
  await screen.findByText(/^No places yet/)
  await user.click(screen.getByRole("button", { name: "New place" }))
  const form = await dialogOf("New place")

  await user.click(form.getByRole("button", { name: "Save" }))
  expect((await form.findAllByText("Enter the place's name."))[0]).toBeVisible()
  await user.type(form.getByLabelText("Name"), " Library ")
  await user.click(form.getByRole("button", { name: "Save" }))

  expect(await screen.findByText("Library is saved.")).toBeVisible()
  const nothing = { stepFree: false, accessibleToilet: false, quietCorner: false, parking: false, accessNote: "" }
  expect(sent("POST")).toEqual([
    [
      "/api/places",
      { name: "Library", address: "", seats: null, taxRate: null, ...nothing, contactEmail: "", hidden: false },
    ],
  ])
})

test("a change sends only what was typed, and what was seen", async () => {
  const { user } = open(cafe)
  answer(`PUT ${at(cafe)}`, cafe)
  await user.click(await screen.findByRole("button", { name: `Edit ${cafe.text}` }))
  const form = await dialogOf(`Edit ${cafe.text}`)
  expect(form.getByLabelText(/^Sales tax/)).toHaveValue("8.875")
  expect(form.getByText("Empty: the shop's, 15 %")).toBeVisible()

  await user.clear(form.getByLabelText(/^Sales tax/))
  await user.type(form.getByLabelText(/^Sales tax/), "7.5 %")
  await user.clear(form.getByLabelText(/^Seats/))
  await user.click(form.getByLabelText("Parking"))
  await user.click(form.getByRole("button", { name: "Save" }))

  await waitFor(() =>
    expect(sent("PUT")).toEqual([
      [
        at(cafe),
        {
          seats: null,
          taxRate: 0.075,
          parking: false,
          seen: { seats: 24, taxRate: 0.08875, parking: true },
        },
      ],
    ]),
  )
})

test.each([
  ["Seats", "0"],
  ["Seats", "100001"],
  ["Seats", "many"],
  ["Sales tax in percent", "-1"],
  ["Sales tax in percent", "100"],
  ["Sales tax in percent", "12,5 %"],
  ["Contact email", "cafe"],
])("%s can't be %s, which the field says", async (label, text) => {
  const { user } = open(cafe)
  await user.click(await screen.findByRole("button", { name: `Edit ${cafe.text}` }))
  const form = await dialogOf(`Edit ${cafe.text}`)
  const field = form.getByLabelText(new RegExp(`^${label}`))

  await user.clear(field)
  await user.type(field, text)
  await user.click(form.getByRole("button", { name: "Save" }))

  await waitFor(() => expect(field).toHaveAccessibleDescription(/Enter /))
  expect(sent("PUT")).toEqual([])
})

test("a place is hidden, and can be chosen again", async () => {
  const visit = open(cafe, gone)
  answer(`PUT ${at(cafe)}`, { ...cafe, hidden: true })
  answer(`PUT ${at(gone)}`, { ...gone, hidden: false })

  await choose(visit, cafe, "Hide")
  expect(await screen.findByText(`${cafe.text} is hidden.`)).toBeVisible()
  await visit.user.click(screen.getByText("Hidden places (1)"))
  await choose(visit, gone, "Restore")

  expect(await screen.findByText(`${gone.text} can be chosen again.`)).toBeVisible()
  expect(sent("PUT")).toEqual([
    [at(cafe), { hidden: true, seen: { hidden: false } }],
    [at(gone), { hidden: false, seen: { hidden: true } }],
  ])
})

test("only a place without events can be deleted", async () => {
  const visit = open(cafe, twin)
  answer(`DELETE ${at(twin)}`, {})
  await visit.user.click(await screen.findByRole("button", { name: `More for ${cafe.text}` }))
  expect(screen.queryByRole("button", { name: `Delete ${cafe.text}` })).not.toBeInTheDocument()

  await choose(visit, twin, "Delete")
  const question = within(await screen.findByRole("alertdialog", { name: "Delete Foam & Felt?" }))
  await visit.user.click(question.getByRole("button", { name: "Delete" }))

  expect(await screen.findByText("Foam & Felt is deleted.")).toBeVisible()
  expect(sent("DELETE")).toEqual([[at(twin), { seen: { name: "Foam & Felt", address: "" } }]])
})

test("a merge says what it does before it is done", async () => {
  const visit = open(twin, cafe, gone)
  answer(`POST ${at(cafe, "/merge")}`, twin)
  await choose(visit, cafe, "Merge")
  const form = await dialogOf(`Merge ${cafe.text} into another place`)
  const places = within(form.getByLabelText("Place that stays")).getAllByRole("option")
  expect(places.map(({ textContent }) => textContent)).toEqual(["Choose a place", "Foam & Felt"])

  await visit.user.click(form.getByRole("button", { name: "Merge" }))
  expect((await form.findAllByText("Choose the place that stays."))[0]).toBeVisible()
  await visit.user.selectOptions(form.getByLabelText("Place that stays"), twin._id)
  expect(form.getByText(/^3 events with all dates and 1 date of other events: then at Foam & Felt,/)).toBeVisible()
  expect(form.getByText(/^Foam & Felt, 5 Main Street is hidden\./)).toBeVisible()
  await visit.user.click(form.getByRole("button", { name: "Merge" }))

  expect(await screen.findByText("Foam & Felt, 5 Main Street is Foam & Felt now.")).toBeVisible()
  expect(sent("POST")).toEqual([
    [at(cafe, "/merge"), { into: twin._id, seen: { name: "Foam & Felt", address: "5 Main Street" } }],
  ])
})
