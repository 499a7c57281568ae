import clsx from "clsx"
import { priceOf, refundChoices, type EventValues } from "./fields"
import { hasError } from "./MemberFields"
import { selectZero } from "./PlainFields"
import { Fold } from "~/features/admin/events/edit/Fold"
import { formatTerms } from "~/lib/refundPolicy"
import { ChoiceGroup, RadioChoice } from "~/ui/forms/Choice"
import { sideBySide, TextField } from "~/ui/forms/Field"
import type { ShopForm } from "~/ui/forms/useForm"

type Refund = (typeof refundChoices)[number]

const labels: Record<Refund, string> = {
  full: "Full refund",
  minus_fee: "Refund minus a fee",
  none: "No refund",
}

/** What buyers get back without asking staff. */
export function RefundFields({ form }: { form: ShopForm<EventValues> }) {
  const { hook } = form
  const [refund, price, fee, hours] = hook.watch(["refund", "price", "feePerSeat", "untilHours"])
  const keepsAll = (priceOf(fee) ?? 0) >= (priceOf(price) || Infinity)
  const terms = { refund, untilHours: Number(hours), feePerSeat: priceOf(fee) ?? 0 }
  return (
    <Fold
      title="Refunds"
      value={refund === "none" ? labels.none : formatTerms(terms)}
      invalid={hasError(form, "refund", "untilHours", "feePerSeat")}
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
            <TextField
              label="Fee per seat"
              hint={keepsAll ? "That's the whole price: nothing would be refunded." : "The club keeps it."}
              prefix="$"
              inputMode="decimal"
              autoComplete="off"
              {...selectZero}
              {...form.field("feePerSeat")}
            />
          )}
        </div>
      )}
    </Fold>
  )
}
