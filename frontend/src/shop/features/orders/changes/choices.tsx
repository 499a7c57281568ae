import clsx from "clsx"
import { type ReactNode, useId } from "react"
import type { BookingOptions, ChangeKind, RefundOption } from "~/common/api/types"
import { formatMoney } from "~/common/lib/money"
import { formatDeadline } from "~/common/lib/time/dates"
import { DateOptions } from "~/shop/shared/orders/DateOptions"
import { SelectField } from "~/common/ui/forms/Field"

export function ReturnChoice({ offer, seats, ...choice }: ChoiceProps & { offer: Offer; seats: number }) {
  return (
    <ChoiceRow
      label={seats === 1 ? "Give the seat back" : "Give the seats back"}
      reason={offer.reason}
      hint="Without a refund, so that somebody else can come."
      {...choice}
    />
  )
}

export function RefundChoice({ offer, option, ...choice }: ChoiceProps & { offer: Offer; option: RefundOption }) {
  const { until, isShortened } = option
  return (
    <ChoiceRow
      label="Refund"
      amount={formatMoney(offer.amount)}
      reason={offer.reason}
      hint={until && `Until ${formatDeadline(until)}${isShortened ? ", because it starts earlier now" : ""}.`}
      {...choice}
    />
  )
}

/** `to` is the charity that gets the money. */
export function GiftChoice({ offer, to, ...choice }: ChoiceProps & { offer: Offer; to: string }) {
  return (
    <ChoiceRow
      label="Keep it as a gift"
      amount={formatMoney(offer.amount)}
      reason={offer.reason}
      hint={`Your ${formatMoney(offer.amount)} goes to ${to}.`}
      {...choice}
    />
  )
}

const WORDS = ["three", "four", "five", "six", "seven", "eight", "nine"]

/** Of a ticket with 2, 3 … seats: "Both seats move", "All three seats move" */
function allSeatsMove(seats: number): string {
  return seats === 2 ? "Both seats move" : `All ${WORDS[seats - 3] ?? seats} seats move`
}

interface MoveChoiceProps extends ChoiceProps {
  offer: Offer
  options: BookingOptions
  /** The chosen date, or "" */
  to: string
  onDate: (startTime: string) => void
  dateId: string
}

/** Moves the whole booking. */
export function MoveChoice({ offer, options, to, onDate, dateId, ...choice }: MoveChoiceProps) {
  const { seats, refund, dateChange } = options
  const all = seats === 1 ? "Nothing to pay." : `${allSeatsMove(seats)}. Nothing to pay.`
  return (
    <ChoiceRow
      label="Move to another date"
      reason={offer.reason}
      hint={refund.allowed && !dateChange ? `${all} The time for a refund isn't extended.` : all}
      {...choice}
    >
      <SelectField id={dateId} label="New date" value={to} onChange={({ target }) => onDate(target.value)}>
        <option value="">Choose a date</option>
        <DateOptions dates={options.move.dates} seats={seats} />
      </SelectField>
    </ChoiceRow>
  )
}

/** What every choice of the sheet gets from it. */
interface ChoiceProps {
  isChosen: boolean
  onChoose: () => void
}

interface ChoiceRowProps extends ChoiceProps {
  label: string
  /** At the right: the amount. */
  amount?: string
  /** Why it isn't available; "" if it is. */
  reason: string
  hint?: ReactNode
  /** Further fields of the chosen row. */
  children?: ReactNode
}

/** A choice of the sheet: a radio button with its amount, or with the reason why it isn't available. */
function ChoiceRow({ label, amount, reason, hint, isChosen, onChoose, children }: ChoiceRowProps) {
  const id = useId()
  const isOpen = reason === ""
  const shown = isOpen && amount
  return (
    <div className={clsx("rounded-md border", isChosen ? "border-ink bg-malt" : "border-line")}>
      <label className={clsx("flex min-h-tap items-start gap-3 px-3 py-2", isOpen && "cursor-pointer")}>
        <input
          type="radio"
          name="change"
          className="choice-box"
          checked={isChosen}
          disabled={!isOpen}
          onChange={onChoose}
          aria-label={shown ? `${label}, ${shown}` : label}
          aria-describedby={id}
        />
        <span className={clsx("flex grow flex-wrap justify-between gap-x-3 font-semibold", !isOpen && "text-ink-2")}>
          <span>{label}</span>
          {shown && <span className="money">{shown}</span>}
        </span>
      </label>
      {(reason || hint) && (
        <p id={id} className="-mt-1.5 pr-3 pb-2 text-pretty pl-[2.9rem] text-sm text-ink-2">
          {reason || hint}
        </p>
      )}
      {isChosen && children && <div className="px-3 pb-3">{children}</div>}
    </div>
  )
}

/** What a buyer can choose for a ticket. */
interface Offer {
  /** Why it isn't available; "" if it is. */
  reason: string
  /** Dollars of the refund or the gift; 0 for the others. */
  amount: number
}

type Offers = Record<ChangeKind, Offer>

const NO_FREE_SEAT = "All seats of this ticket belong to guests or are being returned."
const ALREADY_IN = "Some of these guests are inside already."

/**
 * The offers for this number of seats. A move is always for all seats. `nothing` is the reason why there is no refund
 * and no gift of $0.
 */
export function listOffers(options: BookingOptions, seats: number, nothing: string): Offers {
  const noSeat = options.freeSeats > 0 ? "" : options.inside > 0 ? ALREADY_IN : NO_FREE_SEAT
  return {
    refund: moneyOffer(options.refund, seats, noSeat || nothing),
    gift: moneyOffer(options.gift, seats, noSeat || nothing),
    return: { reason: noSeat, amount: 0 },
    move: { reason: whyNoMove(options), amount: 0 },
  }
}

function moneyOffer(option: RefundOption, seats: number, nothing: string): Offer {
  const amount = option.amounts[seats - 1] ?? 0
  const refusal = option.allowed ? "" : (option.message ?? "")
  return { amount, reason: refusal || (amount > 0 ? "" : nothing) }
}

function whyNoMove({ move, seats }: BookingOptions): string {
  if (move.message) return move.message
  if (move.dates.length === 0) return "This event has no other dates."
  const fits = move.dates.some(({ countInStock }) => countInStock >= seats)
  return fits ? "" : seats === 1 ? "The other dates are sold out." : `No other date has ${seats} seats left.`
}
