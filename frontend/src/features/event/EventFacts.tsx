import type { ReactNode } from "react"
import type { ProductDetail } from "~/api/types"
import { formatMoney } from "~/lib/money"
import { formatRefundPolicy } from "~/lib/refundPolicy"
import { accessText } from "~/shared/accessText"
import type { EventTexts } from "~/shared/card/eventTexts"
import { shop } from "~/state/shop"
import { useNow } from "~/ui/time/useNow"

interface EventFactsProps {
  product: ProductDetail
  texts: EventTexts
  /** Of the chosen date. */
  startTime: string
}

/** The event's facts as a list of names and values, without empty optional facts. */
export function EventFacts({ product, texts, startTime }: EventFactsProps) {
  const refunds = formatRefundPolicy(product.refundPolicy, { price: product.price, startTime, now: useNow() })
  const facts: [name: string, value: ReactNode][] = [
    ["Ticket Price", <Price key="price" {...{ price: texts.price, refunds }} forMembers={memberPriceText(product)} />],
    ["Seats Available?", texts.available],
    ["Category", product.category],
    ["Card Set", product.cardSet],
    ["Format", product.format],
    ["Access", access(product)],
  ]
  return (
    <div className="grid content-start gap-4 lg:col-span-7">
      <SeatMeter text={texts.seatsTaken} share={texts.share} />
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-3">
        {facts
          .filter(([, value]) => value)
          .map(([name, value]) => (
            <Fact key={name} name={name} className={isWide(name, refunds) && "col-span-full"}>
              {value}
            </Fact>
          ))}
      </dl>
    </div>
  )
}

/** Long texts have a row of their own. */
const isWide = (name: string, refunds: string) => name === "Access" || (name === "Ticket Price" && refunds !== "")

/** "Step-free · quiet corner", and the organizer's note. */
function access(product: ProductDetail): ReactNode {
  const line = accessText(product)
  if (!line && !product.accessNote) return null
  return (
    <>
      {line}
      {product.accessNote && <span className={line ? small : undefined}>{product.accessNote}</span>}
    </>
  )
}

const small = "block text-sm font-normal text-ink-2"

interface PriceProps {
  price: string
  refunds: string
  forMembers: string
}

function Price({ price, refunds, forMembers }: PriceProps) {
  return (
    <>
      <span className="money">{price}</span>
      {forMembers && <span className={small}>{forMembers}</span>}
      {refunds && <span className={small}>{refunds}</span>}
    </>
  )
}

/** "Members pay $8.00 for one seat." A member has the price for so many seats of a date, in all orders. */
function memberPriceText({ memberPrice, memberSeats }: ProductDetail): string {
  if (memberPrice == null) return ""
  const price = formatMoney(memberPrice)
  if (shop().pricePer !== "seat") return `Members pay ${price}.`
  return memberSeats === 1
    ? `Members pay ${price} for one seat.`
    : `Members pay ${price} a seat, up to ${memberSeats} seats.`
}

function SeatMeter({ text, share }: { text: string; share: string }) {
  return (
    <div>
      <p className="count font-semibold">{text}</p>
      <svg
        aria-hidden
        className="mt-1.5 h-3 w-full overflow-hidden rounded-pill border border-line"
        preserveAspectRatio="none"
      >
        <rect width="100%" height="100%" className="fill-malt" />
        <rect width={share} height="100%" className="fill-[var(--frame)]" />
      </svg>
    </div>
  )
}

function Fact({ name, className, children }: { name: string; className: string | false; children: ReactNode }) {
  return (
    <div className={className || undefined}>
      <dt className="text-sm text-ink-2">{name}</dt>
      <dd className="text-lg leading-snug font-semibold">{children}</dd>
    </div>
  )
}
