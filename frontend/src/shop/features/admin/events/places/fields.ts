/** The form of a place: its validation, its values for a place, and the API's fields for its values. */
import * as v from "valibot"
import type { Place, PlaceForm } from "~/common/api/types"
import { emailCheck, optionalText, requiredText } from "~/common/ui/forms/rules"

const MAX_SEATS = 100_000

export const placeSchema = v.object({
  name: requiredText("Enter the place's name.", 300),
  address: optionalText(300),
  seats: v.pipe(
    v.string(),
    v.trim(),
    v.check(
      (text) => text === "" || (/^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_SEATS),
      `Enter a whole number from 1 to ${MAX_SEATS.toLocaleString("en-US")}, or leave it empty.`,
    ),
  ),
  taxRate: v.pipe(
    v.string(),
    v.trim(),
    v.check((text) => text === "" || rateOf(text) !== null, "Enter a percentage like 8.875, or leave it empty."),
  ),
  stepFree: v.boolean(),
  accessibleToilet: v.boolean(),
  quietCorner: v.boolean(),
  parking: v.boolean(),
  accessNote: optionalText(300),
  contactEmail: v.pipe(v.string(), v.trim(), emailCheck),
})

type PlaceValues = v.InferOutput<typeof placeSchema>

/** The fraction of a percentage below 100 with up to five decimals; null for other texts. "12,5" could mean 12 or 125. */
function rateOf(text: string): number | null {
  const found = /^(\d{1,2}(?:\.\d{1,5})?)\s*%?$/.exec(text)
  return found && Number((Number(found[1]) / 100).toFixed(7))
}

export function valuesOf(place: Place | null): PlaceValues {
  return {
    name: place?.name ?? "",
    address: place?.address ?? "",
    seats: place?.seats?.toString() ?? "",
    taxRate: place?.taxRate == null ? "" : String(Number((100 * place.taxRate).toFixed(5))),
    stepFree: place?.stepFree ?? false,
    accessibleToilet: place?.accessibleToilet ?? false,
    quietCorner: place?.quietCorner ?? false,
    parking: place?.parking ?? false,
    accessNote: place?.accessNote ?? "",
    contactEmail: place?.contactEmail ?? "",
  }
}

export function fieldsSent({ seats, taxRate, ...values }: PlaceValues): Omit<PlaceForm, "hidden"> {
  return { ...values, seats: seats === "" ? null : Number(seats), taxRate: taxRate === "" ? null : rateOf(taxRate) }
}
