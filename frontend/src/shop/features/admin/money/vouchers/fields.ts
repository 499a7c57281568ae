/** The form of a code: its validation, its values for a voucher, and the API's fields for its values. */
import * as v from "valibot"
import { whoChanged } from "~/shop/shared/lastChanges"
import { voucherBounds } from "~/common/api/bounds.gen"
import type { Voucher, VoucherChanges, VoucherKind } from "~/common/api/types"
import { parseAmount } from "~/common/lib/amount"
import { formatMoney } from "~/common/lib/money"
import { counted } from "~/common/lib/text"
import type { Edits } from "~/common/ui/forms/Form"
import { rule } from "~/common/ui/forms/rules"

interface Kind {
  value: VoucherKind
  label: string
  valueLabel: string
  hint: string
  /** The error for a value that doesn't fit. */
  problem: string
}

export const kinds: readonly Kind[] = [
  {
    value: "percent",
    label: "Percent off",
    valueLabel: "Percent",
    hint: "From 1 to 100.",
    problem: "Enter a number from 1 to 100, such as 12.5.",
  },
  {
    value: "amount",
    label: "Amount off the order",
    valueLabel: "Amount",
    hint: "USD off the whole order.",
    problem: "Enter an amount like 5.00.",
  },
  {
    value: "price",
    label: "Price per seat",
    valueLabel: "Price",
    hint: "USD a seat, where it is less.",
    problem: "Enter a price like 8.00.",
  },
  {
    value: "free_seats",
    label: "Free seats",
    valueLabel: "Seats",
    hint: "The most expensive seats cost nothing.",
    problem: "Enter a number of seats, such as 1.",
  },
]

const MAX_CODES = 500

const wholeOrNothing = v.pipe(
  v.string(),
  v.trim(),
  v.regex(/^([1-9]\d{0,6})?$/, "Enter a whole number, or leave it empty."),
)

const fields = v.object({
  count: v.pipe(
    v.string(),
    v.trim(),
    v.check((text) => /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_CODES, "Enter 1 to 500."),
  ),
  code: v.pipe(v.string(), v.trim(), v.toUpperCase()),
  kind: v.picklist(["percent", "amount", "price", "free_seats"]),
  value: v.string(),
  maxUses: wholeOrNothing,
  perPerson: wholeOrNothing,
  validFrom: v.string(),
  validUntil: v.string(),
  events: v.array(v.string()),
  formats: v.string(),
  datesFrom: v.string(),
  datesTo: v.string(),
  off: v.boolean(),
})

export type VoucherValues = v.InferOutput<typeof fields>

const isInOrder = (from: string, to: string) => !from || !to || to >= from

export const voucherSchema = v.pipe(
  fields,
  rule(
    "code",
    ({ count, code }) => Number(count) > 1 || /^[A-Z0-9-]{4,32}$/.test(code),
    "Enter 4 to 32 letters, digits or hyphens, such as SPRING.",
  ),
  rule(
    "value",
    (values) => valueOf(values) !== null,
    ({ input }) => kinds.find(({ value }) => value === input.kind)!.problem,
  ),
  rule(
    "validUntil",
    ({ validFrom, validUntil }) => isInOrder(validFrom, validUntil),
    "Choose the first day or a later one.",
  ),
  rule("datesTo", ({ datesFrom, datesTo }) => isInOrder(datesFrom, datesTo), "Choose the first day or a later one."),
)

/** The number in the value field; null if it doesn't fit the kind. */
function valueOf({ kind, value }: Pick<VoucherValues, "kind" | "value">): number | null {
  switch (kind) {
    case "percent":
      return value.includes("$") ? null : parseAmount(value.replace(/\s*%\s*$/, ""), { minimum: 1, maximum: 100 })
    case "amount":
      return parseAmount(value, { ...voucherBounds.value, minimum: 0.01 })
    case "price":
      return parseAmount(value, voucherBounds.value)
    case "free_seats":
      return /^\s*[1-9]\d{0,5}\s*$/.test(value) ? Number(value) : null
  }
}

export function valuesOf(voucher: Voucher | null): VoucherValues {
  return {
    count: "1",
    code: voucher?.code ?? "",
    kind: voucher?.kind ?? "percent",
    value: voucher ? String(voucher.value) : "",
    maxUses: voucher?.maxUses?.toString() ?? "",
    perPerson: voucher?.perPerson?.toString() ?? "",
    validFrom: voucher?.validFrom ?? "",
    validUntil: voucher?.validUntil ?? "",
    events: voucher?.events ?? [],
    formats: voucher?.formats.join(", ") ?? "",
    datesFrom: voucher?.datesFrom ?? "",
    datesTo: voucher?.datesTo ?? "",
    off: voucher?.off ?? false,
  }
}

const numberOrNull = (text: string) => (text === "" ? null : Number(text))

export function fieldsSent({ count: _, ...values }: VoucherValues): VoucherChanges {
  return {
    ...values,
    value: valueOf(values) ?? 0,
    maxUses: numberOrNull(values.maxUses),
    perPerson: numberOrNull(values.perPerson),
    validFrom: values.validFrom || null,
    validUntil: values.validUntil || null,
    formats: values.formats
      .split(",")
      .map((format) => format.trim())
      .filter(Boolean),
    datesFrom: values.datesFrom || null,
    datesTo: values.datesTo || null,
  }
}

/** The value means something only with its kind. */
export const voucherEdits = (voucher: Voucher | null): Edits<VoucherValues, VoucherChanges> => ({
  groups: [["kind", "value"]],
  sent: fieldsSent,
  shown: (current) => valuesOf(voucher && { ...voucher, ...current }),
  whoChanged: whoChanged("code", voucher?._id),
})

/** "10% off", "$5.00 off", "$8.00 a seat", "1 free seat" */
export function benefitText({ kind, value }: Pick<Voucher, "kind" | "value">): string {
  switch (kind) {
    case "percent":
      return `${value}% off`
    case "amount":
      return `${formatMoney(value)} off`
    case "price":
      return `${formatMoney(value)} a seat`
    case "free_seats":
      return counted(value, "free seat")
  }
}
