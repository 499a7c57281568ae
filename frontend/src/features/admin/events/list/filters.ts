import type { EventListParams } from "~/api/queries/staff/products"
import { listParams, type ListState } from "~/features/admin/table/listState"

export const statuses = [
  { value: "published", label: "Published" },
  { value: "draft", label: "Draft" },
  { value: "archived", label: "Hidden" },
] as const

/** An event matches if any of its dates does. A series may have both past and upcoming dates. */
export const times = [
  { value: "upcoming", label: "Has upcoming dates" },
  { value: "past", label: "Has past dates" },
] as const

const names = ["keyword", "status", "when"] as const

export const cleared: Record<(typeof names)[number], string> = { keyword: "", status: "", when: "" }

export const isNarrowed = (state: ListState) => names.some((name) => state.filter(name) !== "")

/** `now` must stay the same while the list is open, so that the query key does, too. */
export function eventListParams(state: ListState, now: string): EventListParams {
  const status = statuses.find(({ value }) => value === state.filter("status"))?.value
  const when = state.filter("when")
  return {
    ...listParams(state),
    ...(state.filter("keyword") && { keyword: state.filter("keyword") }),
    ...(status && { status }),
    ...(when === "upcoming" && { from: now }),
    ...(when === "past" && { to: now }),
  }
}
