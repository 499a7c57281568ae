import { useMutation } from "@tanstack/react-query"
import { CalendarPlus, MapPin } from "lucide-react"
import { lazy, Suspense, useRef, useState } from "react"
import { giveBackMutation, type Pass, type Seat } from "~/api/queries/seats"
import { Page } from "~/layout/Page"
import { mapLink } from "~/lib/mapLink"
import { formatDay } from "~/lib/time/dates"
import { daysUntil } from "~/lib/time/daysUntil"
import { serverNow } from "~/lib/time/serverClock"
import { paths } from "~/paths"
import { EventAndTime } from "~/shared/passes/EventAndTime"
import { PassCode, type CodeSize } from "~/shared/passes/PassCode"
import { PassScreen } from "~/shared/passes/PassScreen"
import { NEXT_CODE, useOpenCode } from "~/shared/passes/useOpenCode"
import { seatTickets } from "~/state/seatTickets"
import { shop } from "~/state/shop"
import { CopyField } from "~/ui/forms/CopyField"
import { Button } from "~/ui/layout/Button"
import { LazyConfirm } from "~/ui/overlays/lazyDialog"
import { notify } from "~/ui/overlays/notify"
import { useNow } from "~/ui/time/useNow"
import { SeatFacts } from "./SeatFacts"

const TableOfTonight = lazy(async () => ({
  default: (await import("~/shared/tables/TableOfTonight")).TableOfTonight,
}))

interface SeatTicketProps {
  seat: Seat
  /** The guest's first name. */
  guest: string
  token: string
  onGivenBack: () => void
}

/** The ticket of a guest. From the day before, the event is the heading, and the code comes first. */
export function SeatTicket({ seat, guest, token, onGivenBack }: SeatTicketProps) {
  const now = useNow()
  const isOver = seat.status === "over"
  const isAtHand = !isOver && daysUntil(seat.startTime, now, shop().timeZone) <= 1
  const usual = isOver ? "This date is over" : `${guest}, this is your seat`
  const code = !isOver && seat.pass && <SeatCode seat={seat} pass={seat.pass} size={isAtHand ? "large" : "small"} />
  return (
    <Page title={`Your seat for ${seat.name}`} heading={isAtHand ? <EventAndTime {...eventOf(seat)} /> : usual} narrow>
      <div className="grid gap-5">
        {seat.pass && (
          <Suspense>
            <TableOfTonight startTime={seat.startTime} endTime={seat.endTime} codes={[seat.pass.code]} />
          </Suspense>
        )}
        <SeatFacts seat={seat} valid={!isOver} code={isAtHand && code}>
          <dl className="grid grid-cols-[auto_1fr] gap-x-3 [overflow-wrap:anywhere]">
            <dt className="text-ink-2">Guest</dt>
            <dd className="font-semibold">{guest}</dd>
            <dt className="text-ink-2">Seats</dt>
            <dd className="font-semibold">1, from {seat.from}</dd>
          </dl>
          {!isAtHand && code}
          {!isOver && <TicketLinks seat={seat} token={token} />}
        </SeatFacts>
        {!isOver && (
          <div className="no-print grid gap-5">
            <p>Show this page at the door. Its link is your ticket, so keep it.</p>
            <CopyField label="Your ticket's link" text={window.location.origin + paths.seat(token)} />
            {Date.parse(seat.startTime) > serverNow() && (
              <GiveBack from={seat.from} token={token} onGivenBack={onGivenBack} />
            )}
          </div>
        )}
      </div>
    </Page>
  )
}

const eventOf = ({ name, startTime, endTime }: Seat) => ({ event: name, start: startTime, end: endTime })

function SeatCode({ seat, pass, size }: { seat: Seat; pass: Pass; size: CodeSize }) {
  const place = useRef<HTMLDivElement>(null)
  const { code, close } = useOpenCode()
  return (
    <div ref={place} tabIndex={-1} className="outline-none!">
      <PassCode pass={pass} size={size} opens={NEXT_CODE} />
      {code === NEXT_CODE && (
        <PassScreen {...eventOf(seat)} passes={[pass]} at={0} onTurn={() => {}} onClose={close} focusAfter={place} />
      )}
    </div>
  )
}

function GiveBack({ from, token, onGivenBack }: { from: string; token: string; onGivenBack: () => void }) {
  const [open, setOpen] = useState(false)
  const giveBack = useMutation(giveBackMutation)
  const confirm = async () => {
    await giveBack.mutateAsync(token)
    seatTickets.remove(token)
    onGivenBack()
  }
  return (
    <div className="grid gap-2 border-t border-hair pt-5">
      <p>Can't make it? Then somebody else can have your seat.</p>
      <Button look="removes" onClick={() => setOpen(true)}>
        Give the seat back
      </Button>
      <LazyConfirm
        open={open}
        onOpenChange={setOpen}
        title="Give the seat back?"
        body={`Your ticket stops working, and ${from} has the seat again.`}
        action="Give it back"
        busyText="Giving it back…"
        danger
        onConfirm={confirm}
      />
    </div>
  )
}

function TicketLinks({ seat, token }: { seat: Seat; token: string }) {
  const [map] = useState(() => mapLink(seat.eventLocation)) // once, because a missing location is logged
  const event = {
    name: seat.name,
    startTime: seat.startTime,
    location: seat.eventLocation,
    url: window.location.origin + paths.seat(token),
    uid: `${token.split(".")[0]}@${window.location.hostname}`, // that of the invitation in the guest's emails
    sequence: seat.calendarSequence,
  }
  const download = async () => {
    try {
      const { downloadCalendarFile, downloadMessage } = await import("~/lib/time/calendarFile")
      notify.success(downloadMessage(await downloadCalendarFile(event), formatDay(seat.startTime, shop().timeZone)))
    } catch (error) {
      console.error("The calendar file could not be created.", error)
    }
  }
  return (
    <div className="no-print mt-1 flex flex-wrap gap-x-3 gap-y-2">
      <Button look="secondary" className="max-sm:grow" onClick={() => void download()}>
        <CalendarPlus aria-hidden size={20} />
        Add to calendar
      </Button>
      {map && (
        <a
          href={map}
          target="_blank"
          rel="noopener noreferrer"
          aria-label="Open map (opens in a new tab)"
          className="inline-flex min-h-tap items-center justify-center gap-2 rounded-md border border-line px-4 font-semibold text-ink hover:bg-malt max-sm:grow"
        >
          <MapPin aria-hidden size={20} />
          Open map
        </a>
      )}
    </div>
  )
}
