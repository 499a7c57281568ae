import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { type RefObject, type SubmitEvent, useId, useRef, useState } from "react"
import { ApiError } from "~/common/api/client"
import { changeOptionsQuery, changeOrderMutation } from "~/shop/queries/changes"
import type { BookingOptions, ChangeKind, ChangeRequest, ChangedOrder, Order } from "~/common/api/types"
import { orderQuery } from "~/shop/queries/orders"
import { messageOf } from "~/common/lib/text"
import { formatDateOption, formatDay } from "~/common/lib/time/dates"
import type { TicketLine } from "~/shop/shared/orders/orderDates"
import { charity } from "~/shop/state/shop"
import { ErrorNotice } from "~/common/ui/feedback/Notice"
import { Loaded, Skeleton } from "~/common/ui/feedback/States"
import { Hint } from "~/common/ui/forms/Field"
import { SeatStepper } from "~/common/ui/forms/SeatStepper"
import { useOnline } from "~/common/ui/hooks/useOnline"
import { Button } from "~/common/ui/layout/Button"
import { Dialog } from "~/common/ui/overlays/Dialog"
import { actionText, failedText, resultText } from "./changeText"
import { GiftChoice, listOffers, MoveChoice, RefundChoice, ReturnChoice } from "./choices"

interface ChangeSheetProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  order: Order
  line: TicketLine
  /** Gets the result in words. */
  onChanged: (result: string) => void
  /** Gets the focus if the ticket no longer has a button. */
  focusAfter: RefObject<HTMLElement | null>
}

/** What the buyer of a ticket can do instead of coming. */
export function ChangeSheet({ open, onOpenChange, order, line, onChanged, focusAfter }: ChangeSheetProps) {
  const { item, booking } = line
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={booking.isOff ? `${formatDay(booking.bookingDate)} is canceled` : "Can't make it?"}
      description={`${item.name}, ${formatDateOption(booking.bookingDate)}`}
      focusAfter={focusAfter}
    >
      <Choices order={order} line={line} onChanged={onChanged} />
    </Dialog>
  )
}

function Choices({ order, line, onChanged }: Pick<ChangeSheetProps, "order" | "line" | "onChanged">) {
  const query = useQuery(changeOptionsQuery(order._id))
  return (
    <Loaded query={query} what="your choices" loading={<Skeleton className="h-72 rounded-md" />}>
      {({ bookings }) => {
        const options = bookings.find(({ _id }) => _id === line.booking._id)
        // Unless the club's own change of the date can still be answered.
        if (!options || (line.booking.isOff && !options.dateChange)) return <p>This ticket can no longer be changed.</p>
        return <ChangeForm {...{ order, line, options, onChanged }} refresh={query.refetch} />
      }}
    </Loaded>
  )
}

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
 * canceled date: another date or the money for all seats; if there is no other date, the money or a gift of it.
 */
function ChangeForm({ order, line, options, refresh, onChanged }: ChangeFormProps) {
  const off = options.dateChange?.kind === "cancel" && !options.dateChange.isBack // nobody can come, so it is about all seats
  const hasNoOtherDate = options.dateChange?.hasNoOtherDate
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
      else if (changed) onChanged(resultText(changed.change, off))
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

  const refund = <RefundChoice {...choice("refund")} option={options.refund} />
  const gift = <GiftChoice {...choice("gift")} to={order.charity ?? charity()} />
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
            {!hasNoOtherDate && move}
            {refund}
            {hasNoOtherDate && gift}
          </>
        ) : (
          <>
            {refund}
            {gift}
            <ReturnChoice {...choice("return")} seats={seats} />
            {move}
          </>
        )}
      </fieldset>
      <ErrorNotice error={error} />
      <Button type="submit" busy={busy} busyText="One moment…" disabled={!online} className="w-full">
        {actionText({ ...text, amount: chosen ? offers[chosen].amount : 0 })}
      </Button>
      {!online && <Hint>You're offline. This needs a connection.</Hint>}
    </form>
  )
}

function whyNothing({ isTest }: Order, { item }: TicketLine): string {
  if (isTest) return "Nothing was paid for this test order."
  return item.price === 0 ? "This ticket was free." : "There is nothing to refund."
}

/** Sends changes of an order. Presses while one is being sent are ignored. */
function useChange(orderId: string) {
  const client = useQueryClient()
  const { mutateAsync, isPending } = useMutation(changeOrderMutation)
  const sending = useRef(false)

  /** Returns null if a change is being sent. */
  const send = async (change: ChangeRequest): Promise<ChangedOrder | null> => {
    if (sending.current) return null
    sending.current = true
    const { queryKey } = orderQuery(orderId)
    try {
      const changed = await mutateAsync({ orderId, change })
      await client.cancelQueries({ queryKey }) // its answer would be from before the change
      client.setQueryData(queryKey, changed.order)
      return changed
    } catch (error) {
      void client.invalidateQueries({ queryKey, exact: true }) // it may be outdated
      throw error
    } finally {
      sending.current = false
    }
  }

  return { send, busy: isPending }
}
