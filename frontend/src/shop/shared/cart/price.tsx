import { useQuery } from "@tanstack/react-query"
import { type QuoteRequest, quoteQuery } from "~/shop/queries/checkout"
import type { PriceExtras } from "~/common/api/types"
import { formatMoney } from "~/common/lib/money"
import type { Totals } from "~/common/lib/pricing"
import type { CartLine } from "~/shop/shared/cart/freshCart"
import type { Cart } from "~/shop/state/cart"
import { useUser } from "~/shop/state/session"
import { charity } from "~/shop/state/shop"
import { SumRow } from "~/common/ui/layout/SumRow"

export type Price = Totals & PriceExtras

export interface CartPrice {
  /** The last known price. */
  price: Price
  /** Whether it is the price of the cart as it is now. */
  isCurrent: boolean
  /** Why the server gave no price, such as a code that has ended. */
  error: Error | null
  retry: () => void
}

/** The browser's own price of a plain cart, or the server's quote. */
export function useCartPrice(now: Cart, lines: readonly CartLine[]): CartPrice {
  const user = useUser()
  const enabled = useNeedsQuote(now, lines)
  const { data, error, isSuccess, isPlaceholderData, refetch } = useQuery({
    ...quoteQuery(quoteRequest(now), user?._id),
    enabled,
  })
  if (!enabled) return { price: now, isCurrent: true, error: null, retry: () => {} }
  return {
    price: data ?? now,
    isCurrent: isSuccess && !isPlaceholderData,
    error,
    retry: () => void refetch(),
  }
}

/** The parts of an order that decide about its price. */
export function quoteRequest({ cartItems, voucher, gift }: Cart): QuoteRequest {
  return {
    orderItems: cartItems.map(({ _id, name, price, bookings = [] }) => ({
      _id,
      name,
      price,
      bookings: bookings.map(({ bookingDate, reservationSeats }) => ({ bookingDate, reservationSeats })),
    })),
    ...(voucher && { voucher }),
    ...(gift?.amount && { giftPrice: gift.amount }),
  }
}

/** Whether the server has to price the cart, because of a code, a gift or prices for members. */
export function useNeedsQuote({ voucher, gift }: Cart, lines: readonly CartLine[]): boolean {
  const user = useUser()
  return Boolean(voucher || gift?.amount || (user && lines.some(({ memberPrice }) => memberPrice !== null)))
}

/** The subtotal, which everywhere is what the seats cost before discounts and tax: price times seats. */
export function subtotalOf({ listPrice, itemsPrice }: { listPrice?: number | undefined; itemsPrice: number }): number {
  return listPrice ?? itemsPrice
}

/** Whether nothing is asked for seats: then there are no sums to show. */
export function isFree({ itemsPrice, taxPrice, shippingPrice }: Omit<Totals, "totalPrice">): boolean {
  return itemsPrice + taxPrice + shippingPrice === 0
}

/** Each discount, below the subtotal. */
export function DiscountRows({ price: { discounts = [] } }: { price: PriceExtras }) {
  return discounts.map(({ kind, label, amount }) => (
    <SumRow key={label} label={kind === "voucher" ? <WithCode label={label} /> : label}>
      −{formatMoney(amount)}
    </SumRow>
  ))
}

/** "Discount code SPRING" */
function WithCode({ label }: { label: string }) {
  const start = label.lastIndexOf(" ") + 1
  return (
    <>
      {label.slice(0, start)}
      <code>{label.slice(start)}</code>
    </>
  )
}

/** An order names the charity that it was placed for, whatever the shop's is now. */
export function GiftRow({ price }: { price: PriceExtras }) {
  const { giftPrice = 0 } = price
  return giftPrice > 0 && <SumRow label={`Gift to ${price.charity ?? charity()}`}>{formatMoney(giftPrice)}</SumRow>
}
