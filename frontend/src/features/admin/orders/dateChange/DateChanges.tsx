import { useQuery } from "@tanstack/react-query"
import { useParams, useSearchParams } from "react-router-dom"
import { ApiError } from "~/api/client"
import { guestsQuery } from "~/api/queries/staff/orders"
import { DateChangeForm } from "./DateChangeForm"
import { DateChangeProgress } from "./DateChangeProgress"
import { NotFound } from "~/layout/NotFound"
import { Page } from "~/layout/Page"
import { counted } from "~/lib/counted"
import { shop } from "~/state/shop"
import { Loaded, Skeleton } from "~/ui/feedback/States"
import { When } from "~/ui/time/When"

/** Cancels or moves one date, or shows the progress of such a change. */
export default function DateChanges({ change }: { change: string | undefined }) {
  const { id } = useParams()
  return change ? <DateChangeProgress id={change} /> : <NewDateChange productId={id!} />
}

function NewDateChange({ productId }: { productId: string }) {
  const [params] = useSearchParams()
  const query = useQuery(guestsQuery(productId, params.get("date") ?? undefined))
  const { status } = query.error instanceof ApiError ? query.error : { status: null }
  if (!query.data && (status === 404 || status === 400)) return <NotFound>We can't find that date.</NotFound>
  return (
    <Page title="Move or cancel" heading={query.data ? `Move or cancel: ${query.data.name}` : "Move or cancel"}>
      <Loaded query={query} what="the date" loading={<Skeleton className="h-96 rounded-card" />}>
        {(date) => (
          <div className="grid max-w-[38rem] gap-5">
            <div className="grid gap-1">
              <When start={date.startTime} end={date.endTime} timeZone={shop().timeZone} className="font-semibold" />
              <p className="count">
                {date.totalReservations} of {counted(date.maximumEventCapacity, "seat")} taken
              </p>
            </div>
            <DateChangeForm date={date} />
          </div>
        )}
      </Loaded>
    </Page>
  )
}
