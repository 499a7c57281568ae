import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { eventsQuery } from "~/api/queries/staff/products"
import { EventActions } from "./EventActions"
import { cleared, eventListParams, isNarrowed, statuses, times } from "./filters"
import { NewEventButton } from "./NewEventButton"
import { OnYourSite } from "./OnYourSite"
import { columns, EventCardRow, soonestFirst, sortable } from "./rows"
import { SavedNotice } from "./SavedNotice"
import { AdminRows } from "~/features/admin/table/Rows"
import { ListFilter, ListSearch } from "~/features/admin/table/Filter"
import { useListState, usePageNumber, type ListState } from "~/features/admin/table/listState"
import { useAnnouncedTotal } from "~/features/admin/table/useAnnouncedTotal"
import { useFocusAfterRemoval } from "~/features/admin/table/useFocusAfterRemoval"
import { NotFound } from "~/layout/NotFound"
import { Page } from "~/layout/Page"
import { Button } from "~/ui/layout/Button"
import { EmptyState } from "~/ui/feedback/States"

/** Every event, drafts and archived ones too: /admin/products and /admin/products/:n. */
export default function EventsListPage() {
  const pageNumber = usePageNumber()
  return pageNumber === null ? <NotFound /> : <EventsList pageNumber={pageNumber} />
}

function EventsList({ pageNumber }: { pageNumber: number }) {
  const state = useListState("products", pageNumber, sortable, soonestFirst)
  const [now] = useState(() => new Date().toISOString())
  const events = useQuery(eventsQuery(eventListParams(state, now)))
  const narrowed = isNarrowed(state)
  const nothing = !narrowed && events.data?.total === 0
  const { top, onRowRemoved } = useFocusAfterRemoval(events.data)
  useAnnouncedTotal(events.isPlaceholderData ? undefined : events.data?.total, "event", narrowed)
  return (
    <Page title="Events" beside={!nothing && <NewEventButton />}>
      <SavedNotice rows={events.data?.products} />
      <div ref={top} tabIndex={-1} className="mb-5 flex flex-wrap items-end gap-3">
        {!nothing && (
          <>
            <ListSearch label="Search events" state={state} />
            <ListFilter label="Status" state={state} name="status" any="Any status" options={statuses} short />
            <ListFilter label="Dates" state={state} name="when" any="Any time" options={times} short />
          </>
        )}
      </div>
      <AdminRows
        query={events}
        what="the events"
        rowsOf={(list) => list.products}
        caption="Events"
        columns={columns}
        rowKey={(event) => event._id}
        card={(event) => <EventCardRow event={event} />}
        actions={(event) => <EventActions event={event} onDeleted={onRowRemoved} />}
        state={state}
        empty={<NoEvents state={state} narrowed={narrowed} />}
      />
      {!nothing && !events.isPending && <OnYourSite />}
    </Page>
  )
}

function NoEvents({ state, narrowed }: { state: ListState; narrowed: boolean }) {
  if (!narrowed) return <EmptyState action={<NewEventButton />}>No events yet.</EmptyState>
  const clear = (
    <Button look="secondary" onClick={() => state.narrow(cleared, "list-keyword")}>
      Clear filters
    </Button>
  )
  return <EmptyState action={clear}>No events match.</EmptyState>
}
