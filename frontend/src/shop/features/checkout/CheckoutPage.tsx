import { useQuery } from "@tanstack/react-query"
import { type Ref, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react"
import { Navigate, useSearchParams } from "react-router-dom"
import { orderQuery } from "~/shop/queries/orders"
import type { Order } from "~/common/api/types"
import { Page } from "~/shop/layout/Page"
import { paths } from "~/shop/paths"
import { blockedReason, type CartLine, LineNotices, useFreshCart } from "~/shop/shared/cart/freshCart"
import { useCartPrice } from "~/shop/shared/cart/price"
import { lineName, useLineRemoval } from "~/shop/shared/cart/useLineRemoval"
import { cart, CART_KEY } from "~/shop/state/cart"
import { type CheckoutMemory, useCheckoutMemory } from "~/shop/state/checkout"
import { onStorageChange } from "~/shop/state/storage"
import { EmptyState } from "~/common/ui/feedback/States"
import { SeatSelect } from "~/common/ui/forms/SeatSelect"
import { Button, LinkButton } from "~/common/ui/layout/Button"
import { latePart, room } from "~/common/ui/layout/latePart"
import { CheckoutBill, TermsRoom, TwoColumns } from "./CheckoutBill"
import { CartProblem } from "./CartProblem"
import { isComplete } from "./contact/contact"
import { ContactBox } from "./contact/ContactBox"
import { OrderItemRow, OrderItems } from "./OrderItems"
import { isReady, isStoppedElsewhere } from "./payment/machine"
import { PaymentBox } from "./payment/PaymentBox"
import { isPayable, requestOf, useCartPayable } from "./payment/placing"
import { type Payment, usePayment } from "./payment/usePayment"

const LinkedCheckout = latePart(() => import("./LinkedCheckout"))
const RefundTerms = latePart(() => import("./RefundTerms"), { waiting: TermsRoom })
const GiftChoice = latePart(() => import("./GiftChoice"), room("min-h-47 min-[24rem]:min-h-36"))

/** Checkout of the cart, or of what the URL names. */
export default function CheckoutPage() {
  const [params] = useSearchParams()
  const isLinked = ["order", "gift", "door"].some((name) => params.get(name))
  return <Page title="Checkout">{isLinked ? <LinkedCheckout params={params} /> : <CartCheckout />}</Page>
}

/** Checkout of the cart. */
function CartCheckout() {
  const fresh = useFreshCart()
  const priced = useCartPrice(fresh.cart, fresh.lines)
  const payment = usePayment(useCartPayable(priced.price))
  const busy = !isReady(payment.state)
  const { cart: now, lines } = useFrozen(fresh, busy)
  const { price, isCurrent, error, retry } = useFrozen(priced, busy)
  const memory = useFrozen(useCheckoutMemory(), payment.state.phase === "done")
  // The stored order, if it was placed for the cart as it is now.
  const placed = memory?.body === JSON.stringify(requestOf(now, price)) ? memory : null
  const [contactOpen, setContactOpen] = useState(false)
  const paymentBox = useRef<HTMLDivElement>(null)
  const { list, empty, setSeats } = useLineRemoval()
  const unfinished = useUnfinished(busy ? null : placed)
  useEmptiedElsewhere(payment)
  if (unfinished && !isPayable(unfinished)) return <Navigate to={paths.order(unfinished._id)} replace />
  if (isStoppedElsewhere(payment.state)) return <OneMoment />
  if (lines.length === 0) return <EmptyCheckout textRef={empty} />
  const reason = blockedReason(lines)
  const needsAddress = price.shippingPrice > 0
  const lacksGift = now.gift?.amount === 0
  const blocked =
    reason || error ? (
      <CartProblem reason={reason} error={error} voucher={now.voucher} onRetry={retry} />
    ) : !needsAddress || isComplete(now.shippingAddress) ? undefined : (
      <Button onClick={() => setContactOpen(true)}>Add contact information to pay</Button>
    )
  return (
    <TwoColumns>
      <div className="grid gap-3 lg:gap-8">
        <ContactBox
          open={contactOpen}
          onOpenChange={setContactOpen}
          optional={!needsAddress}
          hasBill={price.totalPrice > 0}
          disabled={busy}
          focusAfter={paymentBox}
        />
        <OrderItems
          list={list}
          lines={lines}
          more="Change"
          attention={lines.some((line) => line.trouble ?? line.priceChange)}
        >
          {lines.map((line) => (
            <CartLineRow key={line.key} line={line} disabled={busy} onSeats={(seats) => setSeats(line, seats)} />
          ))}
        </OrderItems>
        <GiftChoice gift={now.gift} price={price} isCurrent={isCurrent} disabled={busy} />
      </div>
      <CheckoutBill price={price} lines={lines} terms={<RefundTerms lines={lines} />}>
        {lacksGift && <p className="font-semibold">Enter the amount of your gift, or choose “No gift”.</p>}
        <PaymentBox
          box={paymentBox}
          payment={payment}
          total={price.totalPrice}
          isPricing={!isCurrent || lacksGift}
          heldUntil={placed?.order?.heldUntil ?? null}
          approved={unfinished ? (placed?.approved ?? null) : null}
          blocked={busy ? undefined : blocked}
        />
      </CheckoutBill>
    </TwoColumns>
  )
}

/** Returns the value, or while `frozen` the last value before it, so that what is being paid for stays on screen. */
function useFrozen<T>(value: T, frozen: boolean): T {
  const [saved, setSaved] = useState<T | null>(null)
  const save = useEffectEvent(() => setSaved(frozen ? value : null))
  useLayoutEffect(() => save(), [frozen])
  return saved ?? value
}

/**
 * The current state of an order whose payment was approved at PayPal but not finished here. It may be captured by now.
 */
function useUnfinished(placed: CheckoutMemory | null): Order | undefined {
  const id = (placed?.approved && placed.order?._id) || null
  const { data } = useQuery({ ...orderQuery(id ?? ""), enabled: id !== null, staleTime: 0 })
  return id ? data : undefined
}

/** Stops the payment if another tab paid for or emptied the cart. */
function useEmptiedElsewhere({ stoppedElsewhere }: Payment): void {
  const changed = useEffectEvent(() => {
    if (cart.get().cartItems.length === 0) void stoppedElsewhere()
  })
  useEffect(() => onStorageChange(CART_KEY, () => changed()), [])
}

function OneMoment() {
  return <p role="status">One moment: your cart was paid or changed in another tab.</p>
}

interface CartLineProps {
  line: CartLine
  disabled: boolean
  onSeats: (seats: number) => void
}

function CartLineRow({ line, disabled, onSeats }: CartLineProps) {
  const { name, image, bookingDate, endTime, subtotal, seats, left, trouble } = line
  const select = bookingDate && (
    <SeatSelect
      label={lineName(line)}
      seats={seats}
      most={left ?? seats}
      disabled={disabled}
      invalid={trouble !== null}
      onChange={onSeats}
    />
  )
  const notices = <LineNotices line={line} />
  return <OrderItemRow {...{ name, image, bookingDate, endTime, subtotal, notices }} seats={select} />
}

function EmptyCheckout({ textRef }: { textRef: Ref<HTMLSpanElement> }) {
  const find = <LinkButton to={paths.events()}>Find an event</LinkButton>
  return (
    <EmptyState action={find}>
      <span ref={textRef} tabIndex={-1}>
        Oh no! The cart's empty...
      </span>
    </EmptyState>
  )
}
