import { useQuery } from "@tanstack/react-query"
import { attentionQuery } from "~/api/queries/staff/orders"
import { nextDatesQuery, type NextDate } from "~/api/queries/staff/products"
import { thankYousQuery } from "~/api/queries/staff/messages"
import { DateRow } from "./DateRow"
import { MoneyToLookAt } from "./MoneyToLookAt"
import { ThankYouEmails } from "./ThankYouEmails"
import { Page } from "~/layout/Page"
import { serverNow } from "~/lib/time/serverClock"
import { formatDay } from "~/lib/time/dates"
import { paths } from "~/paths"
import { shop } from "~/state/shop"
import { EmptyState, Loaded, Skeleton } from "~/ui/feedback/States"
import { useOnce } from "~/ui/hooks/useOnce"
import { LinkButton } from "~/ui/layout/Button"

/** The staff's home, /admin: the next dates with what staff do about them, thank-you emails, and money to look at. */
export default function TonightPage() {
  const dates = useQuery(nextDatesQuery())
  const money = useQuery(attentionQuery())
  const thanks = useQuery(thankYousQuery())
  const isReady = useOnce(!money.isPending && !thanks.isPending) // otherwise they would move the dates
  return (
    <Page title="Tonight and next">
      <Loaded
        query={isReady ? dates : { ...dates, data: undefined, isPending: true }}
        what="the next dates"
        loading={<Skeleton className="h-96 rounded-card" />}
      >
        {(found) => (
          <div className="grid gap-6">
            <MoneyToLookAt />
            {found.length === 0 ? <NoDates /> : <Dates dates={found} />}
          </div>
        )}
      </Loaded>
    </Page>
  )
}

function NoDates() {
  const events = (
    <LinkButton look="secondary" to={paths.adminList("products")}>
      Edit Events
    </LinkButton>
  )
  return (
    <>
      <ThankYouEmails />
      <EmptyState action={events}>No dates ahead.</EmptyState>
    </>
  )
}

function Dates({ dates }: { dates: readonly NextDate[] }) {
  const { timeZone } = shop()
  const now = serverNow()
  const today = formatDay(new Date(now).toISOString(), timeZone)
  const isToday = ({ startTime }: NextDate) => Date.parse(startTime) <= now || formatDay(startTime, timeZone) === today
  return (
    <>
      <DateList id="today" title="Today" dates={dates.filter(isToday)} />
      <ThankYouEmails />
      <DateList id="next" title="Next" dates={dates.filter((date) => !isToday(date))} />
    </>
  )
}

function DateList({ id, title, dates }: { id: string; title: string; dates: readonly NextDate[] }) {
  if (dates.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-3">
        {title}
      </h2>
      <ul className="grid gap-3">
        {dates.map((date) => (
          <DateRow key={date.product + date.startTime} date={date} />
        ))}
      </ul>
    </section>
  )
}
