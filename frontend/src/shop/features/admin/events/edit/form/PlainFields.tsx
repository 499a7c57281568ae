import { useQuery } from "@tanstack/react-query"
import clsx from "clsx"
import { type ComponentProps, useId } from "react"
import { eventBounds } from "~/common/api/bounds.gen"
import type { BookedDate } from "~/common/api/types"
import { placesQuery } from "~/shop/queries/staff/places"
import type { EventValues } from "./fields"
import { isPlaceholder } from "./placeholderFields"
import { counted } from "~/common/lib/text"
import { formatDay } from "~/common/lib/time/dates"
import { MoneyField, SelectField, sideBySide, TextAreaField, TextField } from "~/common/ui/forms/Field"
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

const ages = [
  { value: "18", label: "18+" },
  { value: "21", label: "21+" },
]

export function BasicsFields({ form }: FieldsProps) {
  return (
    <>
      <TextField label="Event Name" {...selectPlaceholder} {...text(form, "name")} />
      <div className={clsx(sideBySide, "grid gap-5 sm:grid-cols-2 lg:grid-cols-4")}>
        <TextField label="Category" {...selectPlaceholder} {...text(form, "category")} />
        <TextField label="Card Set" optional {...selectPlaceholder} {...text(form, "cardSet")} />
        <TextField label="Format" optional {...text(form, "format")} />
        <SelectField label="Ages" none="Any age" options={ages} {...form.field("minAge")} />
      </div>
      <TextAreaField label="Description" rows={4} {...selectPlaceholder} {...text(form, "description")} />
    </>
  )
}

export function PlaceAndSeatsFields({ form, overbooked }: FieldsProps & { overbooked: readonly BookedDate[] }) {
  const seats = form.field("countInStock")
  return (
    <>
      <LocationField form={form} />
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

/** Offers the places that are known. Another text makes a new one. */
function LocationField({ form }: FieldsProps) {
  const { data } = useQuery({ ...placesQuery(), meta: { loud: false } }) // without it, staff type where it is
  const known = data?.places.filter(({ hidden, text }) => !hidden && !isPlaceholder(text)) ?? []
  const list = useId()
  return (
    <>
      <TextField
        label="Event Location"
        hint="Choose a place, or type name and address of a new one, as on a map."
        list={list}
        autoComplete="off"
        {...selectedIf((text) => isPlaceholder(text) || known.some((place) => place.text === text))}
        {...text(form, "eventLocation")}
      />
      <datalist id={list}>
        {known.map((place) => (
          <option key={place._id}>{place.text}</option>
        ))}
      </datalist>
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
