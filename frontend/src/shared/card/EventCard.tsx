import clsx from "clsx"
import { Repeat } from "lucide-react"
import type { ReactNode, Ref } from "react"
import { Link } from "react-router-dom"
import type { EventTile } from "~/shared/card/eventTexts"
import { LinkButton } from "~/ui/layout/Button"
import { Picture } from "~/ui/pictures/Picture"
import { WhenParts, YourTime } from "~/ui/time/When"

interface EventCardProps {
  tile: EventTile
  /** The target of the name and RSVP. Without it, as in a preview, there are no links. */
  href?: string
  /** The event's next date with seats, for a date that is full or past. */
  nextHref?: string | undefined
  /** h3 if the section has an h2. */
  heading?: "h2" | "h3"
  headingRef?: Ref<HTMLHeadingElement>
  /** Text before the name, for screen readers only. */
  quietPrefix?: string
  /** On phones: image on the left, no description. */
  compact?: boolean
  /** The width of its image, as in <img sizes>. */
  sizes: string
  /** Outlines RSVP, for lists of many cards. */
  quiet?: boolean
  /** For the first visible image. */
  eager?: boolean
  /** Content below RSVP, such as buttons for staff. */
  children?: ReactNode
}

/** An event's date as a trading card: name bar, art window, type line, text box, stat box. Styled in cards.css. */
export function EventCard({
  tile,
  href,
  nextHref,
  heading: Heading = "h3",
  headingRef,
  quietPrefix,
  compact = false,
  quiet = false,
  sizes,
  eager = false,
  children,
}: EventCardProps) {
  return (
    <article data-frame={tile.frame} data-state={tile.state} className={clsx("event-card", compact && "is-compact")}>
      <div className="event-card-name">
        <Heading ref={headingRef} tabIndex={headingRef ? -1 : undefined}>
          {quietPrefix && <span className="sr-only">{quietPrefix}</span>}
          {href ? <Link to={href}>{tile.name}</Link> : <span>{tile.name}</span>}{" "}
          {/* Distinguishes the dates of a series in a list of headings. */}
          <span className="sr-only">{`on ${tile.day}`}</span>
        </Heading>
        {tile.repeats && (
          <span className="event-card-repeats">
            <Repeat aria-hidden size={16} />
            <span>Repeats</span>
          </span>
        )}
      </div>
      <div className="event-card-art">
        <Picture image={tile.image} sizes={sizes} eager={eager} />
        <Coaster {...tile.badge} className="event-card-coaster" />
      </div>
      <p className="event-card-type">
        <span>{tile.typeLine}</span>
        {tile.format && <span className="event-card-format">{tile.format}</span>}
      </p>
      <p className="event-card-when">
        <WhenParts {...tile.when} />
      </p>
      <p className="event-card-text">{tile.description}</p>
      <div className="event-card-end">
        <div className="event-card-foot">
          <p className="event-card-price">
            <span className="money">{tile.price}</span>
            {tile.taxed && <span className="event-card-taxed">{tile.taxed}</span>}
            <YourTime at={tile.startTime} timeZone={tile.timeZone} className="event-card-yours" />
          </p>
          {tile.state !== "canceled" && (
            <p className="event-card-stat">
              <span className="sr-only">{tile.seatsTaken}</span>
              <span aria-hidden className="count">
                {tile.seats}
              </span>
              <span aria-hidden className="event-card-stat-word">
                seats taken
              </span>
            </p>
          )}
        </div>
        <CardAction tile={tile} href={href} nextHref={nextHref} quiet={quiet} />
      </div>
      {children}
    </article>
  )
}

interface ActionProps {
  tile: EventTile
  href: string | undefined
  nextHref: string | undefined
  quiet: boolean
}

function CardAction({ tile, href, nextHref, quiet }: ActionProps) {
  return (
    <div className="event-card-action">
      {tile.fewLeft && <p className="event-card-note text-warn">{tile.fewLeft}</p>}
      {tile.state === "past" && <p className="event-card-note">This date has passed</p>}
      {tile.state === "open" && href && (
        <LinkButton
          to={href}
          aria-label={`RSVP for ${tile.name}, ${tile.day}`}
          look={quiet ? "secondary" : "primary"}
          className="w-full"
        >
          RSVP
        </LinkButton>
      )}
      {tile.state === "canceled" && <p className="event-card-note">{tile.cancelReason}</p>}
      {tile.state !== "open" && (
        <p className="event-card-sold-out">{tile.state === "canceled" ? "Canceled" : "Sold Out!"}</p>
      )}
      {tile.state !== "open" && !tile.next && href && (
        <LinkButton to={`${href}#more-nights`} look="secondary" aria-label={`Similar events: ${tile.name}`}>
          Similar events
        </LinkButton>
      )}
      {tile.next && nextHref && (
        <p className="event-card-next">
          <span>Next one on {tile.next.day}</span>
          <LinkButton to={nextHref} look="secondary" aria-label={`RSVP for ${tile.name}, ${tile.next.longDay}`}>
            RSVP
          </LinkButton>
        </p>
      )}
    </div>
  )
}

/** The date badge: month and day on a coaster. Decorative, because the text always has the full date. */
export function Coaster({
  month,
  day,
  small = false,
  className,
}: {
  month: string
  day: string
  small?: boolean
  className?: string
}) {
  return (
    <span
      aria-hidden
      className={clsx(
        "inline-grid shrink-0 place-content-center rounded-pill border-2 border-felt-2 bg-foam text-center text-ink shadow-1 outline outline-1 -outline-offset-5 outline-line",
        small ? "size-[44px]" : "size-[56px]",
        className,
      )}
    >
      <span className="text-[0.625rem] leading-none font-bold tracking-wide uppercase">{month}</span>
      <span className={clsx("font-display leading-none", small ? "text-lg" : "text-[1.375rem]")}>{day}</span>
    </span>
  )
}
