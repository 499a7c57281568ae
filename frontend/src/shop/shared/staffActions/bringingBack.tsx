import { useMutation } from "@tanstack/react-query"
import { quietly } from "~/common/api/requests"
import { formatDay } from "~/common/lib/time/dates"
import type { Confirmation } from "~/common/ui/overlays/Dialog"
import { bringBackDateMutation } from "~/shop/queries/staff/products"
import { useConcerned } from "./concerned"

/** The question before a canceled date is brought back, also while people choose. */
export function useBringingBack(event: { _id: string; name: string }, startTime: string): Confirmation {
  const bringBack = useMutation(quietly(bringBackDateMutation))
  const concerned = useConcerned(event._id, startTime)
  const day = formatDay(startTime)
  return {
    title: `Bring ${day} back?`,
    body: (
      <>
        <p>Visitors can book it again. Everybody who still has seats on it is told; who can choose still can.</p>
        {concerned.numbers}
      </>
    ),
    action: "Bring back",
    busyText: "One moment…",
    onConfirm: () => concerned.confirm((digest) => bringBack.mutateAsync({ id: event._id, startTime, digest })),
    done: `${event.name} on ${day} is back on the calendar.`,
  }
}
