import { useQuery } from "@tanstack/react-query"
import { Upload } from "lucide-react"
import { useEffect, useState } from "react"
import { useLocation } from "react-router-dom"
import { Link } from "~/common/ui/layout/Link"
import { type EventListParams, eventsQuery } from "~/shop/queries/staff/products"
import type { Product } from "~/common/api/types"
import type { JustSaved } from "~/shop/features/admin/events/edit/form/useEventForm"
import { lineLink } from "~/shop/features/admin/table/cells"
import { AdminRows, ListFilter, listPage, ListSearch } from "~/shop/features/admin/table/Rows"
import {
  listParams,
  type ListState,
  useFocusAfterRemoval,
  useFromList,
  useListState,
} from "~/shop/features/admin/table/listState"
import { Page } from "~/shop/layout/Page"
import { paths } from "~/shop/paths"
import { shop } from "~/shop/state/shop"
import { announce } from "~/common/ui/feedback/announce"
import { Notice } from "~/common/ui/feedback/Notice"
import { EmptyState } from "~/common/ui/feedback/States"
import { CopyField } from "~/common/ui/forms/CopyField"
import { LinkButton } from "~/common/ui/layout/Button"
import { Fold } from "~/common/ui/layout/Fold"
import { latePart } from "~/common/ui/layout/latePart"
import { DialogButton } from "~/common/ui/overlays/DialogButton"
import { EventActions } from "./EventActions"
import { NewEventButton } from "./NewEventButton"
import { columns, soonestFirst } from "./rows"

/** Every event, drafts and hidden ones too: /admin/products and /admin/products/:n. */
export default listPage(EventsList)

function EventsList() {
  const state = useListState("products", columns, { sort: soonestFirst, filters: ["status", "when"] })
  const [now] = useState(() => new Date().toISOString())
  const events = useQuery(eventsQuery(eventListParams(state, now)))
  const nothing = !state.isNarrowed && events.data?.total === 0
  const { top, onRowRemoved } = useFocusAfterRemoval(events.data)
  return (
    <Page title="Events" beside={!nothing && <NewEvents />}>
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
        noun="event"
        rowsOf={(list) => list.products}
        columns={columns}
        rowKey={(event) => event._id}
        actions={(event) => <EventActions event={event} onDeleted={onRowRemoved} />}
        state={state}
        empty={<EmptyState action={<NewEvents />}>No events yet.</EmptyState>}
      />
      {!nothing && !events.isPending && <OnYourSite />}
    </Page>
  )
}

const ImportEvents = latePart(() => import("./ImportEvents"))

/** Events are imported once, when a club moves in, so that button is the second one. */
function NewEvents() {
  return (
    <div className="flex flex-wrap gap-2 sm:gap-3">
      <LinkButton look="secondary" to={paths.adminList("places")}>
        Places
      </LinkButton>
      <DialogButton look="secondary" title="Import events" wide content={(close) => <ImportEvents onClose={close} />}>
        <Upload aria-hidden size={18} />
        Import
      </DialogButton>
      <NewEventButton />
    </div>
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

/** `now` must stay the same while the list is open, so that the query key does, too. */
function eventListParams(state: ListState, now: string): EventListParams {
  const status = statuses.find(({ value }) => value === state.filter("status"))?.value
  const when = state.filter("when")
  return {
    ...listParams(state),
    ...(status && { status }),
    ...(when === "upcoming" && { from: now }),
    ...(when === "past" && { to: now }),
  }
}

/** The HTML that shows upcoming events on a club's own site. */
function OnYourSite() {
  const { origin } = window.location
  const frame = `<iframe src="${origin}/embed/events?theme=light" title="Upcoming events at ${escapeAttribute(shop().name)}" width="100%" height="600" style="border:0" loading="lazy"></iframe>`
  return (
    <Fold className="mt-8 panel px-4" title="Put this on your site">
      <div className="grid max-w-[60rem] gap-4">
        <p>
          This code shows your next events on any web page and stays up to date. Visitors book in the shop, which opens
          in a new tab.{" "}
          <a href="/embed/events" target="_blank" rel="noopener" className="page-link">
            See the list<span className="sr-only"> (opens in a new tab)</span>
          </a>
        </p>
        <CopyField
          label="Script (its height fits the list)"
          text={`<script async src="${origin}/embed.js"></script>`}
        />
        <CopyField label="Frame with a fixed height, for sites that don't allow scripts" text={frame} rows={4} />
        <p className="text-sm text-ink-2">
          To change the list, add attributes to the script, such as <Code>data-limit="10"</Code>,{" "}
          <Code>data-theme="dark"</Code>, <Code>data-category="Draft"</Code>, <Code>data-weekday="4"</Code> (Monday is
          0), or parameters to the frame's address, such as <Code>&amp;limit=10&amp;category=Draft</Code>.
        </p>
      </div>
    </Fold>
  )
}

function Code({ children }: { children: string }) {
  return <code className="rounded-sm bg-malt px-1 whitespace-nowrap text-ink">{children}</code>
}

/** Escapes a text for an attribute. */
function escapeAttribute(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/</g, "&lt;")
}

/**
 * The result of saving a draft: it is public, or why it is still a draft. Shown until the list is left, with a link
 * that searches for the event if it isn't among `rows`.
 */
function SavedNotice({ rows }: { rows: readonly Product[] | undefined }) {
  const state = useLocation().state as JustSaved | null
  const fromList = useFromList()
  const [saved] = useState(state?.saved) // sorting and filtering remove it from the router state
  const spoken = saved && `${saved.name}: ${saved.text}`
  useEffect(() => {
    if (spoken) announce(spoken)
  }, [spoken])
  if (!saved) return null
  const { _id, name, text, isDraft } = saved
  // The list is sorted by the next date, so the event may be on another page.
  const isElsewhere = rows && !rows.some((row) => row._id === _id)
  return (
    <Notice look={isDraft ? "warning" : "success"} className="mb-5">
      <p className="font-semibold">{name}</p>
      <p className="count">{text}</p>
      <p className="flex flex-wrap gap-x-6 font-semibold lg:mt-1">
        {isDraft ? (
          <Link to={paths.adminEvent(_id)} state={fromList} className={lineLink}>
            Edit it
          </Link>
        ) : (
          <Link to={paths.event(_id)} className={lineLink}>
            See it as visitors do
          </Link>
        )}
        {isElsewhere && (
          <Link
            to={`${paths.adminList("products")}?keyword=${encodeURIComponent(name)}`}
            state={{ saved } satisfies JustSaved}
            className={lineLink}
          >
            Show it in the list
          </Link>
        )}
      </p>
    </Notice>
  )
}
