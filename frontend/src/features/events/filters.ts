import type { DateFilters } from "~/api/queries/products"
import type { Facets } from "~/api/types"
import { counted } from "~/lib/counted"
import { formatMoney } from "~/lib/money"
import { wallDay } from "~/lib/time/wallClock"

/** The filters of the list besides the keyword, by the names of their URL parameters. */
export const selectNames = ["category", "cardSet", "format", "weekday", "eventLocation", "priceMax", "seats"] as const
export const dayNames = ["from", "to"] as const
const filterNames = [...selectNames, ...dayNames]
export type SelectName = (typeof selectNames)[number]
export type FilterName = (typeof filterNames)[number]
export type Filters = Partial<Record<FilterName, string>>

/** The select's label, and the label of its empty option. */
export const selectLabels: Record<SelectName, { label: string; any: string }> = {
  category: { label: "Category", any: "Any category" },
  cardSet: { label: "Card Set", any: "Any card set" },
  format: { label: "Format", any: "Any format" },
  weekday: { label: "Weekday", any: "Any day" },
  eventLocation: { label: "Place", any: "Any place" },
  priceMax: { label: "Price", any: "Any price" },
  seats: { label: "Seats left", any: "Any number" },
}

export const dayLabels = { from: "From", to: "Until" } as const

/** Sunday is first, as in the calendar; in the API Monday is 0. */
const WEEKDAYS: Option[] = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"].map(
  (label, index) => ({ value: String((index + 6) % 7), label }),
)
const PRICES = ["0", "5", "10", "15", "20", "30", "50"]
const SEATS = ["1", "2", "3", "4", "6", "8"]

export interface Option {
  value: string
  label: string
}

/** The select's options. A value from the URL is among them even if no upcoming date has it. */
export function filterOptions(name: SelectName, facets: Facets | undefined, chosen: string | undefined): Option[] {
  if (name === "weekday") return WEEKDAYS
  if (name === "priceMax") return inOrder(PRICES, chosen).map((value) => ({ value, label: priceText(value) }))
  if (name === "seats") return inOrder(SEATS, chosen).map((value) => ({ value, label: seatsText(value) }))
  const values = facets?.[name] ?? []
  const all = chosen && !values.includes(chosen) ? [...values, chosen] : values
  return all.filter(Boolean).map((value) => ({ value, label: value }))
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

export function readFilters(search: URLSearchParams): Filters {
  return Object.fromEntries(filterNames.flatMap((name) => (search.get(name) ? [[name, search.get(name)!]] : [])))
}

/** "?category=Magic", or "" without filters. Other parameters of the URL are left out. */
export function filterSearch(filters: Filters): string {
  const params = new URLSearchParams()
  for (const name of filterNames) if (filters[name]) params.set(name, filters[name])
  return params.size > 0 ? `?${params}` : ""
}

/** The filters of a calendar to subscribe to, without those that soon become outdated: days and seats left. */
export function calendarFilters(keyword: string, { seats: _, from: __, to: ___, ...lasting }: Filters) {
  return { ...lasting, keyword: keyword || undefined }
}

export function countFilters(filters: Filters): number {
  return filterNames.filter((name) => filters[name]).length
}

/** The number of days that the list covers, unless it has a search, a filter, or ?when=all. */
export const AGENDA_DAYS = 30
const DAY = 24 * 60 * 60 * 1000

/** Whether the list has all upcoming dates: "?when=all" */
export function wantsAll(search: URLSearchParams): boolean {
  return search.get("when") === "all"
}

/** The last of these days, in the venue's time zone. */
export function lastDayOfAgenda(now: number, timeZone: string): string {
  return wallDay(now + AGENDA_DAYS * DAY, timeZone)
}

/** The parameters of the request. `until` is the last day, if the list has one. */
export function datesAsked(pageNumber: number, keyword: string, filters: Filters, until?: string): DateFilters {
  return { pageNumber, ...(keyword && { keyword }), ...filters, ...(until && { to: until }) }
}
