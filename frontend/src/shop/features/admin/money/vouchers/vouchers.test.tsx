import { fireEvent, screen, within } from "@testing-library/react"
import type { UserEvent } from "@testing-library/user-event"
import * as v from "valibot"
import { beforeEach, expect, test } from "vitest"
import type { Voucher } from "~/common/api/types"
import { formatDate } from "~/common/lib/time/dates"
import { paths } from "~/shop/paths"
import { aUserInfo } from "~/testing/factories"
import { answer, renderAt, requests } from "~/testing/browser"
import { fieldsSent, valuesOf, voucherSchema } from "./fields"

const EVENT = "65f0c0ffee00112233445566"

const aVoucher = (over: Partial<Voucher> = {}): Voucher => ({
  _id: "a1",
  code: "SPRING",
  kind: "percent",
  value: 10,
  maxUses: null,
  perPerson: null,
  validFrom: null,
  validUntil: null,
  events: [],
  formats: [],
  datesFrom: null,
  datesTo: null,
  off: false,
  uses: 0,
  takenOff: 0,
  ...over,
})

beforeEach(() => answer("/api/products", { products: [{ _id: EVENT, name: "Friday Draft" }], page: 1, pages: 1 }))

function open(vouchers: Voucher[]) {
  answer("/api/vouchers", () => ({ vouchers, page: 1, pages: 1, total: vouchers.length }))
  return renderAt(paths.adminList("vouchers"), { as: aUserInfo({ isAdmin: true }) })
}

/** Presses the button of the loaded page. */
async function startNew(user: UserEvent) {
  await screen.findByText(/^(No discount codes yet\.|Not yet)$/)
  await user.click(screen.getByRole("button", { name: "New discount code" }))
}

const sent = (method: string) => requests(method).map(({ body }) => body)
const rowOf = async (code: string) =>
  (await screen.findByRole("rowheader", { name: new RegExp(`^${code}`) })).closest("tr")!
const formOf = async (name: string) => within(await screen.findByRole("dialog", { name }))

test("each code says what it takes off, how often it was used, what it cost, and its limits", async () => {
  open([
    aVoucher({ maxUses: 20, uses: 3, perPerson: 1, takenOff: 7.5 }),
    aVoucher({ _id: "b", code: "DRAFT", kind: "price", value: 8, events: [EVENT], validUntil: "2026-12-31", uses: 1 }),
    aVoucher({ _id: "c", code: "FRIENDS", kind: "free_seats", value: 1, formats: ["Draft"], off: true }),
  ])

  expect(await rowOf("SPRING")).toHaveTextContent("10% off")
  expect(await rowOf("SPRING")).toHaveTextContent("3 times$7.5020 uses, 1 per person.")
  expect(await within(await rowOf("DRAFT")).findByText(/For Friday Draft/)).toHaveTextContent(
    `Valid until ${formatDate("2026-12-31")}. For Friday Draft.`,
  )
  expect(await rowOf("DRAFT")).toHaveTextContent("$8.00 a seat")
  expect(await rowOf("DRAFT")).toHaveTextContent("1 time")
  expect(await rowOf("FRIENDS")).toHaveTextContent("Turned off")
  expect(await rowOf("FRIENDS")).toHaveTextContent("1 free seat")
})

test("a code is created in upper case, for chosen events only", async () => {
  const { user } = open([])
  answer("POST /api/vouchers", aVoucher(), 201)
  await startNew(user)
  const form = await formOf("New discount code")

  await user.type(form.getByLabelText("Discount code"), "abc")
  await user.click(form.getByRole("button", { name: "Save" }))
  expect((await form.findAllByText(/^Enter 4 to 32 letters/))[0]).toBeVisible()
  expect(form.getAllByText("Enter a number from 1 to 100, such as 12.5.")[0]).toBeVisible()
  await user.type(form.getByLabelText("Discount code"), "-draft")
  await user.selectOptions(form.getByLabelText("What it does"), "Amount off the order")
  await user.type(form.getByLabelText("Amount"), "$5,00")
  await user.type(form.getByLabelText("Uses (optional)"), "20")
  fireEvent.change(form.getByLabelText(/^Valid until/), { target: { value: "2026-12-31" } })
  await user.click(await form.findByRole("checkbox", { name: "Friday Draft" }))
  await user.click(form.getByRole("button", { name: "Save" }))

  expect(await screen.findByText("ABC-DRAFT is saved.")).toBeVisible()
  const { _id, uses, takenOff, ...fields } = aVoucher({ code: "ABC-DRAFT", kind: "amount", value: 5, maxUses: 20 })
  expect(sent("POST")).toEqual([{ ...fields, validUntil: "2026-12-31", events: [EVENT] }])
})

test.each([
  ["percent", "12,5", 12.5],
  ["percent", "12.5 %", 12.5],
  ["percent", "$5", null],
  ["percent", "100.01", null],
  ["amount", "1,200.50", 1200.5],
  ["amount", "0", null],
  ["price", "0", 0],
  ["price", "1,20,0", null],
  ["price", "1000000", null],
  ["free_seats", "2", 2],
  ["free_seats", "2.5", null],
] as const)("the value of a code of kind %s is read from %s as %j", (kind, value, number) => {
  const values = { ...valuesOf(aVoucher()), code: "SPRING", kind, value }

  expect(v.safeParse(voucherSchema, values).success).toBe(number !== null)
  expect(fieldsSent(values).value).toBe(number ?? 0)
})

test("many codes are created at once and can be copied", async () => {
  const { user } = open([])
  const codes = ["K7MPQ2RS", "W3XYZ9AB", "H4JKLM5N"]
  answer("POST /api/vouchers", { vouchers: codes.map((code) => aVoucher({ _id: code, code })) }, 201)
  await startNew(user)
  const form = await formOf("New discount code")

  await user.clear(form.getByLabelText("How many discount codes?"))
  await user.type(form.getByLabelText("How many discount codes?"), "3")
  expect(form.queryByLabelText("Discount code")).not.toBeInTheDocument()
  await user.type(form.getByLabelText("Percent"), "100")
  await user.click(form.getByRole("button", { name: "Save" }))

  expect(await form.findByText("3 discount codes were created.")).toBeVisible()
  expect(form.getByLabelText("Discount codes, one per line")).toHaveValue(codes.join("\n"))
  expect(sent("POST")).toMatchObject([{ count: 3, kind: "percent", value: 100 }])
})

test("a code is turned off and on again without a form", async () => {
  const vouchers = [aVoucher({ uses: 2 })]
  const { user } = open(vouchers)
  answer("PUT /api/vouchers/a1", ({ body }) => {
    vouchers[0] = { ...vouchers[0]!, off: (body as Voucher).off }
    return { ...vouchers[0] }
  })

  await user.click(await screen.findByRole("button", { name: "More for SPRING" }))
  await user.click(screen.getByRole("button", { name: "Turn off SPRING" }))
  expect(await screen.findByText("SPRING is turned off.")).toBeVisible()
  expect(sent("PUT")).toEqual([{ off: true, seen: { off: false } }])

  await user.click(screen.getByRole("button", { name: "More for SPRING" }))
  await user.click(await screen.findByRole("button", { name: "Turn on SPRING" }))
  expect(await screen.findByText("SPRING works again.")).toBeVisible()
})
