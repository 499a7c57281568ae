import clsx from "clsx"
import { priceOf, type EventValues } from "./fields"
import { Fold } from "~/features/admin/events/edit/Fold"
import { counted } from "~/lib/counted"
import { formatMoney } from "~/lib/money"
import { sideBySide, TextField } from "~/ui/forms/Field"
import type { ShopForm } from "~/ui/forms/useForm"

interface FieldsProps {
  form: ShopForm<EventValues>
}

const money = { prefix: "$", inputMode: "decimal", autoComplete: "off" } as const

/** What members pay. */
export function MemberFields({ form }: FieldsProps) {
  const [price, seats] = form.hook.watch(["memberPrice", "memberSeats"])
  const hasPrice = price.trim() !== ""
  const value = `${moneyText(price)} · ${counted(Number(seats), "seat")} per member`
  return (
    <Fold
      title="Members"
      value={hasPrice ? value : "No member price"}
      invalid={hasError(form, "memberPrice", "memberSeats")}
    >
      <div className={clsx(sideBySide, "grid gap-5 sm:grid-cols-2")}>
        <TextField
          label="Member Price"
          optional
          hint="For one seat, if it is less than the list price."
          {...money}
          {...form.field("memberPrice")}
        />
        {hasPrice && (
          <TextField
            label="Seats per member"
            hint="On each date, at the member price."
            inputMode="numeric"
            autoComplete="off"
            {...form.field("memberSeats")}
          />
        )}
      </div>
    </Fold>
  )
}

/** What a seat is worth, for receipts of gifts. */
export function ReceiptFields({ form }: FieldsProps) {
  const worth = form.hook.watch("fairValue").trim()
  return (
    <Fold
      title="Receipts"
      value={`A seat is worth ${worth ? moneyText(worth) : "the list price"}`}
      invalid={hasError(form, "fairValue")}
    >
      <TextField
        label="Fair market value"
        optional
        hint="What one seat is worth, for receipts of gifts. Empty: the list price."
        className="sm:max-w-[calc(50%-0.625rem)]"
        {...money}
        {...form.field("fairValue")}
      />
    </Fold>
  )
}

/** "$9.00", or the text as it was typed if it isn't an amount. */
function moneyText(text: string): string {
  const amount = priceOf(text)
  return amount === null ? text : formatMoney(amount)
}

export const hasError = ({ problems }: ShopForm<EventValues>, ...names: (keyof EventValues)[]) =>
  problems.some(({ name }) => (names as string[]).includes(name))
