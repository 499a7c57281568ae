import { useQuery } from "@tanstack/react-query"
import { CalendarX, DoorOpen, Mail, Swords, TriangleAlert, Users } from "lucide-react"
import type { ReactNode } from "react"
import { Link } from "~/common/ui/layout/Link"
import { thankYousQuery } from "~/shop/queries/staff/messages"
import type { ListedRecapDraft, NextDate, AttentionItem } from "~/common/api/types"
import { attentionQuery } from "~/shop/queries/staff/orders"
import { nextDatesQuery } from "~/shop/queries/staff/products"
import { NewEventButton } from "~/shop/features/admin/events/list/NewEventButton"
import { tablesOfDate } from "~/shop/layout/header/staffPages"
import { kindLabels } from "~/shop/features/admin/orders/OrderMarks"
import { RowAction, rowLink } from "~/shop/features/admin/table/cells"
import { Page } from "~/shop/layout/Page"
import { formatDateOption, formatDay } from "~/common/lib/time/dates"
import { serverNow } from "~/common/lib/time/serverClock"
import { paths } from "~/shop/paths"
import { Badge } from "~/common/ui/feedback/Badge"
import { EmptyState, ErrorPanel, Loaded, Skeleton } from "~/common/ui/feedback/States"
import { useOnce } from "~/shop/features/admin/table/listState"
import { LinkButton } from "~/common/ui/layout/Button"
import { When } from "~/common/ui/time/When"

/** The staff's home, /admin: the next dates with what staff do about them, thank-you emails, and money to look at. */
export default function TonightPage() {
  const dates = useQuery(nextDatesQuery())
  const money = useQuery(attentionQuery())
  const thanks = useQuery(thankYousQuery())
  const isReady = useOnce(!money.isPending && !thanks.isPending) // otherwise they would move the dates
  return (
    <Page title="Tonight and next" beside={<NewEventButton look="secondary" />}>
      <Loaded
        query={dates}
        isReady={isReady}
        what="the next dates"
        loading={<Skeleton className="h-96 rounded-card" />}
      >
        {(found) => (
          <div className="grid gap-6">
            <MoneyToLookAt />
            <Dates dates={found} />
            {found.length === 0 && <EmptyState action={editEvents}>No dates ahead.</EmptyState>}
          </div>
        )}
      </Loaded>
    </Page>
  )
}

const editEvents = (
  <LinkButton look="secondary" to={paths.adminList("products")}>
    Edit Events
  </LinkButton>
)

/** The dates, and before those of later days the thank-you emails. */
function Dates({ dates }: { dates: readonly NextDate[] }) {
  const now = serverNow()
  const today = formatDay(new Date(now).toISOString())
  const isToday = ({ startTime }: NextDate) => Date.parse(startTime) <= now || formatDay(startTime) === today
  const emails = useQuery(thankYousQuery()).data?.drafts ?? []
  const rowOf = (date: NextDate) => <DateRow key={date.product + date.startTime} date={date} />
  const emailRows = emails.map((email) => <EmailRow key={email.product + email.startTime} email={email} />)
  return (
    <>
      <Listed id="today" title="Today" rows={dates.filter(isToday).map(rowOf)} />
      <Listed id="thanks" title="Thank-you emails" rows={emailRows} />
      <Listed id="next" title="Next" rows={dates.filter((date) => !isToday(date)).map(rowOf)} />
    </>
  )
}

function Listed({ id, title, rows }: { id: string; title: string; rows: readonly ReactNode[] }) {
  if (rows.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-3">
        {title}
      </h2>
      <ul className="grid gap-3">{rows}</ul>
    </section>
  )
}

/** A date with its seats, its waiting list, and what staff do about it. */
function DateRow({ date }: { date: NextDate }) {
  const { product, name, startTime, endTime, totalReservations, maximumEventCapacity, isHidden, waiting } = date
  const hasStarted = Date.parse(startTime) <= serverNow()
  const of = `${name}, ${formatDay(startTime)}`
  return (
    <li className="grid gap-x-6 gap-y-1 panel p-4 lg:grid-cols-[minmax(0,1fr)_13rem_25rem] lg:items-center xl:grid-cols-[minmax(0,1fr)_13rem_31rem]">
      <div className="grid gap-1">
        <h3 className="font-text text-lg font-bold">
          <Link to={paths.adminEvent(product, "?tab=dates")} className={rowLink}>
            {name}
          </Link>
        </h3>
        <When start={startTime} end={endTime} className="font-semibold" />
      </div>
      <p className="count flex flex-wrap items-center gap-x-3 gap-y-1">
        {totalReservations}/{maximumEventCapacity} seats taken
        {hasStarted && <Badge look="info">On now</Badge>}
        {isHidden && <Badge look="info">Hidden</Badge>}
        {waiting > 0 && <Badge look="warning">{waiting} waiting</Badge>}
      </p>
      {/* Without their icons, they fit in a row on a phone. */}
      <div className="-mr-3 -mb-2 -ml-1 flex flex-wrap items-center sm:-mx-2 lg:mb-0 max-sm:[&_svg]:hidden">
        <RowAction icon={Users} label="Guests" of={of} to={paths.adminGuests(product, startTime)} />
        <RowAction icon={DoorOpen} label="Door" of={of} to={paths.adminGuests(product, startTime, "/door")} />
        <RowAction icon={Swords} label="Tables" of={of} to={tablesOfDate(product, startTime)} />
        <RowAction icon={Mail} label="Message" of={of} to={paths.adminMessage(product, startTime)} />
        {!hasStarted && (
          <RowAction
            icon={CalendarX}
            label="Move or cancel"
            of={of}
            to={paths.adminDateChange(product, { date: startTime })}
          />
        )}
      </div>
    </li>
  )
}

type Kind = AttentionItem["kind"]
const kinds = Object.keys(kindLabels) as Kind[]

/** How many payments and refunds staff have to look at, by kind, with links to them in the Order Log. */
function MoneyToLookAt() {
  const { data: items, isError, error, refetch } = useQuery(attentionQuery())
  if (!items && isError)
    return <ErrorPanel what="the money to look at" message={error.message} onRetry={() => void refetch()} />
  if (!items || items.length === 0) return null
  const count = (kind: Kind) => items.filter((item) => item.kind === kind).length
  return (
    <section aria-labelledby="money" className="rounded-card border-2 border-warn bg-warn-bg p-4 text-ink">
      <h2 id="money" className="mb-1 flex items-center gap-2">
        <TriangleAlert aria-hidden size={22} className="shrink-0 text-warn" />
        Money to look at
      </h2>
      <ul className="flex flex-wrap gap-x-8 gap-y-6 lg:gap-y-1">
        {kinds.filter(count).map((kind) => (
          <li key={kind} className="flex items-center gap-2">
            <Link to={logOf(kind)} className={rowLink}>
              {kindLabels[kind]}
            </Link>
            <Badge look="warning">{count(kind)}</Badge>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The Order Log lists all of them at its top. Those that have a status are also its only rows. */
function logOf(kind: Kind): string {
  if (kind === "gifts_pay_costs") return paths.adminList("ledger")
  return kind === "review" || kind === "refund_due" ? paths.ordersOf({ status: kind }) : paths.adminList("orders")
}

/** An email that thanks guests next, while staff can add a note or stop it. */
function EmailRow({ email: { product, name, startTime, goesOutAt, waitsFor } }: { email: ListedRecapDraft }) {
  const day = formatDay(startTime)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 panel p-4">
      <div className="grid min-w-0 gap-1">
        <h3 className="font-text text-lg font-bold">
          {name}, {day}
        </h3>
        <p>{waitsFor.length > 0 ? `Waits: ${waitsFor.join(" ")}` : `Goes out ${formatDateOption(goesOutAt)}.`}</p>
      </div>
      <div className="-mx-1.5 -mb-2 sm:-mx-2 lg:mb-0">
        <RowAction
          icon={Mail}
          label="Add a note or stop it"
          of={`${name}, ${day}`}
          to={paths.adminGuests(product, startTime)}
        />
      </div>
    </li>
  )
}
