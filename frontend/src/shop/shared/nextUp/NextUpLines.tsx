import { useQuery } from "@tanstack/react-query"
import { Link } from "~/common/ui/layout/Link"
import { nextUpQuery } from "~/shop/queries/orders"
import type { NextUp } from "~/common/api/types"
import { formatDay, formatDeadline, formatTime } from "~/common/lib/time/dates"
import { daysUntil } from "~/shop/shared/orders/orderDates"
import { capitalize } from "~/common/lib/text"
import { wallClock } from "~/common/lib/time/wallClock"
import { paths } from "~/shop/paths"
import { yoursText } from "~/shop/shared/waitingText"
import { useServerNow } from "~/common/ui/time/useNow"
import { YourTime } from "~/common/ui/time/When"

/** What the user may need right now, on top of home and profile: a ticket, an offer that ends, an open choice. */
export default function NextUpLines() {
  const { data } = useQuery(nextUpQuery())
  const now = useServerNow()
  const lines = data ? nextUpLines(data, now) : []
  if (lines.length === 0) return null
  return (
    <section aria-label="Next up" className="no-print bg-felt pb-3">
      <ul className="wrap">
        {lines.map(({ text, at, action, to }) => (
          <li
            key={to}
            className="bg-paper first:rounded-t-card last:rounded-b-card not-first:border-t not-first:border-hair"
          >
            <Link
              to={to}
              className="group flex min-h-tap items-center gap-x-4 px-4 py-2 max-[16rem]:flex-col max-[16rem]:items-start text-ink no-underline -outline-offset-3! focus-visible:shadow-none!"
            >
              <span className="text-balance [overflow-wrap:anywhere] max-lg:grow">
                <KeptDots>{text}</KeptDots>
                {at && <YourTime at={at} className="block text-sm text-ink-2" />}
              </span>{" "}
              <span className="shrink-0 font-semibold text-link underline group-hover:no-underline">{action}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A text no line of which begins with the dot of "Fri, Dec 4 · 6:00 PM PST". */
function KeptDots({ children }: { children: string }) {
  return children.split(/(\S+ ·)/).map((part, index) => (
    <span key={index} className={part.endsWith("·") ? "whitespace-nowrap" : undefined}>
      {part}
    </span>
  ))
}

const EVENING = "17:00"

interface Line {
  text: string
  /** The time in the text, for visitors in another zone. */
  at?: string
  action: string
  to: string
}

/** Returns a line for each thing that the user may need at this time, the ticket first. */
export function nextUpLines({ ticket, offer, decision }: NextUp, now: number): Line[] {
  const isAhead = (iso: string) => Date.parse(iso) > now
  return [
    ...(ticket && isAhead(ticket.endTime) ? [ticketLine(ticket, now)] : []),
    ...(offer && isAhead(offer.until) ? [offerLine(offer)] : []),
    ...(decision && isAhead(decision.until) ? [decisionLine(decision)] : []),
  ]
}

type Of<Kind extends keyof NextUp> = NonNullable<NextUp[Kind]>

/** "Tonight 7:00 PM: Pick-up Draft." */
function ticketLine({ order, name, startTime }: Of<"ticket">, now: number): Line {
  return {
    text: `${dayWord(startTime, now)} ${formatTime(startTime)}: ${name}.`,
    at: startTime,
    action: "Show ticket",
    to: paths.order(order, "1"),
  }
}

function dayWord(startTime: string, now: number): string {
  const days = daysUntil(startTime, now)
  if (days > 0) return "Tomorrow"
  if (days < 0) return `Since ${formatDay(startTime)},`
  return wallClock(startTime).slice(11) < EVENING ? "Today" : "Tonight"
}

/** "2 seats are yours until Wed, Nov 25, 4:37 PM PST: Pick-up Draft." */
function offerLine({ product, name, startTime, seats, until }: Of<"offer">): Line {
  return {
    text: `${yoursText(seats)} until ${formatDeadline(until)}: ${name}.`,
    action: "Book",
    to: paths.event(product, startTime),
  }
}

/** "Friday Draft, Tue, Dec 15, is canceled: another date or your money back, by Mon, Dec 14, 7 PM PST." */
function decisionLine({ order, name, kind, startTime, until, choice }: Of<"decision">): Line {
  const what = kind === "cancel" ? `is canceled: ${choice}` : `has a new time. Can't make it? ${capitalize(choice)}`
  return {
    text: `${name}, ${formatDay(startTime)}, ${what}, by ${formatDeadline(until).replace(":00 ", " ")}.`,
    action: "Choose",
    to: paths.order(order),
  }
}
