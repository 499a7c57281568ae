import type { Option } from "~/common/ui/forms/Field"
import type { DateFilters } from "~/shop/queries/products"
import { wallDay } from "~/common/lib/time/wallClock"

/** The filters of the list besides the keyword, by the names of their URL parameters. */
export const foldedNames = ["category", "cardSet", "weekday", "priceMax", "seats"] as const
const filterNames = [...foldedNames, "format", "eventLocation", "from", "to"] as const
export type FoldedName = (typeof foldedNames)[number]
export type FilterName = (typeof filterNames)[number]
export type Filters = Partial<Record<FilterName, string>>

export function readFilters(search: URLSearchParams): Filters {
  return Object.fromEntries(filterNames.flatMap((name) => (search.get(name) ? [[name, search.get(name)!]] : [])))
}

/** The ID of the field of a filter that is in sight. */
export const filterId = (name: FilterName) => `filter-${name}`

/** The values to choose from. One from the URL is among them even if no upcoming date has it. */
export function optionsWith(chosen: string | undefined, values: readonly string[] = []): Option[] {
  const all = chosen && !values.includes(chosen) ? [...values, chosen] : values
  return all.filter(Boolean).map((value) => ({ value, label: value }))
}

/** The filters in the order of the URL. */
export const inOrder = (filters: Filters): Filters =>
  Object.fromEntries(filterNames.map((name) => [name, filters[name]]))

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
export function lastDayOfAgenda(now: number): string {
  return wallDay(now + AGENDA_DAYS * DAY)
}

/** The parameters of the request. `until` is the last day, if the list has one. */
export function datesAsked(pageNumber: number, keyword: string, filters: Filters, until?: string): DateFilters {
  return { pageNumber, ...(keyword && { keyword }), ...filters, ...(until && { to: until }) }
}
