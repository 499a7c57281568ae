import { useMutation } from "@tanstack/react-query"
import { CalendarCheck } from "lucide-react"
import type { ReactNode } from "react"
import { quietly } from "~/common/api/requests"
import { formatDay } from "~/common/lib/time/dates"
import { ConfirmButton } from "~/common/ui/overlays/DialogButton"
import { bringBackDateMutation } from "~/shop/queries/staff/products"
import { useConcerned } from "./concerned"

interface BringBackProps {
  event: { _id: string; name: string }
  startTime: string
  /** What asks, if it isn't the button. */
  opener?: (ask: () => void) => ReactNode
}

/** Brings a canceled date back, after a question, also while people choose. */
export default function BringBack({ event, startTime, ...opener }: BringBackProps) {
  const bringBack = useMutation(quietly(bringBackDateMutation))
  const concerned = useConcerned(event._id, startTime)
  const day = formatDay(startTime)
  return (
    <ConfirmButton
      {...opener}
      look="secondary"
      title={`Bring ${day} back?`}
      body={
        <>
          <p>Visitors can book it again. Everybody who still has seats on it is told; who can choose still can.</p>
          {concerned.numbers}
        </>
      }
      action="Bring back"
      busyText="One moment…"
      onConfirm={() => concerned.confirm((digest) => bringBack.mutateAsync({ id: event._id, startTime, digest }))}
      done={`${event.name} on ${day} is back on the calendar.`}
    >
      <CalendarCheck aria-hidden size={18} />
      Bring back
    </ConfirmButton>
  )
}
