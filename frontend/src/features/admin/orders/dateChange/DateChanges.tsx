import { useQuery } from "@tanstack/react-query"
import { ApiError } from "~/api/client"
import { productQuery } from "~/api/queries/products"
import { type DateChange, dateChangeQuery } from "~/api/queries/staff/dates"
import { DatePage } from "~/features/admin/orders/DatePage"
import { NotFound } from "~/layout/PageError"
import { Page } from "~/layout/Page"
import { counted } from "~/lib/text"
import { paths } from "~/paths"
import { shop } from "~/state/shop"
import { Notice } from "~/ui/feedback/Notice"
import { Loaded, Skeleton } from "~/ui/feedback/States"
import { Hint } from "~/ui/forms/Field"
import { LinkButton } from "~/ui/layout/Button"
import { SumRow } from "~/ui/layout/SumRow"
import { When } from "~/ui/time/When"
import { BookedByHand } from "./DateChangeCheck"
import { DateChangeForm } from "./DateChangeForm"
import { changeText, stateText } from "./dateChangeText"

/** Cancels or moves one date, or shows the progress of such a change. */
export default function DateChanges({ change }: { change: string | undefined }) {
  return change ? <DateChangeProgress id={change} /> : <NewDateChange />
}

function NewDateChange() {
  return (
    <DatePage title="Move or cancel">
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
    </DatePage>
  )
}

const SENDING_MS = 2_000
const WAITING_MS = 15_000

/** How far a change of a date has got, fetched again until it is done. Nothing here is needed to carry it on. */
function DateChangeProgress({ id }: { id: string }) {
  const query = useQuery({ ...dateChangeQuery(id), refetchInterval: ({ state }) => refetchMs(state.data) })
  if (!query.data && query.error instanceof ApiError && query.error.status === 404)
    return <NotFound>We can't find that change.</NotFound>
  return (
    <Page title="Move or cancel">
      <Loaded query={query} what="the progress" loading={<Skeleton className="h-72 rounded-card" />}>
        {(change) => <Progress change={change} isOutdated={query.isError} />}
      </Loaded>
    </Page>
  )
}

function refetchMs(change: DateChange | undefined): number | false {
  if (change?.status !== "running") return false
  return change.told < change.total ? SENDING_MS : WAITING_MS
}

function Progress({ change, isOutdated }: { change: DateChange; isOutdated: boolean }) {
  const { timeZone } = shop()
  const event = useQuery({ ...productQuery(change.product), meta: { quiet: true } }) // only for its name
  const { kept, moved, refunded, undecided, failed, told, total } = change
  return (
    <div className="grid max-w-[38rem] gap-5">
      <div className="grid gap-1">
        <p className="min-h-[1lh] font-semibold [overflow-wrap:anywhere]">{event.data?.name}</p>
        <p>{changeText(change, timeZone)}</p>
      </div>
      <div className="grid gap-3 rounded-card border border-hair bg-paper p-4 lg:p-5">
        <p role="status" className="font-semibold">
          {stateText(change, timeZone)}
        </p>
        {total > 0 && <progress aria-label="Emails sent" value={told} max={total} className="w-full accent-link" />}
        <dl className="count grid gap-2">
          <SumRow label="Told by email">
            {told} of {counted(total, "booking")}
          </SumRow>
          <SumRow label="Not answered yet">{undecided}</SumRow>
          {(change.kind === "move" || kept > 0) && <SumRow label="Kept">{kept}</SumRow>}
          <SumRow label="Moved to another date">{moved}</SumRow>
          <SumRow label="Refunded">{refunded}</SumRow>
          <SumRow label="Failed">{failed}</SumRow>
        </dl>
        {isOutdated && <Hint>We couldn't update these numbers. Trying again…</Hint>}
      </div>
      <BookedByHand bookings={change.byHand} />
      {failed > 0 && (
        <Notice look="error">
          <p>{counted(failed, "refund")} failed. Nothing was lost: see what to do in the list of orders.</p>
          <LinkButton look="quiet" className="-ml-1" to={paths.adminList("orders")}>
            Orders
          </LinkButton>
        </Notice>
      )}
      {change.status === "running" && <Hint>You can close this page. The work goes on.</Hint>}
      <LinkButton
        look="secondary"
        className="justify-self-start"
        to={paths.adminGuests(change.product, change.to ?? change.startTime)}
      >
        Guest list
      </LinkButton>
    </div>
  )
}
