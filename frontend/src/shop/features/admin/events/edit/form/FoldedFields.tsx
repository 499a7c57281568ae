import clsx from "clsx"
import { type ReactNode, useId, useState } from "react"
import { counted } from "~/common/lib/text"
import { formatMoney } from "~/common/lib/money"
import { formatTerms } from "~/common/lib/refundPolicy"
import { ChoiceGroup, MoneyField, RadioChoice, sideBySide, TextField } from "~/common/ui/forms/Field"
import type { ShopForm } from "~/common/ui/forms/Form"
import { Fold } from "~/common/ui/layout/Fold"
import { type EventValues, priceOf, refundChoices } from "./fields"
import { selectZero } from "./PlainFields"

interface FieldsProps {
  form: ShopForm<EventValues>
}

/** What members pay. */
export function MemberFields({ form }: FieldsProps) {
  const [price, seats] = form.hook.watch(["memberPrice", "memberSeats"])
  const hasPrice = price.trim() !== ""
  const value = `${moneyText(price)} · ${counted(Number(seats), "seat")} per member`
  return (
    <FieldsFold
      form={form}
      title="Members"
      value={hasPrice ? value : "No member price"}
      names={["memberPrice", "memberSeats"]}
    >
      <div className={clsx(sideBySide, "grid gap-5 sm:grid-cols-2")}>
        <MoneyField
          label="Member Price"
          optional
          hint="For one seat, if it is less than the list price."
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
    </FieldsFold>
  )
}

/** What a seat is worth, for receipts of gifts. */
export function ReceiptFields({ form }: FieldsProps) {
  const worth = form.hook.watch("fairValue").trim()
  return (
    <FieldsFold
      form={form}
      title="Receipts"
      value={`A seat is worth ${worth ? moneyText(worth) : "the list price"}`}
      names={["fairValue"]}
    >
      <MoneyField
        label="Fair market value"
        optional
        hint="What one seat is worth, for receipts of gifts. Empty: the list price."
        className="sm:max-w-[calc(50%-0.625rem)]"
        {...form.field("fairValue")}
      />
    </FieldsFold>
  )
}

/** "$9.00", or the text as it was typed if it isn't an amount. */
function moneyText(text: string): string {
  const amount = priceOf(text)
  return amount === null ? text : formatMoney(amount)
}

type Refund = (typeof refundChoices)[number]

const labels: Record<Refund, string> = {
  full: "Full refund",
  minus_fee: "Refund minus a fee",
  none: "No refund",
}

/** What buyers get back without asking staff. */
export function RefundFields({ form }: FieldsProps) {
  const { hook } = form
  const [refund, price, fee, hours] = hook.watch(["refund", "price", "feePerSeat", "untilHours"])
  const keepsAll = (priceOf(fee) ?? 0) >= (priceOf(price) || Infinity)
  const terms = { refund, untilHours: Number(hours), feePerSeat: priceOf(fee) ?? 0 }
  return (
    <FieldsFold
      form={form}
      title="Refunds"
      value={refund === "none" ? labels.none : formatTerms(terms)}
      names={["refund", "untilHours", "feePerSeat"]}
    >
      <ChoiceGroup
        label="If a buyer can't make it"
        hint="Visitors see it beside the price. Seats that are already sold keep the terms of their sale."
        error={form.field("refund").error}
        inline={false}
      >
        {refundChoices.map((choice) => (
          <RadioChoice key={choice} label={labels[choice]} value={choice} {...hook.register("refund")} />
        ))}
      </ChoiceGroup>
      {refund !== "none" && (
        <div className={clsx(sideBySide, "grid gap-5 sm:grid-cols-2")}>
          <TextField
            label="Hours before the start"
            hint="Until then, buyers can ask for a refund."
            inputMode="numeric"
            autoComplete="off"
            {...form.field("untilHours")}
          />
          {refund === "minus_fee" && (
            <MoneyField
              label="Fee per seat"
              hint={keepsAll ? "That's the whole price: nothing would be refunded." : "The club keeps it."}
              {...selectZero}
              {...form.field("feePerSeat")}
            />
          )}
        </div>
      )}
    </FieldsFold>
  )
}

interface FieldsFoldProps extends FieldsProps {
  title: string
  /** What is set in the folded fields. */
  value: string
  /** The fields. If one has an error, they are visible. */
  names: (keyof EventValues)[]
  children: ReactNode
}

/** Fields that most events leave as they are, folded into a line with their values. */
function FieldsFold({ form, title, value, names, children }: FieldsFoldProps) {
  const [open, setOpen] = useState(false)
  const invalid = form.problems.some(({ name }) => (names as string[]).includes(name))
  const id = useId()
  return (
    <section aria-labelledby={id} className="border-b border-hair px-4 last:border-b-0 lg:px-6">
      <Fold
        open={open || invalid}
        onToggle={({ currentTarget }) => {
          currentTarget.open ||= invalid
          setOpen(currentTarget.open)
        }}
        title={
          <>
            <h2 id={id}>{title}</h2>
            <span className="ml-auto text-right font-normal text-ink-2">{value}</span>
          </>
        }
      >
        <div className="grid gap-5 py-2">{children}</div>
      </Fold>
    </section>
  )
}
