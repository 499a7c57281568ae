import { useEffect, useId, useRef } from "react"
import { seatsOnDates } from "~/shop/shared/cart/seatsOnDates"
import { formatMoney, formatPrice } from "~/common/lib/money"
import { paths } from "~/shop/paths"
import type { CartLine } from "~/shop/shared/cart/freshCart"
import { TaxRow } from "~/shop/shared/cart/TaxRow"
import type { Cart } from "~/shop/state/cart"
import { announce } from "~/common/ui/feedback/announce"
import { Button, LinkButton } from "~/common/ui/layout/Button"
import { latePart, room } from "~/common/ui/layout/latePart"
import { StickyBar } from "~/common/ui/layout/StickyBar"
import { SumRow } from "~/common/ui/layout/SumRow"
import { shop } from "~/shop/state/shop"
import type { QuotedPrice } from "./price/CodeBox"

const CodeBox = latePart(() => import("./price/CodeBox"), room("min-h-tap"))

interface SummaryProps {
  cart: Cart
  lines: readonly CartLine[]
  /** null: the cart's own prices apply. */
  quoted: QuotedPrice | null
  onQuoted: (quoted: QuotedPrice | null) => void
  /** Why the user cannot continue to checkout, or null. */
  reason: string | null
}

export function OrderSummary({ cart, lines, quoted, onQuoted, reason }: SummaryProps) {
  const totals = quoted?.totals ?? cart
  const subtotal = quoted?.subtotal ?? cart.itemsPrice
  useAnnouncedSubtotal(subtotal)
  return (
    <section
      aria-labelledby="order-summary"
      className="grid gap-4 panel p-5 shadow-1 lg:sticky lg:top-[calc(var(--spacing-header)+1rem)]"
    >
      <h2 id="order-summary">Order Summary</h2>
      <dl className="grid gap-2">
        <SumRow label="Items">{seatsOnDates(lines)}</SumRow>
        {subtotal > 0 && <SumRow label="Subtotal">{formatMoney(subtotal)}</SumRow>}
        {quoted?.discounts}
        {totals.itemsPrice + totals.shippingPrice > 0 && (
          <>
            <TaxRow {...totals} rate={cart.cartItems[0]?.bookings?.[0]?.taxRate ?? shop().taxRate} />
            <Shipping price={totals.shippingPrice} />
          </>
        )}
        {quoted?.gift}
        <SumRow label="Total" total>
          {formatPrice(totals.totalPrice)}
        </SumRow>
      </dl>
      <CodeBox now={cart} lines={lines} onQuoted={onQuoted} />
      {/* On phones, the button is in the bar at the bottom. */}
      <div className="hidden lg:grid">
        <Proceed reason={reason} />
      </div>
      <p className="text-sm text-ink-2">Seats are held when you start paying.</p>
    </section>
  )
}

function Shipping({ price }: { price: number }) {
  if (price > 0) return <SumRow label="Shipping">{formatMoney(price)}</SumRow>
  const hint = <span className="block text-sm text-ink-2">Nothing ships. Your order page is your ticket.</span>
  return <SumRow label={<>Shipping {hint}</>}>$0</SumRow>
}

/** The total and the checkout button, at the bottom of a phone's screen. */
export function TotalBar({ total, reason }: { total: number; reason: string | null }) {
  return (
    <StickyBar>
      <div className="wrap flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2">
        <p>
          Total <span className="money text-lg font-bold">{formatPrice(total)}</span>
        </p>
        <Proceed reason={reason} />
      </div>
    </StickyBar>
  )
}

function Proceed({ reason }: { reason: string | null }) {
  const reasonId = useId()
  if (reason === null) {
    // A full page load: only the checkout's own document may load PayPal's script.
    return (
      <LinkButton reloadDocument to={paths.checkout()} className="grow sm:grow-0 lg:grow">
        Proceed to Checkout
      </LinkButton>
    )
  }
  return (
    <div className="grid gap-2">
      <p id={reasonId} className="text-sm font-semibold">
        {reason}
      </p>
      <Button disabled aria-describedby={reasonId}>
        Proceed to Checkout
      </Button>
    </div>
  )
}

const DELAY_MS = 500

/** Announces a new subtotal to screen readers after half a second without another change. */
function useAnnouncedSubtotal(subtotal: number): void {
  const announced = useRef(subtotal)
  useEffect(() => {
    if (announced.current === subtotal) return
    const timer = setTimeout(() => {
      announced.current = subtotal
      announce(`Subtotal is now ${formatMoney(subtotal)}`)
    }, DELAY_MS)
    return () => clearTimeout(timer)
  }, [subtotal])
}
