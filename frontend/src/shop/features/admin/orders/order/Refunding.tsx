import { useMutation, useQuery } from "@tanstack/react-query"
import type { ComponentProps } from "react"
import * as v from "valibot"
import { refundBounds } from "~/common/api/bounds.gen"
import {
  type RefundRequest,
  type RefundedSeats,
  refundOrderMutation,
  refundPreviewQuery,
} from "~/shop/queries/staff/orders"
import type { Order, RefundPreview } from "~/common/api/types"
import { InsideWarning, isFree } from "~/shop/features/admin/orders/OrderMarks"
import { reasonField } from "~/shop/features/admin/orders/review/ReasonButton"
import { reportRefund } from "~/shop/features/admin/orders/review/reportRefund"
import { AMOUNT_EXAMPLE, parseAmount } from "~/common/lib/amount"
import { formatMoney, formatSum } from "~/common/lib/money"
import { giftLeft } from "~/common/lib/refunds"
import { formatDay } from "~/common/lib/time/dates"
import { Notice } from "~/common/ui/feedback/Notice"
import { Loaded, Skeleton } from "~/common/ui/feedback/States"
import { CheckboxChoice, ChoiceGroup, MoneyField, RadioChoice, TextField } from "~/common/ui/forms/Field"
import { Form, FormButtons, useForm } from "~/common/ui/forms/Form"
import { SeatStepper } from "~/common/ui/forms/SeatStepper"
import { optionalText, rule } from "~/common/ui/forms/rules"
import { notify } from "~/common/ui/overlays/notify"
import { bookingText, listRefundableBookings, type SoldBooking } from "./bookings"

interface RefundingProps {
  order: Order
  /** What the refund is probably about. Without it, the only booking. */
  about?: (booking: SoldBooking) => boolean
  onClose: () => void
}

/** What can still be refunded, and a form for single seats, an amount, or all of it. The server says what each of them is. */
export function Refunding({ order, ...form }: RefundingProps) {
  const query = useQuery(refundPreviewQuery(order._id, null))
  const noMoney = order.isTest || isFree(order)
  return (
    <Loaded query={query} what="what can be refunded" loading={<Skeleton className="h-72 rounded-md" />}>
      {(everything) => (
        <>
          <p className="mb-4">
            {noMoney
              ? "No payment was taken for this order, so there is nothing to refund. The seats go back on sale."
              : `${formatSum({ ...everything, amount: everything.left })} can still be refunded.`}
          </p>
          <RefundForm order={order} noMoney={noMoney} everything={everything} {...form} />
        </>
      )}
    </Loaded>
  )
}

interface RefundFormProps extends RefundingProps {
  /** Whether nothing was paid. */
  noMoney: boolean
  /** The preview of a full refund. */
  everything: RefundPreview
}

function RefundForm({ order, noMoney, everything, about, onClose }: RefundFormProps) {
  const byHand = everything.tooOld
  const bookings = listRefundableBookings(order)
  // What staff nearly always refund is preselected.
  const likely = bookings.filter(about ?? (() => bookings.length === 1)).map(({ id }) => id)
  const refund = useMutation(refundOrderMutation)
  const form = useForm({
    name: `refund ${order._id}`,
    schema: refundSchema(byHand),
    values: { what: likely.length > 0 ? "lines" : "", lines: likely, counts: {}, amount: "", note: "", reason: "" },
    save: async (typed) => {
      if (sum === null) throw new Error(part.error?.message ?? "One moment: the amount isn't known yet.")
      const request = refundRequest(typed, { seats, sum, byHand })
      const refunded = await refund.mutateAsync({ orderId: order._id, refund: request })
      reportResult(refunded, byHand)
      onClose()
    },
  })
  const [what, lines, counts, amount] = form.hook.watch(["what", "lines", "counts", "amount"])
  const seats = chosenSeats({ what, lines, counts }, bookings)
  const part = useQuery({
    ...refundPreviewQuery(order._id, seats),
    enabled: seats !== null && Object.keys(seats).length > 0,
  })
  const gift = giftLeft(order)
  /** The dollars of each refund; missing until the server has said it. */
  const sums = { all: everything.amount, lines: part.data?.amount, gift, amount: parseRefund(amount) }
  const sum = sums[what as keyof typeof sums] ?? null
  const verb = byHand ? "Record refund" : "Refund"
  const choice = form.hook.register("what")
  return (
    <Form form={form}>
      {byHand && (
        <Notice look="warning">
          PayPal returns money for 180 days only. Return it another way first, then record it here.
        </Notice>
      )}
      <ChoiceGroup label="What should be refunded?" error={form.field("what").error} inline={false}>
        <RadioChoice label="Full remaining amount" value="all" {...choice} />
        {bookings.length > 0 && <RadioChoice label="Selected seats" value="lines" {...choice} />}
        {gift > 0 && !noMoney && <RadioChoice label={`The gift of ${formatMoney(gift)}`} value="gift" {...choice} />}
        {!noMoney && <RadioChoice label="Custom amount (keeps all seats)" value="amount" {...choice} />}
      </ChoiceGroup>
      {what === "lines" && (
        <ChoiceGroup
          label="Which seats?"
          hint={noMoney ? undefined : "Sales tax included."}
          error={form.field("lines").error}
          inline={false}
        >
          {bookings.map((booking) => (
            <SeatChoice
              key={booking.id}
              booking={booking}
              seats={seats?.[booking.id]}
              onSeats={(count) =>
                form.hook.setValue("counts", { ...counts, [booking.id]: count }, { shouldDirty: true })
              }
              {...form.hook.register("lines")}
            />
          ))}
        </ChoiceGroup>
      )}
      {what === "amount" && <MoneyField label="Amount" {...form.field("amount")} />}
      {byHand && (
        <TextField
          label="How was it returned?"
          hint="Internal note, such as “Bank transfer, December 3”."
          autoComplete="off"
          {...form.field("note")}
        />
      )}
      <TextField
        label="Reason"
        hint="The buyer sees it in the email about this refund."
        autoComplete="off"
        {...form.field("reason")}
      />
      {what === "all" && <InsideWarning inside={everything.inside} />}
      {what === "lines" && <InsideWarning inside={part.data?.inside} />}
      <FormButtons form={form} onCancel={onClose} look="danger" busyText={byHand ? "Saving…" : "Refunding…"}>
        {sum && !noMoney ? `${verb} ${formatSum({ ...everything, amount: sum })}` : verb}
      </FormButtons>
    </Form>
  )
}

/** Reports the status of the newest refund, because the request succeeds even if PayPal refuses the refund. */
function reportResult({ refunds }: Order, byHand: boolean): void {
  const last = [...refunds].sort((one, other) => one.createdAt.localeCompare(other.createdAt)).at(-1)
  if (last?.status === "failed") throw new Error("PayPal refused this refund. Nothing was refunded.")
  if (!last) return
  const isCompleted = last.status === "completed"
  if (isCompleted && last.amount === 0) notify.success("The seats are back on sale.")
  else if (byHand) notify.success(`${formatSum(last)} was recorded as refunded.`)
  else reportRefund({ ...last, asked: last.askedAmount ?? last.amount, isCompleted })
}

type SeatChoiceProps = Omit<ComponentProps<typeof CheckboxChoice>, "label" | "value"> & {
  booking: SoldBooking
  /** How many of its seats are chosen; undefined if the booking isn't chosen. */
  seats: number | undefined
  onSeats: (seats: number) => void
}

/** A booking of the order, with a number of seats once it is chosen and has more than one. */
function SeatChoice({ booking, seats, onSeats, ...checkbox }: SeatChoiceProps) {
  return (
    <div>
      <CheckboxChoice label={bookingText(booking)} value={booking.id} {...checkbox} />
      {seats !== undefined && booking.seats > 1 && (
        <div className="mb-2 pl-[2.1rem]">
          <SeatStepper
            label={`Seats on ${formatDay(booking.date)}`}
            seats={seats}
            most={booking.seats}
            onChange={onSeats}
          />
        </div>
      )}
    </div>
  )
}

const fields = v.object({
  what: v.pipe(v.string(), v.nonEmpty("Choose what to refund.")),
  /** The ids of bookings. */
  lines: v.array(v.string()),
  /** How many seats of a booking, where it isn't all of them. */
  counts: v.record(v.string(), v.number()),
  amount: v.string(),
  /** How the money was returned, if it was without PayPal. */
  note: optionalText(500),
  reason: reasonField,
})

type RefundTyped = v.InferOutput<typeof fields>

const parseRefund = (typed: string) => parseAmount(typed, refundBounds.amount)

/** With `byHand`, staff have to say how they returned the money. */
const refundSchema = (byHand: boolean) =>
  v.pipe(
    fields,
    rule("lines", ({ what, lines }) => what !== "lines" || lines.length > 0, "Choose at least one date."),
    rule("amount", ({ what, amount }) => what !== "amount" || parseRefund(amount) !== null, AMOUNT_EXAMPLE),
    rule("note", ({ note }) => !byHand || note !== "", "Enter how you returned the money."),
  )

/** The seats of the chosen bookings: all of them, unless staff chose a number. Null without a choice of bookings. */
function chosenSeats(
  { what, lines, counts }: Pick<RefundTyped, "what" | "lines" | "counts">,
  bookings: readonly SoldBooking[],
): RefundedSeats | null {
  if (what !== "lines") return null
  const chosen = bookings.filter(({ id }) => lines.includes(id))
  return Object.fromEntries(chosen.map(({ id, seats }) => [id, Math.min(counts[id] ?? seats, seats)]))
}

/** `sum` is the amount that staff typed, or were shown for the seats: exactly that is refunded. */
function refundRequest(
  { what, note, reason }: RefundTyped,
  { seats, sum, byHand }: { seats: RefundedSeats | null; sum: number; byHand: boolean },
): RefundRequest {
  const request = { reason, ...(byHand && { outside: true, note }) }
  if (what === "amount") return { ...request, amount: sum }
  if (what === "gift") return { ...request, gift: true }
  return seats ? { ...request, seats, ...(sum > 0 && { amount: sum }) } : { ...request, shown: sum }
}
