import { fireEvent, screen, waitFor, within } from "@testing-library/react"
import { beforeEach, expect, test, vi } from "vitest"
import { aLedger, aLine, aMonth, openMonth, sentTo } from "~/testing/pages/ledger"
import { aProductDate } from "~/testing/factories"
import { answer, requests } from "~/testing/browser"

const itIs = (day: string) => vi.useFakeTimers({ toFake: ["Date"], now: new Date(`${day}T20:00:00Z`) })
beforeEach(() => void itIs("2026-11-30"))

const form = async () => within(await screen.findByRole("form", { name: "New line" }))

test("a cost is entered for a day of the month", async () => {
  const { user } = openMonth()
  answer("POST /api/ledger/2026-11/entries", aLine(), 201)
  const fields = await form()

  await user.click(fields.getByRole("button", { name: "Add" }))
  expect((await fields.findAllByText("Choose a day in November 2026."))[0]).toBeVisible()
  fireEvent.change(fields.getByLabelText("Date"), { target: { value: "2026-11-06" } })
  await user.type(fields.getByLabelText("Amount"), "$1,240")
  await user.type(fields.getByLabelText("Text"), "Room for the season")
  await user.click(fields.getByRole("button", { name: "Add" }))

  expect(await screen.findByText("The line is entered.")).toBeVisible()
  expect(sentTo("entries")).toEqual([
    {
      kind: "cost",
      from: "bank",
      date: "2026-11-06",
      amount: 1240,
      text: "Room for the season",
      receipt: "",
      corrects: "",
    },
  ])
  await waitFor(async () => expect((await form()).getByLabelText("Text")).toHaveValue(""))
  await user.tab()
  expect((await form()).getByRole("radio", { name: "Cost" })).toHaveFocus()
})

test("a cost whose answer was lost is shown, and the same request is sent again with the next press", async () => {
  const { user } = openMonth()
  const fields = await form()
  fireEvent.change(fields.getByLabelText("Date"), { target: { value: "2026-11-06" } })
  await user.type(fields.getByLabelText("Amount"), "12")
  await user.type(fields.getByLabelText("Text"), "Ice")
  const press = () => user.click(fields.getByRole("button", { name: "Add" }))
  answer("POST /api/ledger/2026-11/entries", { message: "The gateway gave up." }, 504)
  answer("/api/ledger/2026-11", aMonth({ lines: [aLine({ _id: "ice", text: "Ice" })] }))
  await press()

  expect(await screen.findByText("The gateway gave up.")).toBeVisible()
  expect(await screen.findByText(/^Ice, /)).toBeVisible()
  answer("POST /api/ledger/2026-11/entries", aLine(), 201)
  await press()
  expect(await screen.findByText("The line is entered.")).toBeVisible()
  const keys = requests("POST /api/ledger/2026-11/entries").map(({ headers }) => headers.get("Idempotency-Key"))
  expect(keys).toEqual([expect.stringMatching(/^\w{32}$/), keys[0]])
})

test("what was paid out is entered with a picture of the receipt, and staff read what else can be", async () => {
  const { user } = openMonth()
  answer("POST /api/upload", { image: "/media/events/receipt.jpg" }, 201)
  answer("POST /api/ledger/2026-11/entries", aLine(), 201)
  const fields = await form()
  expect(fields.getByLabelText("Choose a picture")).toHaveAccessibleDescription(
    "Cover names and card numbers first. Everybody can see the picture.",
  )

  await user.click(fields.getByRole("radio", { name: "Paid out to Charity Card Shop" }))
  fireEvent.change(fields.getByLabelText("Date"), { target: { value: "2026-11-30" } })
  await user.type(fields.getByLabelText("Amount"), "10")
  await user.type(fields.getByLabelText("Text"), "Bank transfer")
  await user.upload(fields.getByLabelText("Choose a picture"), new File(["x"], "r.jpg", { type: "image/jpeg" }))
  expect(await fields.findByRole("img", { name: "The receipt" })).toBeVisible()
  answer("/api/ledger", aLedger([aMonth()], { stillToPayOut: 200, toComeLeft: 136.1 }))
  await user.click(fields.getByRole("button", { name: "Add" }))

  await screen.findByText("The line is entered.")
  expect(sentTo("entries")).toMatchObject([{ kind: "paid_out", amount: 10, receipt: "/media/events/receipt.jpg" }])
  await user.click((await form()).getByRole("radio", { name: "Paid out to Charity Card Shop" }))
  expect(await screen.findByText("$63.90 is left, without dates to come.")).toBeVisible()
})

test("an amount with a decimal comma is not a hundred times as much, and an unclear one stays in its field", async () => {
  const { user } = openMonth()
  answer("POST /api/ledger/2026-11/entries", aLine(), 201)
  const fields = await form()

  fireEvent.change(fields.getByLabelText("Date"), { target: { value: "2026-11-30" } })
  await user.type(fields.getByLabelText("Text"), "Ice")
  await user.type(fields.getByLabelText("Amount"), "12,345,67")
  await user.click(fields.getByRole("button", { name: "Add" }))
  expect((await fields.findAllByText("Enter an amount like 12.50."))[0]).toBeVisible()
  expect(fields.getByLabelText("Amount")).toHaveValue("12,345,67")
  await user.clear(fields.getByLabelText("Amount"))
  await user.type(fields.getByLabelText("Amount"), "12,50")
  await user.click(fields.getByRole("button", { name: "Add" }))

  await screen.findByText("The line is entered.")
  expect(sentTo("entries")).toMatchObject([{ amount: 12.5 }])
})

test("a correction can be left for an ordinary line", async () => {
  const room = aLine({ _id: "room" })
  const october = aMonth({ month: "2026-10", closedAt: "2026-11-02T20:00:00Z", lines: [room] })
  const { user } = openMonth([aMonth(), october], undefined, "/admin/ledger/2026-11?corrects=room")
  await screen.findByText(/^This line corrects one of October 2026/)

  await user.click(screen.getByRole("button", { name: "Don't correct it" }))

  await waitFor(() => expect(screen.queryByText(/^This line corrects/)).not.toBeInTheDocument())
  expect((await form()).getByLabelText("Date")).toHaveAttribute("max", "2026-11-30")
  await user.tab()
  expect((await form()).getByRole("radio", { name: "Cost" })).toHaveFocus()
})

test("a line of a closed month is corrected in the open one, with a difference", async () => {
  const november = aMonth()
  const october = aMonth({
    month: "2026-10",
    closedAt: "2026-11-02T20:00:00Z",
    lines: [aLine({ _id: "room", date: "2026-10-30", kind: "paid_out", text: "Bank transfer" })],
  })
  answer("/api/ledger/2026-10/settlement", { lines: [], digest: "d1" })
  const { user } = openMonth([november, october], undefined, "/admin/ledger/2026-10")
  answer("POST /api/ledger/2026-11/entries", aLine({ _id: "b", amount: -5, corrects: "room" }), 201)

  expect(screen.queryByRole("form", { name: "New line" })).not.toBeInTheDocument()
  await user.click(
    await screen.findByRole("link", { name: "Correct in November 2026: Paid out to Charity Card Shop, Bank transfer" }),
  )
  const fields = await form()
  const line = "Paid out to Charity Card Shop −$40.00, Bank transfer"
  expect(
    screen.getByText(new RegExp(`^This line corrects one of October 2026: ${line}.`.replace("$", "\\$"))),
  ).toBeVisible()
  fireEvent.change(fields.getByLabelText("Date"), { target: { value: "2026-11-20" } })
  await user.type(fields.getByLabelText("Amount"), "-5")
  await user.type(fields.getByLabelText("Text"), "Deposit back")
  await user.click(fields.getByRole("button", { name: "Add" }))

  await screen.findByText("The line is entered.")
  expect(sentTo("entries")).toMatchObject([{ kind: "paid_out", amount: -5, text: "Deposit back", corrects: "room" }])
  await waitFor(() => expect(screen.queryByText(/^This line corrects/)).not.toBeInTheDocument())
})

test("what staff enter names the accounts that it moves between, and a cost its date", async () => {
  const draft = aProductDate({ _id: "draft", name: "Friday Draft", startTime: "2026-11-07T03:00:00Z" })
  const { user } = openMonth(undefined, undefined, undefined, [draft])
  answer("POST /api/ledger/2026-11/entries", aLine(), 201)
  const enter = async (choose: (fields: Awaited<ReturnType<typeof form>>) => Promise<void>) => {
    const fields = await form()
    await choose(fields)
    fireEvent.change(fields.getByLabelText("Date"), { target: { value: "2026-11-06" } })
    await user.type(fields.getByLabelText("Amount"), "60")
    await user.type(fields.getByLabelText("Text"), "As agreed")
    await user.click(fields.getByRole("button", { name: "Add" }))
    await waitFor(async () => expect((await form()).getByLabelText("Text")).toHaveValue(""))
  }

  await enter(async (fields) => {
    await user.selectOptions(fields.getByLabelText("From"), "Cash")
    await user.selectOptions(await fields.findByLabelText(/^Which event\?/), "Fri, Nov 6, Friday Draft")
  })
  await enter(async (fields) => {
    await user.click(fields.getByRole("radio", { name: "Moved" }))
    await user.selectOptions(fields.getByLabelText("From"), "Cash")
  })
  await enter(async (fields) => {
    await user.click(fields.getByRole("radio", { name: "Sales tax paid" }))
  })
  await enter(async (fields) => {
    await user.click(fields.getByRole("radio", { name: "Other" }))
    await user.selectOptions(fields.getByLabelText("What it is"), "A gift made elsewhere")
  })
  await enter(async (fields) => {
    await user.click(fields.getByRole("radio", { name: "Other" }))
    await user.selectOptions(fields.getByLabelText("What it is"), "Money owed that we keep")
    expect(fields.queryByLabelText("From")).not.toBeInTheDocument()
  })

  expect(sentTo("entries")).toMatchObject([
    { kind: "cost", from: "cash", product: "draft", startTime: "2026-11-07T03:00:00Z" },
    { kind: "transfer", from: "cash", to: "bank" },
    { kind: "tax_paid", from: "bank" },
    { kind: "other", from: "gifts", to: "bank" },
    { kind: "other", from: "other", to: "owed" },
  ])
})

test("a day to come is refused", async () => {
  itIs("2026-11-20")
  const { user } = openMonth()
  const fields = await form()

  expect(fields.getByLabelText("Date")).toHaveAttribute("max", "2026-11-20")
  fireEvent.change(fields.getByLabelText("Date"), { target: { value: "2026-11-21" } })
  await user.click(fields.getByRole("button", { name: "Add" }))
  expect((await fields.findAllByText("Choose today or an earlier day."))[0]).toBeVisible()
})
