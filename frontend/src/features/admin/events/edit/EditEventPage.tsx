import { useQuery } from "@tanstack/react-query"
import { useParams } from "react-router-dom"
import { ApiError } from "~/api/client"
import { productQuery } from "~/api/queries/products"
import { EditEvent } from "./EditEvent"
import { EventTools } from "./EventTools"
import { NotFound } from "~/layout/NotFound"
import { Page } from "~/layout/Page"
import { Loaded, Skeleton } from "~/ui/feedback/States"
import { useLargeScreen } from "~/ui/hooks/useLargeScreen"

/** /admin/product/:id/edit */
export default function EditEventPage() {
  const { id = "" } = useParams()
  const event = useQuery(productQuery(id))
  const isLarge = useLargeScreen()
  if (event.error instanceof ApiError && event.error.status === 404)
    return <NotFound>We can't find that event.</NotFound>
  return (
    <Page title="Edit Product" beside={isLarge && event.data && <EventTools event={event.data} />}>
      <Loaded query={event} what="the event" loading={<FormSkeleton />}>
        {(loaded) => <EditEvent key={loaded._id} event={loaded} />}
      </Loaded>
    </Page>
  )
}

function FormSkeleton() {
  return (
    <div className="grid gap-5 lg:max-w-[42rem]">
      <Skeleton className="h-12" />
      <Skeleton className="h-12" />
      <Skeleton className="h-40" />
      <Skeleton className="h-12" />
    </div>
  )
}
