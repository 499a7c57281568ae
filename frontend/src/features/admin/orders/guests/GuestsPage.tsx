import { useQuery } from "@tanstack/react-query"
import { lazy, Suspense } from "react"
import { useParams } from "react-router-dom"
import { productQuery } from "~/api/queries/products"
import { doorOfDateQuery } from "~/api/queries/staff/door"
import type { Guest, GuestList } from "~/api/queries/staff/orders"
import { thankYouQuery } from "~/api/queries/staff/messages"
import { UnknownDate, useDateInAddress } from "~/features/admin/orders/DatePage"
import { ThankYouEmail } from "./ThankYouEmail"
import { GuestTable } from "./GuestTable"
import { GuestTools, isSkipped } from "./GuestTools"
import { WaitingList } from "./WaitingList"
import { NotFound } from "~/layout/PageError"
import { Page } from "~/layout/Page"
import { counted } from "~/lib/text"
import { serverNow } from "~/lib/time/serverClock"
import { shop } from "~/state/shop"
import { Badge } from "~/ui/feedback/Badge"
import { EmptyState, Loaded, Loading, Skeleton } from "~/ui/feedback/States"
import { useOnce } from "~/ui/hooks/useOnce"
import { When } from "~/ui/time/When"

const skeleton = <Skeleton className="h-60 rounded-card" />
const DateChanges = lazy(() => import("~/features/admin/orders/dateChange/DateChanges"))
const Door = lazy(() => import("~/features/admin/orders/door/Door"))

/**
 * The guest list of a date, /admin/product/:id/guests?date=…, and below it /door?date=…, /date-changes?date=… and
 * /date-changes/:id
 */
export default function GuestsPage() {
  const [part, change] = useParams()["*"]!.split("/")
  if (!part) return <GuestListPage />
  if (part === "door" && change === undefined)
    return (
      <Suspense fallback={<Page title="Door">{skeleton}</Page>}>
        <Door />
      </Suspense>
    )
  if (part !== "date-changes") return <NotFound />
  return (
    <Suspense fallback={<LoadingChanges />}>
      <DateChanges change={change} />
    </Suspense>
  )
}

/** Hides the footer, which the form would move. */
function LoadingChanges() {
  return (
    <Page title="Move or cancel">
      <Loading text="Loading the date…">{skeleton}</Loading>
    </Page>
  )
}

function GuestListPage() {
  const { id } = useParams()
  const { query, isUnknown } = useDateInAddress()
  const event = useQuery({ ...productQuery(id!), meta: { quiet: true } }) // only needed to choose another date
  const list = query.data
  const door = useQuery({ ...doorOfDateQuery(id!, list?.startTime ?? ""), enabled: list !== undefined })
  const thanks = useThankYou(list)
  // Otherwise the select of dates, or the thank-you email, would move the guests.
  const isReady = useOnce((list !== undefined || query.isError) && !event.isPending && !thanks.isLoading)
  const others = countOthers(door.data?.inside ?? {}, list?.guests ?? [])
  if (isUnknown) return <UnknownDate />
  return (
    <Page title="Guest list" heading={list ? `Guest list: ${list.name}` : "Guest list"}>
      <Loaded
        query={isReady ? query : { ...query, data: undefined, isPending: true }}
        what="the guest list"
        loading={skeleton}
      >
        {(found) => (
          // Blocks on paper: as an item of a grid, a long list begins on the second page in Firefox.
          <div aria-busy={query.isPlaceholderData || undefined} className="grid gap-5 print:block print:space-y-2">
            <div className="grid gap-1">
              <When start={found.startTime} end={found.endTime} timeZone={shop().timeZone} className="font-semibold" />
              {isSkipped(found, event.data) && (
                <p>
                  <Badge look="warning">Canceled</Badge>
                </p>
              )}
              <p role="status" className="count">
                {found.totalReservations} of {counted(found.maximumEventCapacity, "seat")} taken
              </p>
              {others > 0 && <p className="count">Inside, without seats on this list: {others}</p>}
              {found.keptForDoor > 0 && <p className="count">Kept for the door: {found.keptForDoor}</p>}
            </div>
            <GuestTools list={found} event={event.data} />
            {thanks.data && <ThankYouEmail email={thanks.data} />}
            {found.guests.length === 0 ? (
              <EmptyState>Nobody has booked this date yet.</EmptyState>
            ) : (
              <GuestTable guests={found.guests} inside={door.data?.night ? door.data.inside : null} />
            )}
            <WaitingList product={found.product} startTime={found.startTime} />
          </div>
        )}
      </Loaded>
    </Page>
  )
}

/** The thank-you email of a date that has begun. There is none before the date ends or its door is closed. */
function useThankYou(list: GuestList | undefined) {
  const hasBegun = list !== undefined && Date.parse(list.startTime) <= serverNow()
  return useQuery({ ...thankYouQuery(list?.product ?? "", list?.startTime ?? ""), enabled: hasBegun })
}

/** Returns how many people came in who are no longer on the list. */
function countOthers(inside: Record<string, number>, guests: readonly Guest[]): number {
  const listed = new Set(guests.map(({ _id }) => _id))
  return Object.entries(inside).reduce((sum, [id, count]) => (listed.has(id) ? sum : sum + count), 0)
}
