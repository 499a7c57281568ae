import { screen, waitFor, within } from "@testing-library/react"
import { expect, test } from "vitest"
import { aLine, aMonth, aMovement, openMonth, sentTo } from "~/testing/pages/ledger"
import { answer } from "~/testing/browser"

const chargeback = aMovement({
  state: "only_paypal",
  paypalId: "CHARGE1",
  code: "T1201",
  ours: null,
  theirs: { gross: -23, fee: 20, net: -43 },
})
const rowOf = (id: string) => screen.getByText(new RegExp(id)).closest("li")!

test("what differs comes before what matches, with both sides", async () => {
  const late = aMovement({
    state: "differs",
    paypalId: "LATE1",
    order: "65f0c0ffee00112233445566",
    ours: { gross: 23, fee: null, net: null },
  })
  openMonth(aMonth(), { lines: [chargeback, late, aMovement()], digest: "d1" })

  expect(await screen.findByText("2 lines to explain.")).toBeVisible()
  expect(screen.getByRole("heading", { name: "Only at PayPal" })).toBeVisible()
  expect(rowOf("CHARGE1")).toHaveTextContent("Chargeback (T1201)")
  expect(rowOf("CHARGE1")).toHaveTextContent("PayPal−$23.00, fee $20.00, net −$43.00")
  expect(rowOf("LATE1")).toHaveTextContent("PayPal$23.00, fee $1.29, net $21.71")
  expect(rowOf("LATE1")).toHaveTextContent("Shop$23.00, fee not known yet")
  expect(within(rowOf("LATE1")).getByRole("link", { name: "order" })).toHaveAttribute(
    "href",
    "/order/65f0c0ffee00112233445566",
  )
  expect(screen.getByText("1 line matched")).toBeVisible()
})

test("an explanation can name the line with the amount", async () => {
  let lines = [chargeback]
  const { user } = openMonth(aMonth(), () => ({ lines, digest: "d1" }))
  answer("POST /api/ledger/2026-11/settlement/CHARGE1/explain", () => {
    lines = [{ ...chargeback, state: "explained", explanation: "The bank took it back" }]
    return { paypalId: "CHARGE1", text: "The bank took it back", entry: "cost" }
  })
  await user.click(await screen.findByRole("button", { name: "Explain: Chargeback (T1201) of Fri, Nov 6" }))
  const dialog = within(await screen.findByRole("dialog", { name: "Explain this movement" }))

  await user.click(dialog.getByRole("button", { name: "Save" }))
  expect(await dialog.findByText("Say what it is.")).toBeVisible()
  await user.type(dialog.getByLabelText("What is it?"), "The bank took it back")
  expect(dialog.getByLabelText(/^Line of the ledger/)).toHaveAccessibleDescription(/^A line of −\$43.00, /)
  await user.selectOptions(dialog.getByLabelText(/^Line of the ledger/), "Cost −$40.00, Room")
  await user.click(dialog.getByRole("button", { name: "Save" }))

  expect(await screen.findByText("Everything matches or is explained.")).toBeVisible()
  expect(sentTo("explain")).toEqual([{ text: "The bank took it back", entry: "a", seen: { text: "", entry: "" } }])
  expect(screen.getByText("1 line explained")).toBeVisible()
  expect(rowOf("CHARGE1")).toHaveTextContent("The bank took it back")
})

test("an explanation is changed, with its text and its line filled in", async () => {
  let line = aMovement({ ...chargeback, state: "explained", explanation: "The bank tok it back", entry: "a" })
  const explained = aMovement({ ...withdrawal, state: "explained", explanation: "To the bank" })
  const { user } = openMonth(aMonth(), () => ({ lines: [line, explained], digest: "d1" }))
  answer("POST /api/ledger/2026-11/settlement/CHARGE1/explain", () => {
    line = { ...line, explanation: "The bank took it back" }
    return {}
  })
  await user.click(await screen.findByText("2 lines explained"))
  const change = { name: "Change the explanation: Chargeback (T1201) of Fri, Nov 6" }
  await user.click(screen.getByRole("button", change))
  const dialog = within(await screen.findByRole("dialog", { name: "Explain this movement" }))
  const text = dialog.getByLabelText("What is it?")

  expect(text).toHaveValue("The bank tok it back")
  expect(dialog.getByLabelText(/^Line of the ledger/)).toHaveDisplayValue("Cost −$40.00, Room")
  await user.clear(text)
  await user.type(text, "The bank took it back")
  await user.click(dialog.getByRole("button", { name: "Save" }))

  await waitFor(() => expect(rowOf("CHARGE1")).toHaveTextContent("The bank took it back"))
  expect(sentTo("explain")).toEqual([{ text: "The bank took it back", seen: { text: "The bank tok it back" } }])
  await waitFor(() => expect(screen.getByRole("button", change)).toHaveFocus())
  expect(screen.queryByRole("button", { name: "Enter as a transfer" })).not.toBeInTheDocument()
})

test("the explanations of a closed month can't be changed", async () => {
  const line = aMovement({ ...chargeback, state: "explained", explanation: "The bank took it back" })
  openMonth(aMonth({ closedAt: "2026-12-02T20:00:00Z" }), { lines: [line], digest: "d1" })

  await screen.findByText("1 line explained")
  expect(screen.queryByRole("button", { name: /^Change/, hidden: true })).not.toBeInTheDocument()
})

const withdrawal = aMovement({
  state: "only_paypal",
  paypalId: "BANK1",
  code: "T0403",
  ours: null,
  theirs: { gross: -500, fee: 0, net: -500 },
  proposal: { kind: "transfer", date: "2026-11-20", amount: 500, text: "From PayPal to the bank (BANK1)" },
})

test("a withdrawal is entered as a transfer and explained with it", async () => {
  let lines = [withdrawal]
  const { user } = openMonth(aMonth(), () => ({ lines, digest: "d1" }))
  answer("POST /api/ledger/2026-11/entries", aLine({ _id: "t1", kind: "transfer", amount: 500 }), 201)
  answer("POST /api/ledger/2026-11/settlement/BANK1/explain", () => {
    lines = [{ ...withdrawal, state: "explained" }]
    return {}
  })

  await user.click(await screen.findByRole("button", { name: "Enter as a transfer" }))

  expect(await screen.findByText("Everything matches or is explained.")).toBeVisible()
  expect(sentTo("entries")).toEqual([{ ...withdrawal.proposal, receipt: "", corrects: "" }])
  expect(sentTo("explain")).toEqual([{ text: withdrawal.proposal!.text, entry: "t1", seen: { text: "", entry: "" } }])
})

test("a transfer whose explanation failed is not entered twice", async () => {
  const { user } = openMonth(aMonth(), { lines: [withdrawal], digest: "d1" })
  answer("POST /api/ledger/2026-11/entries", aLine({ _id: "t1", kind: "transfer", amount: 500 }), 201)
  answer("POST /api/ledger/2026-11/settlement/BANK1/explain", { message: "Try again in a minute." }, 503)
  const enter = await screen.findByRole("button", { name: "Enter as a transfer" })

  await user.click(enter)
  expect((await screen.findAllByText("Try again in a minute."))[0]).toBeVisible()
  answer("POST /api/ledger/2026-11/settlement/BANK1/explain", {})
  await user.click(await screen.findByRole("button", { name: "Enter as a transfer" }))

  await screen.findByText("The line is entered.")
  expect(sentTo("entries")).toHaveLength(1)
  expect(sentTo("explain")).toHaveLength(2)
})
