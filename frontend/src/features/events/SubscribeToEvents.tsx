import type { ReactNode } from "react"
import { SubscribeLink } from "~/layout/subscribe/SubscribeLink"
import { paths } from "~/paths"
import { shop } from "~/state/shop"
import { calendarFilters, type Filters } from "./filters"

/** Offers the calendar of a search, or of the filters. */
export default function SubscribeToEvents({ keyword, filters }: { keyword: string; filters: Filters }): ReactNode {
  return (
    <SubscribeLink path={paths.calendar(calendarFilters(keyword, filters))} name={shop().name}>
      Subscribe to these events
    </SubscribeLink>
  )
}
