import { useQuery } from "@tanstack/react-query"
import { useParams } from "react-router-dom"
import { ApiError } from "~/api/client"
import { productQuery } from "~/api/queries/products"
import { EventView } from "./EventView"
import { NotFound } from "~/layout/NotFound"
import { Page } from "~/layout/Page"
import { ErrorPanel, Loading, Skeleton } from "~/ui/feedback/States"

/** /product/:id?rsvpDate= */
export default function EventPage() {
  const { id = "" } = useParams()
  const product = useQuery(productQuery(id))
  if (product.data) return <EventView key={id} product={product.data} />
  if (product.isPending) return <EventSkeleton />
  if (product.error instanceof ApiError && product.error.status === 404) return <NotFound />
  return (
    <Page title="Error: Event" heading="Event">
      <ErrorPanel what="this event" onRetry={() => void product.refetch()} />
    </Page>
  )
}

function EventSkeleton() {
  return (
    <Page title="Event" quietHeading>
      <Loading text="Loading this event…" className="grid gap-6 lg:grid-cols-12 lg:gap-10">
        <div className="grid content-start gap-4 lg:col-span-7">
          <Skeleton className="aspect-video rounded-card" />
          <Skeleton className="h-14 w-4/5" />
          <Skeleton className="h-24" />
        </div>
        <Skeleton className="h-96 rounded-card lg:col-span-5" />
      </Loading>
    </Page>
  )
}
