import clsx from "clsx"
import type { EventValues } from "./fields"
import { sideBySide, TextField } from "~/ui/forms/Field"
import type { ShopForm } from "~/ui/forms/useForm"

const money = { prefix: "$", inputMode: "decimal", autoComplete: "off" } as const

/** What members pay, and what a seat is worth for receipts of gifts. */
export function MemberFields({ form }: { form: ShopForm<EventValues> }) {
  const hasPrice = form.hook.watch("memberPrice").trim() !== ""
  return (
    <>
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
      <TextField
        label="Fair market value"
        optional
        hint="What one seat is worth, for receipts of gifts. Empty: the list price."
        className="sm:max-w-[calc(50%-0.625rem)]"
        {...money}
        {...form.field("fairValue")}
      />
    </>
  )
}
