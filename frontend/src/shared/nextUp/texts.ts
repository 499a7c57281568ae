import type { NextUp } from "~/api/types"
import { formatDay, formatTime } from "~/lib/time/dates"
import { daysUntil } from "~/lib/time/daysUntil"
import { formatDeadline } from "~/lib/time/until"
import { wallClock } from "~/lib/time/wallClock"
import { paths } from "~/paths"
import { yoursText } from "~/shared/waiting/texts"

const EVENING = "17:00"

export interface Line {
  text: string
  /** The time in the text, for visitors in another zone. */
  at?: string
  action: string
  to: string
}

/** Returns a line for each thing that the user may need at this time, the ticket first. */
export function nextUpLines({ ticket, offer, decision }: NextUp, now: number, timeZone: string): Line[] {
  const isAhead = (iso: string) => Date.parse(iso) > now
  return [
    ...(ticket && isAhead(ticket.endTime) ? [ticketLine(ticket, now, timeZone)] : []),
    ...(offer && isAhead(offer.until) ? [offerLine(offer, timeZone)] : []),
    ...(decision && isAhead(decision.until) ? [decisionLine(decision, timeZone)] : []),
  ]
}

type Of<Kind extends keyof NextUp> = NonNullable<NextUp[Kind]>

/** "Tonight 7:00 PM: Pick-up Draft." */
function ticketLine({ order, name, startTime }: Of<"ticket">, now: number, timeZone: string): Line {
  return {
    text: `${dayWord(startTime, now, timeZone)} ${formatTime(startTime, timeZone)}: ${name}.`,
    at: startTime,
    action: "Show ticket",
    to: paths.order(order, "1"),
  }
}

function dayWord(startTime: string, now: number, timeZone: string): string {
  const days = daysUntil(startTime, now, timeZone)
  if (days > 0) return "Tomorrow"
  if (days < 0) return `Since ${formatDay(startTime, timeZone)},`
  return wallClock(startTime, timeZone).slice(11) < EVENING ? "Today" : "Tonight"
}

/** "2 seats are yours until Wed, Nov 25 · 4:37 PM PST: Pick-up Draft." */
function offerLine({ product, name, startTime, seats, until }: Of<"offer">, timeZone: string): Line {
  return {
    text: `${yoursText(seats)} until ${formatDeadline(until, timeZone)}: ${name}.`,
    action: "Book",
    to: paths.event(product, startTime),
  }
}

/** "Tue, Dec 15 is canceled: choose by Mon, Dec 14 · 7:00 PM PST." */
function decisionLine({ order, kind, startTime, until }: Of<"decision">, timeZone: string): Line {
  const what = kind === "cancel" ? "is canceled" : "has a new time"
  return {
    text: `${formatDay(startTime, timeZone)} ${what}: choose by ${formatDeadline(until, timeZone)}.`,
    action: "Choose",
    to: paths.order(order),
  }
}
