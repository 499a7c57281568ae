import type { ReactNode } from "react"

export interface EventFactTexts {
  /** "18/24 seats taken" */
  seatsTaken: string
  /** "75%" */
  share: string
  price: string
  available: string
  category: string
  cardSet: string
  format: string
}

export function EventFacts({ seatsTaken, share, price, available, category, cardSet, format }: EventFactTexts) {
  return (
    <div className="grid gap-4">
      <SeatMeter text={seatsTaken} share={share} />
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 max-sm:[&>:nth-child(3):nth-last-child(3)]:col-span-2 sm:grid-cols-3">
        <Fact name="Ticket Price">
          <span className="money">{price}</span>
        </Fact>
        <Fact name="Seats Available?">{available}</Fact>
        <Fact name="Category">{category}</Fact>
        {cardSet && <Fact name="Card Set">{cardSet}</Fact>}
        {format && <Fact name="Format">{format}</Fact>}
      </dl>
    </div>
  )
}

function SeatMeter({ text, share }: { text: string; share: string }) {
  return (
    <div>
      <p className="count font-semibold">{text}</p>
      {/* Attributes of an SVG, because a style in the server's HTML would break the security policy. */}
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

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-ink-2">{name}</dt>
      <dd className="text-lg leading-snug font-semibold">{children}</dd>
    </div>
  )
}
