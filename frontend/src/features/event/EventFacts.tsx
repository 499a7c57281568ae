import type { ReactNode } from "react"
import type { ProductDetail } from "~/api/types"
import type { EventTexts } from "~/shared/card/eventTexts"

/** The event's facts as a list of names and values, without empty optional facts. */
export function EventFacts({ product, texts }: { product: ProductDetail; texts: EventTexts }) {
  const facts: [name: string, value: ReactNode][] = [
    ["Ticket Price", <Price key="price" texts={texts} />],
    ["Seats Available?", texts.available],
    ["Category", product.category],
    ["Card Set", product.cardSet],
    ["Format", product.format],
  ]
  return (
    <div className="grid gap-4">
      <SeatMeter text={texts.seatsTaken} share={texts.share} />
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-3">
        {facts
          .filter(([, value]) => value)
          .map(([name, value]) => (
            <Fact key={name} name={name}>
              {value}
            </Fact>
          ))}
      </dl>
    </div>
  )
}

function Price({ texts }: { texts: EventTexts }) {
  return (
    <>
      <span className="money">{texts.price}</span>
      {texts.taxed && <span className="block text-sm font-normal text-ink-2">{texts.taxed}</span>}
    </>
  )
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

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-ink-2">{name}</dt>
      <dd className="text-lg leading-snug font-semibold">{children}</dd>
    </div>
  )
}
