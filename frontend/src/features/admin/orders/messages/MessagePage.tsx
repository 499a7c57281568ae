import { useQuery } from "@tanstack/react-query"
import { useParams, useSearchParams } from "react-router-dom"
import { ApiError } from "~/api/client"
import { guestsQuery } from "~/api/queries/staff/orders"
import { MessageForm } from "./MessageForm"
import { NotFound } from "~/layout/NotFound"
import { Page } from "~/layout/Page"
import { shop } from "~/state/shop"
import { Loaded, Skeleton } from "~/ui/feedback/States"
import { When } from "~/ui/time/When"

/** Emails everybody on a date: /admin/product/:id/message?date=… */
export default function MessagePage() {
  const { id } = useParams()
  const [params] = useSearchParams()
  const query = useQuery(guestsQuery(id!, params.get("date") ?? undefined))
  const { status } = query.error instanceof ApiError ? query.error : { status: null }
  if (!query.data && (status === 404 || status === 400)) return <NotFound>We can't find that date.</NotFound>
  return (
    <Page title="Message" heading={query.data ? `Message: ${query.data.name}` : "Message"}>
      <Loaded query={query} what="the date" loading={<Skeleton className="h-96 rounded-card" />}>
        {(date) => (
          <div className="grid max-w-[34rem] gap-5">
            <When start={date.startTime} end={date.endTime} timeZone={shop().timeZone} className="font-semibold" />
            <MessageForm key={date.startTime} date={date} />
          </div>
        )}
      </Loaded>
    </Page>
  )
}
