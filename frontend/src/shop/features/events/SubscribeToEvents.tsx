import type { ReactNode } from "react"
import { SubscribeLink } from "~/shop/layout/subscribe/SubscribeLink"
import { paths } from "~/shop/paths"
import { shop } from "~/shop/state/shop"
import { calendarFilters, type Filters } from "./filters"

/** Offers the calendar of a search, or of the filters. */
export default function SubscribeToEvents({ keyword, filters }: { keyword: string; filters: Filters }): ReactNode {
  return (
    <SubscribeLink path={paths.calendar(calendarFilters(keyword, filters))} name={shop().name}>
      Subscribe to these events
    </SubscribeLink>
  )
}
