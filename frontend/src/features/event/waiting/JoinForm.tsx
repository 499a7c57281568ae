import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import { messageOf } from "~/api/client"
import { joinWaitingMutation } from "~/api/queries/waiting/changes"
import type { Occurrence, ProductDetail } from "~/api/types"
import { placeText } from "~/shared/waiting/texts"
import { announce } from "~/ui/feedback/announce"
import { ErrorText } from "~/ui/forms/ErrorText"
import { SeatStepper } from "~/ui/forms/SeatStepper"
import { Button } from "~/ui/layout/Button"

const MAX_SEATS = 10

interface JoinFormProps {
  product: ProductDetail
  date: Occurrence
  /** Whether the user's last offer for this date ended. */
  missed: boolean
}

/** Joins the waiting list for a number of seats, or for at least some of them. */
export function JoinForm({ product, date, missed }: JoinFormProps) {
  const [seats, setSeats] = useState(1)
  const [fewest, setFewest] = useState<number | null>(null) // until it is chosen, all seats are wanted together
  const atLeast = Math.min(fewest ?? seats, seats)
  const join = useMutation(joinWaitingMutation)
  const send = () =>
    join.mutate(
      { product: product._id, bookingDate: date.startTime, seats, seatsAtLeast: atLeast },
      { onSuccess: (entry) => announce(placeText(entry)) },
    )
  return (
    <section aria-labelledby="waiting-list" className="grid gap-3">
      <h3 id="waiting-list">Waiting list</h3>
      {missed && <p className="font-semibold">Your offer has ended. You can join again.</p>}
      <SeatStepper label="Seats" seats={seats} most={MAX_SEATS} onChange={setSeats} />
      {seats > 1 && <SeatStepper label="At least" seats={atLeast} most={seats} onChange={setFewest} />}
      <p className="text-sm text-ink-2">
        {seats > 1
          ? `We offer you seats when at least ${atLeast} come free. Fewer go to the next person, and you keep your place.`
          : "We email you as soon as a seat comes free for you."}
      </p>
      {join.isError && (
        <div role="alert">
          <ErrorText>{messageOf(join.error)}</ErrorText>
        </div>
      )}
      <Button busy={join.isPending} busyText="Joining…" onClick={send}>
        Join the waiting list
      </Button>
    </section>
  )
}
