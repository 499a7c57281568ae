import { useQuery } from "@tanstack/react-query"
import { Plus } from "lucide-react"
import { useState } from "react"
import { type EventListParams, eventsQuery } from "~/api/queries/staff/products"
import { useMakeEvent } from "~/features/admin/events/actions/useMakeEvent"
import { ListFilter, ListSearch } from "~/features/admin/table/Filter"
import {
  listParams,
  type ListState,
  useAnnouncedTotal,
  useFocusAfterRemoval,
  useListState,
  usePageNumber,
} from "~/features/admin/table/listState"
import { AdminRows, NoMatch } from "~/features/admin/table/Rows"
import { NotFound } from "~/layout/PageError"
import { Page } from "~/layout/Page"
import { EmptyState } from "~/ui/feedback/States"
import { Button } from "~/ui/layout/Button"
import { LazyConfirm } from "~/ui/overlays/lazyDialog"
import { EventActions } from "./EventActions"
import { OnYourSite } from "./OnYourSite"
import { columns, EventCardRow, soonestFirst, sortable } from "./rows"
import { SavedNotice } from "./SavedNotice"

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
  return <NoMatch what="events" state={state} filters={cleared} />
}

/** Asks, creates a draft with the server's default values, and opens its edit page. */
function NewEventButton() {
  const [asking, setAsking] = useState(false)
  const make = useMakeEvent()
  return (
    <>
      <Button onClick={() => setAsking(true)}>
        <Plus aria-hidden size={18} />
        New Event
      </Button>
      <LazyConfirm
        open={asking}
        onOpenChange={setAsking}
        title="Creating new product. Are you sure?"
        body="It begins as a draft: visitors can't see it until you press Update."
        action="Create"
        busyText="Creating…"
        onConfirm={() => make({})}
      />
    </>
  )
}

const statuses = [
  { value: "published", label: "Published" },
  { value: "draft", label: "Draft" },
  { value: "archived", label: "Hidden" },
] as const

/** An event matches if any of its dates does. A series may have both past and upcoming dates. */
const times = [
  { value: "upcoming", label: "Has upcoming dates" },
  { value: "past", label: "Has past dates" },
] as const

const names = ["keyword", "status", "when"] as const

const cleared: Record<(typeof names)[number], string> = { keyword: "", status: "", when: "" }

const isNarrowed = (state: ListState) => names.some((name) => state.filter(name) !== "")

/** `now` must stay the same while the list is open, so that the query key does, too. */
function eventListParams(state: ListState, now: string): EventListParams {
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
