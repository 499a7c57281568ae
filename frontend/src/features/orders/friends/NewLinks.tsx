import { useMutation } from "@tanstack/react-query"
import { useRef, useState } from "react"
import { ApiError, messageOf } from "~/api/client"
import { newIdempotencyKey } from "~/api/idempotencyKey"
import { createLinksMutation } from "~/api/queries/seats"
import { counted } from "~/lib/counted"
import { announce } from "~/ui/feedback/announce"
import { Notice } from "~/ui/feedback/Notice"
import { SeatStepper } from "~/ui/forms/SeatStepper"
import { useOnline } from "~/ui/hooks/useOnline"
import { Button } from "~/ui/layout/Button"

/** The API creates at most this many links in one request. */
const MAX_LINKS = 16

/** Creates links for one or several of the seats that are left. */
export function NewLinks({ bookingId, seatsLeft }: { bookingId: string; seatsLeft: number }) {
  const most = Math.min(seatsLeft, MAX_LINKS)
  const [chosen, setChosen] = useState(1)
  const count = Math.min(chosen, most)
  const online = useOnline()
  const { send, busy, error } = useNewLinks(bookingId)
  const create = async () => {
    await send(count)
    setChosen(1)
    announce(count === 1 ? "The link is ready to send." : `${count} links are ready to send.`)
  }
  return (
    <div className="grid gap-3 border-t border-hair pt-4">
      {most > 1 && <SeatStepper label="Seats to give away" seats={count} most={most} onChange={setChosen} />}
      {error && (
        <Notice look="error" role="alert">
          {error}
        </Notice>
      )}
      <Button busy={busy} busyText="Creating…" disabled={!online} onClick={() => void create().catch(() => {})}>
        Create {count === 1 ? "a link" : counted(count, "link")}
      </Button>
    </div>
  )
}

/** Repeats a request whose answer was lost with the same key, so that it creates no second links. */
function useNewLinks(bookingId: string) {
  const { mutateAsync, isPending, error } = useMutation(createLinksMutation)
  const unanswered = useRef<{ count: number; idempotencyKey: string } | null>(null)
  const send = async (count: number) => {
    if (unanswered.current?.count !== count) unanswered.current = { count, idempotencyKey: newIdempotencyKey() }
    try {
      await mutateAsync({ bookingId, ...unanswered.current })
      unanswered.current = null
    } catch (failure) {
      if (failure instanceof ApiError && failure.status !== null && failure.status < 500) unanswered.current = null
      throw failure
    }
  }
  return { send, busy: isPending, error: error && messageOf(error) }
}
