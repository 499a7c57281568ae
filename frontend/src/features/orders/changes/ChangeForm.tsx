import { useId, useRef, useState, type SubmitEvent } from "react"
import { ApiError, messageOf } from "~/api/client"
import type { BookingOptions, ChangeKind, ChangeRequest, OrderChange } from "~/api/queries/changes"
import type { Order } from "~/api/types"
import { formatMoney } from "~/lib/money"
import { shop } from "~/state/shop"
import { Notice } from "~/ui/feedback/Notice"
import { Hint } from "~/ui/forms/Field"
import { SeatStepper } from "~/ui/forms/SeatStepper"
import { useOnline } from "~/ui/hooks/useOnline"
import { Button } from "~/ui/layout/Button"
import type { TicketLine } from "../lines"
import { actionText, resultText } from "./changeText"
import { GiftChoice } from "./choices/GiftChoice"
import { MoveChoice } from "./choices/MoveChoice"
import { RefundChoice } from "./choices/RefundChoice"
import { ReturnChoice } from "./choices/ReturnChoice"
import { listOffers } from "./offers"
import { useChange } from "./useChange"

interface ChangeFormProps {
  order: Order
  line: TicketLine
  options: BookingOptions
  /** Fetches the options again, after the server refused a change. */
  refresh: () => Promise<unknown>
  onChanged: (result: string) => void
}

/**
 * The number of seats, a row for each choice, and a button that says what it does. Nothing is chosen at first. On a
 * canceled date: another date, or the money for all seats.
 */
export function ChangeForm({ order, line, options, refresh, onChanged }: ChangeFormProps) {
  const off = options.dateChange?.kind === "cancel" // nobody can come, so it is about all seats
  const [wanted, setWanted] = useState(1)
  const [kind, setKind] = useState<ChangeKind | null>(null)
  const [date, setDate] = useState("")
  const [error, setError] = useState("")
  const { send, busy } = useChange(order._id)
  const form = useRef<HTMLFormElement>(null)
  const dateId = useId()
  const online = useOnline()

  // Options that were fetched again may have fewer seats, choices or dates.
  const seats = off ? options.freeSeats : Math.min(wanted, Math.max(1, options.freeSeats))
  const offers = listOffers(options, seats, whyNothing(order, line))
  const chosen = kind && offers[kind].reason === "" ? kind : null
  const to = options.move.dates.some((other) => other.startTime === date) ? date : ""

  const choice = (own: ChangeKind) => ({
    offer: offers[own],
    isChosen: chosen === own,
    onChoose: () => {
      setKind(own)
      setError("")
    },
  })

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (!chosen) return complain("Choose one of these first.", "input[type=radio]:enabled")
    if (chosen === "move" && !to) return complain("Choose the new date.", "select")
    setError("")
    try {
      const changed = await send(requestOf(chosen))
      if (changed?.change.status === "failed") await refuse(failedText(changed.change))
      else if (changed) onChanged(resultText(changed.change))
    } catch (failure) {
      await refuse(messageOf(failure), failure)
    }
  }

  const requestOf = (own: ChangeKind): ChangeRequest => {
    const what = { booking: line.booking._id, kind: own, amount: offers[own].amount }
    return own === "move" ? { ...what, to } : { ...what, seats }
  }

  /** Shows the error once the options are up to date, so that the button already has the new amount. */
  const refuse = async (message: string, failure?: unknown) => {
    if (!(failure instanceof ApiError) || failure.status !== null) await refresh()
    setError(message)
  }

  const complain = (message: string, field: string) => {
    setError(message)
    form.current?.querySelector<HTMLElement>(field)?.focus()
  }

  const refund = <RefundChoice {...choice("refund")} until={options.refund.until} />
  const move = <MoveChoice {...choice("move")} {...{ options, to, dateId }} onDate={setDate} />
  const text = { kind: chosen, seats: chosen === "move" ? options.seats : seats, to }
  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="grid gap-3">
      {options.freeSeats > 1 && !off && (
        <SeatStepper label="Seats" seats={seats} most={options.freeSeats} onChange={setWanted} />
      )}
      <fieldset className="grid gap-2">
        <legend className="sr-only">What should happen?</legend>
        {off ? (
          <>
            {move}
            {refund}
          </>
        ) : (
          <>
            {refund}
            <GiftChoice {...choice("gift")} />
            <ReturnChoice {...choice("return")} seats={seats} />
            {move}
          </>
        )}
      </fieldset>
      {error && (
        <Notice look="error" role="alert">
          {error}
        </Notice>
      )}
      <Button type="submit" busy={busy} busyText="One moment…" disabled={!online} className="w-full">
        {actionText({ ...text, amount: chosen ? offers[chosen].amount : 0 }, shop().timeZone)}
      </Button>
      {!online && <Hint>You're offline. This needs a connection.</Hint>}
    </form>
  )
}

function whyNothing({ isTest }: Order, { item }: TicketLine): string {
  if (isTest) return "Nothing was paid for this test order."
  return item.price === 0 ? "This ticket was free." : "There is nothing to refund."
}

function failedText({ amount, seats }: OrderChange): string {
  return `PayPal couldn't refund ${formatMoney(amount)}. You still have ${seats === 1 ? "the seat" : "the seats"}.`
}
