import { useWatch, type Control } from "react-hook-form"
import type { ProductDetail, ProductPreview } from "~/api/types"
import { priceOf, type EventValues } from "~/features/admin/events/edit/form/fields"
import { instantOf } from "~/features/admin/events/edit/schedule/wallTime"
import { eventTile } from "~/shared/card/eventTexts"
import { shop } from "~/state/shop"
import { EventCard } from "~/shared/card/EventCard"
import { useNow } from "~/ui/time/useNow"

interface CardPreviewProps {
  control: Control<EventValues>
  event: ProductDetail
  preview: ProductPreview | undefined
}

/** The event's public card as it would look after a save, with its first date. */
export function CardPreview({ control, event, preview }: CardPreviewProps) {
  const { timeZone } = shop()
  const values = useWatch({ control, compute: (typed: EventValues) => typed })
  const first = preview?.dates[0]
  const seats = Number(values.countInStock) || 0
  const taken = event.occurrences.find(({ startTime }) => startTime === first?.startTime)?.totalReservations ?? 0
  const tile = eventTile(
    {
      name: values.name.trim() || "No name yet",
      image: values.image,
      description: values.description,
      category: values.category,
      cardSet: values.cardSet,
      format: values.format,
      price: priceOf(values.price) ?? 0,
      startTime: first?.startTime ?? instantOf(values.startTime, timeZone) ?? event.startTime,
      endTime: first?.endTime ?? instantOf(values.endTime, timeZone) ?? event.endTime,
      maximumEventCapacity: seats,
      countInStock: Math.max(0, seats - taken),
      isRecurring: values.isRecurring === "yes",
    },
    shop(),
    useNow(),
  )
  // A draft with 0 seats isn't sold out: its number of seats hasn't been entered yet.
  const shown = event.status === "draft" && seats === 0 ? { ...tile, state: "open" as const, fewLeft: "" } : tile
  return (
    <section aria-labelledby="card-preview" className="grid gap-3">
      <h2 id="card-preview">How visitors see it</h2>
      <div className="max-w-[24rem] lg:max-w-none">
        <EventCard tile={shown} sizes="(min-width: 60rem) 24rem, 100vw" />
      </div>
    </section>
  )
}
