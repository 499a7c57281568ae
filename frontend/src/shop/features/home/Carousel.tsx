import { ChevronLeft, ChevronRight } from "lucide-react"
import { useState, type ReactNode } from "react"
import { Link } from "~/common/ui/layout/Link"
import type { ProductDate } from "~/common/api/types"
import { dateKey } from "~/shop/shared/card/DateCard"
import { categoryFrame } from "~/shop/shared/card/eventTexts"
import { formatLongDay, formatShortDate } from "~/common/lib/time/dates"
import { paths } from "~/shop/paths"
import { announce } from "~/common/ui/feedback/announce"
import { useSlides } from "~/common/ui/hooks/useSlides"
import { Picture } from "~/common/ui/pictures/Picture"

/** A carousel that wraps around and doesn't move by itself. */
export default function Carousel({ dates }: { dates: ProductDate[] }) {
  const [at, setAt] = useState(0)
  const selected = Math.min(at, dates.length - 1) // there may be fewer events than when the slide was selected
  const row = useSlides<HTMLDivElement>(selected, setAt)
  const turn = (step: 1 | -1) => {
    const index = (selected + step + dates.length) % dates.length
    setAt(index)
    announce(`Slide ${index + 1} of ${dates.length}: ${caption(dates[index]!)}`)
  }
  return (
    <section aria-roledescription="carousel" aria-label="Featured events" className="relative">
      <h2 className="sr-only">Featured events</h2>
      {/* The focus rings contrast with the color of the shown slide. */}
      <div
        data-frame={categoryFrame(dates[selected]!.category)}
        className="slide-turns absolute right-8 bottom-8 z-10 flex gap-2 [--focus-a:var(--color-on-frame)] [--focus-b:var(--frame)]"
      >
        <TurnButton name="Previous" onClick={() => turn(-1)}>
          <ChevronLeft aria-hidden />
        </TurnButton>
        <TurnButton name="Next" onClick={() => turn(1)}>
          <ChevronRight aria-hidden />
        </TurnButton>
      </div>
      <div
        {...row}
        className="flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain scroll-smooth rounded-card [scrollbar-width:none]"
      >
        {dates.map((date, index) => (
          <Slide key={dateKey(date)} date={date} shown={index === selected} place={`${index + 1} of ${dates.length}`} />
        ))}
      </div>
    </section>
  )
}

function Slide({ date, shown, place }: { date: ProductDate; shown: boolean; place: string }) {
  return (
    <div
      role="group"
      aria-roledescription="slide"
      aria-label={place}
      inert={!shown}
      data-frame={categoryFrame(date.category)}
      className="w-full shrink-0 snap-start"
    >
      <figure
        aria-label={`${date.title}, ${formatLongDay(date.startTime)}`} // otherwise its name is all of its text
        className="relative grid grid-cols-[minmax(0,2fr)_minmax(0,1fr)] overflow-hidden rounded-card border-3 border-[var(--frame)] bg-[var(--frame)]"
      >
        <Picture image={date.image} sizes="(min-width: 74rem) 48rem, 64vw" className="h-full" />
        <figcaption className="slide-caption flex flex-col justify-center gap-3 p-8 pb-24 text-on-frame">
          {/* As on a card, the link covers the whole slide. */}
          <Link
            to={paths.event(date._id, date.startTime)}
            className="line-clamp-3 font-display text-2xl leading-tight text-on-frame no-underline [--focus-a:var(--color-on-frame)] [--focus-b:var(--frame)] after:absolute after:inset-0 hover:underline"
          >
            {caption(date)}
          </Link>
          <p className="line-clamp-4">{date.description}</p>
        </figcaption>
      </figure>
    </div>
  )
}

function TurnButton({ name, onClick, children }: { name: string; onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-label={name}
      onClick={onClick}
      className="grid size-[48px] place-items-center rounded-pill border border-line bg-foam text-ink shadow-1 hover:bg-malt"
    >
      {children}
    </button>
  )
}

/** "12/4/2026 - Friday Commander Night" */
function caption({ startTime, title }: ProductDate): string {
  return `${formatShortDate(startTime)} - ${title}`
}
