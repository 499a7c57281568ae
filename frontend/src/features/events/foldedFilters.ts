/** The labels and options of the filters that are only in the dialog. */
import type { Facets } from "~/api/types"
import { counted } from "~/lib/counted"
import { formatMoney } from "~/lib/money"
import { valuesWith, type FoldedName } from "./filters"

/** The select's label, and the label of its empty option. */
export const selectLabels: Record<FoldedName, { label: string; any: string }> = {
  category: { label: "Category", any: "Any category" },
  cardSet: { label: "Card Set", any: "Any card set" },
  format: { label: "Format", any: "Any format" },
  weekday: { label: "Weekday", any: "Any day" },
  priceMax: { label: "Price", any: "Any price" },
  seats: { label: "Seats left", any: "Any number" },
}

/** Sunday is first, as in the calendar; in the API Monday is 0. */
const WEEKDAYS: Option[] = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"].map(
  (label, index) => ({ value: String((index + 6) % 7), label }),
)
const PRICES = ["0", "5", "10", "15", "20", "30", "50"]
const SEATS = ["1", "2", "3", "4", "6", "8"]

interface Option {
  value: string
  label: string
}

/** The select's options, with the chosen one. */
export function filterOptions(name: FoldedName, facets: Facets | undefined, chosen: string | undefined): Option[] {
  if (name === "weekday") return WEEKDAYS
  if (name === "priceMax") return inOrder(PRICES, chosen).map((value) => ({ value, label: priceText(value) }))
  if (name === "seats") return inOrder(SEATS, chosen).map((value) => ({ value, label: seatsText(value) }))
  return valuesWith(chosen, facets?.[name]).map((value) => ({ value, label: value }))
}

function inOrder(values: string[], chosen: string | undefined): string[] {
  if (!chosen || values.includes(chosen)) return values
  return [...values, chosen].toSorted((one, other) => Number(one) - Number(other))
}

const isAmount = (text: string) => /^\d{1,6}(\.\d{1,2})?$/.test(text)

/** "Free", "Up to $12.50"; whole dollars without cents. Invalid amounts, which the server refuses, are shown unchanged. */
function priceText(value: string): string {
  if (!isAmount(value)) return value
  return Number(value) === 0 ? "Free" : `Up to ${formatMoney(Number(value)).replace(/\.00$/, "")}`
}

/** "2 seats or more"; "Not sold out" for 1. */
function seatsText(value: string): string {
  return value === "1" ? "Not sold out" : /^\d+$/.test(value) ? `${counted(Number(value), "seat")} or more` : value
}
