import clsx from "clsx"
import type { ComponentProps } from "react"
import { eventBounds } from "~/common/api/bounds.gen"
import type { BookedDate } from "~/common/api/types"
import type { EventValues } from "./fields"
import { isPlaceholder } from "./placeholderFields"
import { counted } from "~/common/lib/text"
import { formatDay } from "~/common/lib/time/dates"
import { MoneyField, sideBySide, TextAreaField, TextField } from "~/common/ui/forms/Field"
import type { ShopForm } from "~/common/ui/forms/Form"

interface FieldsProps {
  form: ShopForm<EventValues>
}

type TextName = "name" | "category" | "cardSet" | "format" | "description" | "eventLocation"

const text = (form: ShopForm<EventValues>, name: TextName) => ({
  ...form.field(name),
  maxLength: eventBounds[name].maxLength,
})

const selectedIf = (isReplaceable: (text: string) => boolean) =>
  ({
    onFocus: ({ target }: { target: HTMLInputElement | HTMLTextAreaElement }) => {
      if (isReplaceable(target.value)) target.select()
    },
  }) satisfies ComponentProps<"input">

/** Selects a placeholder when its field is focused, so that typing replaces it. */
const selectPlaceholder = selectedIf(isPlaceholder)

/** Selects a zero as well: otherwise "12" typed into "0.00" would be "0.0012". */
export const selectZero = selectedIf((text) => /^0(\.0+)?$/.test(text))

export function BasicsFields({ form }: FieldsProps) {
  return (
    <>
      <TextField label="Event Name" {...selectPlaceholder} {...text(form, "name")} />
      <div className={clsx(sideBySide, "grid gap-5 sm:grid-cols-3")}>
        <TextField label="Category" {...selectPlaceholder} {...text(form, "category")} />
        <TextField label="Card Set" optional {...selectPlaceholder} {...text(form, "cardSet")} />
        <TextField label="Format" optional {...text(form, "format")} />
      </div>
      <TextAreaField label="Description" rows={4} {...selectPlaceholder} {...text(form, "description")} />
    </>
  )
}

export function PlaceAndSeatsFields({ form, overbooked }: FieldsProps & { overbooked: readonly BookedDate[] }) {
  const seats = form.field("countInStock")
  return (
    <>
      <TextField
        label="Event Location"
        hint="Name and address, as on a map"
        {...selectPlaceholder}
        {...text(form, "eventLocation")}
      />
      <div className={clsx(sideBySide, "grid gap-5 sm:grid-cols-2")}>
        <TextField
          label="Count In Stock"
          hint="Seats on each date"
          inputMode="numeric"
          {...selectZero}
          {...seats}
          error={seats.error ?? tooFew(overbooked)}
        />
        <MoneyField
          label="List Price"
          hint="For one seat, before sales tax; 0 is free"
          {...selectZero}
          {...form.field("price")}
        />
      </div>
    </>
  )
}

/** The server's error for too few seats, shown before a save. */
function tooFew(overbooked: readonly BookedDate[]): string | undefined {
  const most = [...overbooked].sort((one, other) => other.totalReservations - one.totalReservations)[0]
  if (!most) return undefined
  const { startTime, totalReservations: taken } = most
  return `${formatDay(startTime)} has ${counted(taken, "seat")} taken. Enter ${taken} or more.`
}
