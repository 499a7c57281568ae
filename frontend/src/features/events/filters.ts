import type { DateFilters } from "~/api/queries/products"
import type { Facets } from "~/api/types"
import { counted } from "~/lib/counted"
import { formatMoney } from "~/lib/money"
import { wallDay } from "~/lib/time/wallClock"

/** What the list of dates is narrowed by, besides the keyword. Each is a parameter of the address, under this name. */
export const selectNames = ["category", "cardSet", "format", "weekday", "eventLocation", "priceMax", "seats"] as const
export const dayNames = ["from", "to"] as const
const filterNames = [...selectNames, ...dayNames]
export type SelectName = (typeof selectNames)[number]
export type FilterName = (typeof filterNames)[number]
export type Filters = Partial<Record<FilterName, string>>

/** The select's label, and its words for no choice. */
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

/** Sunday stands first, as in the calendar; to the server Monday is 0. */
const WEEKDAYS: Option[] = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"].map(
  (label, index) => ({ value: String((index + 6) % 7), label }),
)
const PRICES = ["0", "5", "10", "15", "20", "30", "50"]
const SEATS = ["1", "2", "3", "4", "6", "8"]

export interface Option {
  value: string
  label: string
}

/** What can be chosen now. A choice that came with the address is there even if no coming date has it. */
export function filterOptions(name: SelectName, facets: Facets | undefined, chosen: string | undefined): Option[] {
  if (name === "weekday") return WEEKDAYS
  if (name === "priceMax") return inOrder(PRICES, chosen).map((value) => ({ value, label: priceWords(value) }))
  if (name === "seats") return inOrder(SEATS, chosen).map((value) => ({ value, label: seatWords(value) }))
  const values = facets?.[name] ?? []
  const all = chosen && !values.includes(chosen) ? [...values, chosen] : values
  return all.filter(Boolean).map((value) => ({ value, label: value }))
}

function inOrder(values: string[], chosen: string | undefined): string[] {
  if (!chosen || values.includes(chosen)) return values
  return [...values, chosen].toSorted((one, other) => Number(one) - Number(other))
}

const isAmount = (text: string) => /^\d{1,6}(\.\d{1,2})?$/.test(text)

/** "Free", "Up to $12.50"; whole dollars without cents. What is no amount is shown as it came: the server refuses it. */
function priceWords(value: string): string {
  if (!isAmount(value)) return value
  return Number(value) === 0 ? "Free" : `Up to ${formatMoney(Number(value)).replace(/\.00$/, "")}`
}

/** "2 or more"; the first is every date that is not full. */
function seatWords(value: string): string {
  return value === "1" ? "Not sold out" : /^\d+$/.test(value) ? `${counted(Number(value), "seat")} or more` : value
}

export function readFilters(search: URLSearchParams): Filters {
  return Object.fromEntries(filterNames.flatMap((name) => (search.get(name) ? [[name, search.get(name)!]] : [])))
}

/** "?category=Magic", or "" without any. Other parameters of the address don't belong to the list and fall away. */
export function filterSearch(filters: Filters): string {
  const params = new URLSearchParams()
  for (const name of filterNames) if (filters[name]) params.set(name, filters[name])
  return params.size > 0 ? `?${params}` : ""
}

/** What a calendar can be narrowed by: what stays true of a night. Days and seats left belong to today's list. */
export function calendarFilters(keyword: string, { seats: _, from: __, to: ___, ...lasting }: Filters) {
  return { ...lasting, keyword: keyword || undefined }
}

export function countFilters(filters: Filters): number {
  return filterNames.filter((name) => filters[name]).length
}

/** How far the plain list looks ahead, in days. Who searches or narrows it, or asks for all, sees every coming date. */
export const AGENDA_DAYS = 30
const DAY = 24 * 60 * 60 * 1000

/** "?when=all" is the one choice besides: every coming date. */
export function wantsAll(search: URLSearchParams): boolean {
  return search.get("when") === "all"
}

/** The last day of the plain list, on the venue's calendar. */
export function lastDayOfAgenda(now: number, timeZone: string): string {
  return wallDay(now + AGENDA_DAYS * DAY, timeZone)
}

/** What the server is asked for; `until` is the last day, where the list has one. */
export function datesAsked(pageNumber: number, keyword: string, filters: Filters, until?: string): DateFilters {
  return { pageNumber, ...(keyword && { keyword }), ...filters, ...(until && { to: until }) }
}
