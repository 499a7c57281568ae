import { useMutation } from "@tanstack/react-query"
import clsx from "clsx"
import { type ReactNode, useRef } from "react"
import { giveBackMutation } from "~/shop/queries/seats"
import type { Pass, Seat } from "~/common/api/types"
import { Page } from "~/shop/layout/Page"
import { daysUntil } from "~/shop/shared/orders/orderDates"
import { paths } from "~/shop/paths"
import { Asked } from "~/shop/shared/passes/Asked"
import { captionOf, EventAndTime, NEXT_CODE, PassCode, useOpenCode } from "~/shop/shared/passes/PassCode"
import { PassScreen } from "~/shop/shared/passes/PassScreen"
import { TicketLinks } from "~/shop/shared/passes/TicketLinks"
import { PastFacts, wasOn } from "~/shop/shared/pastDates/PastFacts"
import { CurrentTable } from "~/shop/shared/tables/CurrentTable"
import { CopyField } from "~/common/ui/forms/CopyField"
import { Dangerous } from "~/common/ui/layout/Dangerous"
import { PlaceText } from "~/common/ui/layout/PlaceText"
import { ConfirmButton } from "~/common/ui/overlays/DialogButton"
import { useServerNow } from "~/common/ui/time/useNow"
import { When } from "~/common/ui/time/When"
import { areTexts, readStored, writeStored } from "~/shop/state/storage"

interface SeatTicketProps {
  seat: Seat
  /** The guest's first name. */
  guest: string
  token: string
  onGivenBack: () => void
}

/** The ticket of a guest: the code comes first. From the day before, the event is the heading. */
export function SeatTicket({ seat, guest, token, onGivenBack }: SeatTicketProps) {
  const now = useServerNow()
  const isPast = Date.parse(seat.endTime) <= now
  const isOver = seat.status === "over" || isPast
  const isAtHand = !isOver && daysUntil(seat.startTime, now) <= 1
  const { isCanceled } = seat
  const usual = isCanceled ? "This date is canceled" : isOver ? "This date is over" : `${guest}, this is your seat`
  const code = !isOver && seat.pass && <SeatCode {...{ seat, guest }} pass={seat.pass} />
  const tables = seat.pass && !isCanceled && (
    <CurrentTable startTime={seat.startTime} endTime={seat.endTime} codes={[seat.pass.code]} />
  )
  return (
    <Page title={`Your seat for ${seat.name}`} heading={isAtHand ? <EventAndTime {...eventOf(seat)} /> : usual} narrow>
      <div className="grid gap-5">
        {isOver && tables}
        <SeatFacts
          seat={seat}
          valid={!isOver}
          isHeading={isAtHand}
          code={
            code && (
              <>
                {code}
                {seat.pass && <Asked startTime={seat.startTime} passes={[seat.pass]} />}
                {tables}
              </>
            )
          }
        >
          <dl className="grid grid-cols-[auto_1fr] gap-x-3 [overflow-wrap:anywhere]">
            <dt className="text-ink-2">Guest</dt>
            <dd className="font-semibold">{guest}</dd>
            <dt className="text-ink-2">Seats</dt>
            <dd className="font-semibold">1, from {seat.from}</dd>
          </dl>
          {!isOver && <TicketLinks event={calendarEntry(seat, token)} />}
        </SeatFacts>
        {!isOver && (
          <div className="no-print grid gap-5">
            <p>Show this page at the door. Its link is your ticket, so keep it.</p>
            <CopyField label="Your ticket's link" text={window.location.origin + paths.seat(token)} />
            {Date.parse(seat.startTime) > now && <GiveBack from={seat.from} token={token} onGivenBack={onGivenBack} />}
          </div>
        )}
      </div>
    </Page>
  )
}

const calendarEntry = (seat: Seat, token: string) => ({
  name: seat.name,
  startTime: seat.startTime,
  location: seat.eventLocation,
  url: window.location.origin + paths.seat(token),
  uid: `${token.split(".")[0]}@${window.location.hostname}`, // that of the invitation in the guest's emails
  sequence: seat.calendarSequence,
})

const eventOf = ({ name, startTime, endTime }: Seat) => ({ event: name, start: startTime, end: endTime })

function SeatCode({ seat, pass, guest }: { seat: Seat; pass: Pass; guest: string }) {
  const place = useRef<HTMLDivElement>(null)
  const { code, close } = useOpenCode()
  return (
    <div ref={place} tabIndex={-1} className="outline-none!">
      <PassCode pass={pass} size="large" caption={captionOf(pass, 1, 1, guest)} opens={NEXT_CODE} />
      {code === NEXT_CODE && (
        <PassScreen
          {...eventOf(seat)}
          place={seat.eventLocation}
          passes={[pass]}
          holder={guest}
          at={0}
          onTurn={() => {}}
          onClose={close}
          focusAfter={place}
        />
      )}
    </div>
  )
}

function GiveBack({ from, token, onGivenBack }: { from: string; token: string; onGivenBack: () => void }) {
  const giveBack = useMutation(giveBackMutation)
  const confirm = async () => {
    await giveBack.mutateAsync(token)
    seatTickets.remove(token)
    onGivenBack()
  }
  return (
    <Dangerous sentence="Can't make it? Then somebody else can have your seat.">
      <ConfirmButton
        look="removes"
        title="Give the seat back?"
        body={`Your ticket stops working, and ${from} has the seat again.`}
        action="Give it back"
        busyText="Giving it back…"
        danger
        onConfirm={confirm}
      >
        Give the seat back
      </ConfirmButton>
    </Dangerous>
  )
}

interface SeatFactsProps {
  seat: Seat
  /** Whether it is a ticket, which has the foil edge. */
  valid?: boolean
  /** Stands first. */
  code?: ReactNode
  /** Whether the page's heading has the event and its time. */
  isHeading?: boolean
  children?: ReactNode
}

/** What, when and where. Once the date is over, no place, but what became of it. */
export function SeatFacts({ seat, valid = false, code, isHeading, children }: SeatFactsProps) {
  const { name, startTime, endTime, eventLocation, isCanceled, minAge } = seat
  const isPast = Date.parse(endTime) <= useServerNow() && !isCanceled
  const inHeading = isHeading && "hidden print:block"
  return (
    <div className={clsx("keep-together", valid && "foil")}>
      <article className={clsx("grid gap-2 rounded-card bg-paper p-4", valid ? "shadow-1" : "border border-hair")}>
        {code}
        <h2 className={clsx("[overflow-wrap:anywhere]", inHeading)}>{isPast ? wasOn(name, startTime) : name}</h2>
        {!isPast && (
          <>
            <When start={startTime} end={endTime} className={clsx("font-semibold", inHeading)} />
            {eventLocation !== "Default" && (
              <p>
                <PlaceText place={eventLocation} />
              </p>
            )}
            {minAge && <p className="font-semibold">{minAge}+: bring ID</p>}
          </>
        )}
        {children}
        {isPast && seat.product && <PastFacts product={seat.product} startTime={startTime} />}
      </article>
    </div>
  )
}

/**
 * The tickets of guests who claimed a seat in this browser, so that the link that was shared with them leads to their
 * ticket afterward. Both links contain the same ID.
 */

const KEY = "seatTickets"
const MAX_TICKETS = 20

const idOf = (token: string) => token.split(".")[0]
const read = () => readStored(KEY, areTexts) ?? []

export const seatTickets = {
  /** Returns the token of the ticket that was claimed with a link here, or undefined. */
  find: (token: string): string | undefined => read().find((other) => idOf(other) === idOf(token)),
  add: (token: string) => writeStored(KEY, [...read().slice(1 - MAX_TICKETS), token]),
  /** Removes a ticket that was given back. */
  remove: (token: string) => {
    const others = read().filter((other) => idOf(other) !== idOf(token))
    writeStored(KEY, others)
  },
}
