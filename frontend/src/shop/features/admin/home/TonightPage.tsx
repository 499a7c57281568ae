import { useQuery } from "@tanstack/react-query"
import clsx from "clsx"
import { CalendarX, DoorOpen, Mail, Pencil, Swords, TriangleAlert, Users } from "lucide-react"
import type { ReactNode } from "react"
import { Link } from "~/common/ui/layout/Link"
import { thankYousQuery } from "~/shop/queries/staff/messages"
import type { ListedRecapDraft, NextDate, AttentionItem } from "~/common/api/types"
import { attentionQuery } from "~/shop/queries/staff/orders"
import { nextDatesQuery } from "~/shop/queries/staff/products"
import { NewEventButton } from "~/shop/features/admin/events/list/NewEventButton"
import { leftText } from "~/shop/features/admin/dates/leftText"
import { tablesOfDate } from "~/shop/layout/header/staffPages"
import { kindLabels } from "~/shop/features/admin/orders/OrderMarks"
import { lineLink, RowAction, rowLink } from "~/shop/features/admin/table/cells"
import { Page } from "~/shop/layout/Page"
import { formatDateOption, formatDay } from "~/common/lib/time/dates"
import { serverNow } from "~/common/lib/time/serverClock"
import { paths } from "~/shop/paths"
import { Badge } from "~/common/ui/feedback/Badge"
import { EmptyState, ErrorPanel, Loaded, Skeleton } from "~/common/ui/feedback/States"
import { useOnce } from "~/shop/features/admin/table/listState"
import { LinkButton } from "~/common/ui/layout/Button"
import { MenuAction, MoreMenu } from "~/common/ui/overlays/MoreMenu"
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
  const emailRows = emails.map((email) => <EmailRow key={email.product + email.startTime} email={email} />)
  return (
    <>
      <Listed
        id="today"
        title="Today"
        rows={dates.filter(isToday).map((date) => (
          <TodayCard key={keyOf(date)} date={date} />
        ))}
      />
      <Listed id="thanks" title="Thank-you emails" rows={emailRows} />
      <Listed
        id="next"
        title="Next"
        isPanel
        rows={dates
          .filter((date) => !isToday(date))
          .map((date) => (
            <DateRow key={keyOf(date)} date={date} />
          ))}
      />
    </>
  )
}

interface ListedProps {
  id: string
  title: string
  /** Rows below each other in one panel, not cards. */
  isPanel?: boolean
  rows: readonly ReactNode[]
}

const keyOf = ({ product, startTime }: NextDate) => product + startTime

function Listed({ id, title, isPanel = false, rows }: ListedProps) {
  if (rows.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-3">
        {title}
      </h2>
      <ul className={isPanel ? "panel" : "grid gap-3"}>{rows}</ul>
    </section>
  )
}

/** A date of today: who is in, what is left, and what staff do this evening. */
function TodayCard({ date }: { date: NextDate }) {
  const { product, name, place, startTime, endTime, guests } = date
  const of = nameOf(date)
  return (
    <li className="grid gap-4 rounded-card border-2 border-felt-2 bg-paper p-4 shadow-1 lg:p-6">
      <div className="flex items-start gap-2">
        <div className="grid min-w-0 grow gap-1">
          <h3 className="flex flex-wrap items-center gap-x-3 font-text text-xl font-bold">
            {name}
            <Marks date={date} />
          </h3>
          <When start={startTime} end={endTime} className="font-semibold" />
          {place && <p className="wrap-anywhere">{place}</p>}
        </div>
        <More date={date} />
      </div>
      <p className="count text-lg">
        <strong>{`${date.in} of ${guests} in`}</strong> · {leftText(date)}
      </p>
      {/* Without their icons, they fit in a row on a phone. */}
      <div className="flex flex-wrap gap-3 max-sm:[&_svg]:hidden">
        <LinkButton to={paths.adminGuests(product, startTime)} aria-label={`Guest list ${of}`}>
          <Users aria-hidden size={18} />
          Guest list
        </LinkButton>
        <LinkButton look="secondary" to={doorOf(date)} aria-label={`Door ${of}`}>
          <DoorOpen aria-hidden size={18} />
          Door
        </LinkButton>
        <LinkButton look="secondary" to={tablesOfDate(product, startTime)} aria-label={`Tables ${of}`}>
          <Swords aria-hidden size={18} />
          Tables
        </LinkButton>
      </div>
    </li>
  )
}

/** A later date, in a line on a large screen. Its name leads to its guests. */
function DateRow({ date }: { date: NextDate }) {
  const { product, name, place, startTime, endTime, totalReservations, maximumEventCapacity } = date
  return (
    <li className="flex items-center gap-x-2 border-b border-hair py-1 pr-1 pl-4 last:border-b-0">
      <div className="grid min-w-0 grow gap-x-4 py-1 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)_minmax(0,4fr)_minmax(0,5fr)] lg:items-center">
        <Link
          to={paths.adminGuests(product, startTime)}
          aria-label={`Guest list ${nameOf(date)}`}
          className={clsx(lineLink, "font-semibold wrap-anywhere")}
        >
          {name}
        </Link>
        <When start={startTime} end={endTime} />
        <span className="text-sm text-ink-2 wrap-anywhere">{place}</span>
        <span className="count flex flex-wrap items-center gap-x-3">
          {totalReservations}/{maximumEventCapacity} seats taken
          <Marks date={date} />
        </span>
      </div>
      <More date={date}>
        <MenuAction icon={DoorOpen} label="Door" of={nameOf(date)} to={doorOf(date)} />
        <MenuAction icon={Swords} label="Tables" of={nameOf(date)} to={tablesOfDate(product, startTime)} />
      </More>
    </li>
  )
}

/** What is seldom done about a date. */
function More({ date, children }: { date: NextDate; children?: ReactNode }) {
  const { product, startTime } = date
  const of = nameOf(date)
  return (
    <MoreMenu of={of}>
      {children}
      <MenuAction icon={Mail} label="Message" of={of} to={paths.adminMessage(product, startTime)} />
      <MenuAction icon={Pencil} label="Edit" of={of} to={paths.adminEvent(product, "?tab=dates")} />
      {!isOn(date) && (
        <MenuAction
          icon={CalendarX}
          label="Move or cancel"
          of={of}
          removes
          to={paths.adminDateChange(product, { date: startTime })}
        />
      )}
    </MoreMenu>
  )
}

const Marks = ({ date }: { date: NextDate }) => (
  <>
    {isOn(date) && <Badge look="info">On now</Badge>}
    {date.isHidden && <Badge look="info">Hidden</Badge>}
    {date.waiting > 0 && <Badge look="warning">{date.waiting} waiting</Badge>}
  </>
)

const isOn = ({ startTime }: NextDate) => Date.parse(startTime) <= serverNow()

/** For accessible names: "Friday Draft, Fri, Dec 4" */
const nameOf = ({ name, startTime }: NextDate) => `${name}, ${formatDay(startTime)}`

const doorOf = ({ product, startTime }: NextDate) => paths.adminGuests(product, startTime, "/door")

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
