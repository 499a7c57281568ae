import { useQuery } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { useParams, useSearchParams } from "react-router-dom"
import { isRefusal } from "~/common/api/client"
import { guestsQuery } from "~/shop/queries/staff/orders"
import type { GuestList } from "~/common/api/types"
import { Page } from "~/shop/layout/Page"
import NotFound from "~/shop/layout/NotFound"
import { Loaded, Skeleton } from "~/common/ui/feedback/States"

interface DatePageProps {
  /** What the page is for. The heading also has the event's name. */
  title: string
  children: (date: GuestList) => ReactNode
}

/** A page about the date in its address: /admin/product/:id/…?date=… */
export function DatePage({ title, children }: DatePageProps) {
  const { query, isUnknown } = useDateInAddress()
  if (isUnknown) return <UnknownDate />
  return (
    <Page title={title} heading={query.data ? `${title}: ${query.data.name}` : title}>
      <Loaded query={query} what="the date" loading={<Skeleton className="h-96 rounded-card" />}>
        {children}
      </Loaded>
    </Page>
  )
}

/** The guest list of the date in the address; without one, of the event's current or next date. */
export function useDateInAddress() {
  const { id } = useParams()
  const [params] = useSearchParams()
  const query = useQuery(guestsQuery(id!, params.get("date") ?? undefined))
  return { query, isUnknown: !query.data && (isRefusal(query.error, 404) || isRefusal(query.error, 400)) }
}

export const UnknownDate = () => <NotFound>We can't find that date.</NotFound>
