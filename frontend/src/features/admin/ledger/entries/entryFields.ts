import * as v from "valibot"
import { addMonths, formatMonth } from "~/lib/time/months"

export const kinds = ["cost", "paid_out", "transfer", "other"] as const

/** `month`: "2026-11", in which the date has to be. */
export const entrySchema = (month: string) =>
  v.object({
    kind: v.picklist(kinds),
    date: v.pipe(
      v.string(),
      v.check((day) => day.startsWith(`${month}-`), `Choose a day in ${formatMonth(month)}.`),
    ),
    amount: v.pipe(
      v.string(),
      v.check((text) => dollarsOf(text) !== null, "Enter an amount like 12.50."),
    ),
    text: v.pipe(v.string(), v.trim(), v.nonEmpty("Say what it is."), v.maxLength(200, "Use at most 200 characters.")),
  })

export type EntryValues = v.InferOutput<ReturnType<typeof entrySchema>>

/** The last day of a month: "2026-11-30" */
export const lastDayOf = (month: string) =>
  new Date(Date.parse(`${addMonths(month, 1)}-01`) - 24 * 60 * 60_000).toISOString().slice(0, 10)

/** Dollars, not 0, from "12.50", "-3" or "$1,200.00"; null for other texts. */
export function dollarsOf(text: string): number | null {
  const found = /^\s*([-−]?)\s*\$?\s*(\d{1,7}(?:\.\d{1,2})?)\s*$/.exec(text.replaceAll(",", ""))
  const dollars = Number(found?.[2] ?? 0)
  if (dollars === 0) return null
  return found?.[1] ? -dollars : dollars
}
