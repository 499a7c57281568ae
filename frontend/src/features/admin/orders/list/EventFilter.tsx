import { useQuery } from "@tanstack/react-query"
import { eventNamesQuery } from "~/api/queries/staff/orders"
import { ListFilter } from "~/features/admin/table/Filter"
import { GIFTS } from "./filters"
import type { ListState } from "~/features/admin/table/listState"

/** Lists only orders with a booking for the chosen event, or with a gift. */
export function EventFilter({ state }: { state: ListState }) {
  const { data: events = [] } = useQuery(eventNamesQuery())
  const chosen = state.filter("product")
  const options = [{ value: GIFTS, label: "Gifts" }, ...events.map(({ _id, name }) => ({ value: _id, label: name }))]
  // The selected event is an option even before the names are loaded, or if it is not among them.
  if (chosen && !options.some(({ value }) => value === chosen)) options.push({ value: chosen, label: "Selected event" })
  return <ListFilter label="Event" state={state} name="product" any="Any event" options={options} />
}
