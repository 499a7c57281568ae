import type { ReactNode } from "react"
import { seatsOnDates } from "~/shop/shared/cart/seatsOnDates"
import { formatMoney, formatPrice } from "~/common/lib/money"
import { DiscountRows, GiftRow, isFree, type Price, subtotalOf } from "~/shop/shared/cart/price"
import { TaxRow } from "~/shop/shared/cart/TaxRow"
import { shop } from "~/shop/state/shop"
import { SumRow } from "~/common/ui/layout/SumRow"

interface CheckoutBillProps {
  price: Price
  lines: readonly { seats: number }[]
  /** The payment box. */
  children: ReactNode
  /** What the buyer gets back, and until when. Above what is paid with. */
  terms?: ReactNode
}

export function CheckoutBill({ price, lines, children, terms }: CheckoutBillProps) {
  return (
    <section
      aria-labelledby="summary"
      className="grid gap-3 panel p-4 shadow-1 lg:gap-4 lg:p-5 lg:sticky lg:top-[calc(var(--spacing-header)+1rem)]"
    >
      <h2 id="summary">Summary</h2>
      <dl className="grid gap-1 lg:gap-2">
        {lines.length > 0 && <SeatRows price={price} lines={lines} />}
        <GiftRow price={price} />
        <SumRow label="Total" total>
          {formatPrice(price.totalPrice)}
        </SumRow>
      </dl>
      {terms}
      {children}
      <p className="text-sm text-ink-2">{shop().cause}</p>
    </section>
  )
}

function SeatRows({ price, lines }: Pick<CheckoutBillProps, "price" | "lines">) {
  const subtotal = subtotalOf(price)
  return (
    <>
      {subtotal > 0 && (
        <SumRow
          label={
            <>
              Subtotal <span className="inline-block">{`(${seatsOnDates(lines)})`}</span>
            </>
          }
        >
          {formatMoney(subtotal)}
        </SumRow>
      )}
      <DiscountRows price={price} />
      {!isFree(price) && (
        <>
          <TaxRow {...price} />
          <SumRow label="Shipping">{price.shippingPrice > 0 ? formatMoney(price.shippingPrice) : "$0"}</SumRow>
        </>
      )}
    </>
  )
}

/** Room for what buyers get back until it is known, so that the buttons below don't move. */
export function TermsRoom({ lines }: { lines: readonly { key: string }[] }) {
  return lines.map(({ key }) => <div key={key} className={lines.length > 1 ? "min-h-12" : "min-h-6"} />)
}

/** Boxes on the left and the summary on the right, or below each other on phones. */
export function TwoColumns({ children }: { children: ReactNode }) {
  return <div className="grid gap-3 lg:gap-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start">{children}</div>
}
