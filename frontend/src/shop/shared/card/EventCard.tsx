import clsx from "clsx"
import { Repeat } from "lucide-react"
import type { ReactNode, Ref } from "react"
import { Link } from "~/common/ui/layout/Link"
import type { EventTile } from "~/shop/shared/card/eventTexts"
import type { Going } from "~/shop/shared/nextUp/going"
import { LinkButton } from "~/common/ui/layout/Button"
import { Picture } from "~/common/ui/pictures/Picture"
import { AtDot, WhenParts, YourTime } from "~/common/ui/time/When"

interface EventCardProps {
  tile: EventTile
  /** The target of the name and RSVP. Without it, as in a preview, there are no links. */
  href?: string
  /** The event's next date with seats, for a date that is full or past. */
  nextHref?: string | undefined
  /** The user's seats on this date. */
  going?: Going | null
  /** h3 if the section has an h2. */
  heading?: "h2" | "h3"
  headingRef?: Ref<HTMLHeadingElement>
  /** On phones: image on the left, no description. */
  compact?: boolean
  /** The width of its image, as in <img sizes>. */
  sizes: string
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
  going = null,
  heading: Heading = "h3",
  headingRef,
  compact = false,
  sizes,
  eager = false,
  children,
}: EventCardProps) {
  return (
    <article data-frame={tile.frame} data-state={tile.state} className={clsx("event-card", compact && "is-compact")}>
      <div className="event-card-name">
        <Heading ref={headingRef} tabIndex={headingRef ? -1 : undefined}>
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
        {tile.category && tile.setAndFormat ? (
          <AtDot before={tile.category} after={tile.setAndFormat} />
        ) : (
          tile.category + tile.setAndFormat
        )}
      </p>
      <p className="event-card-when">
        <WhenParts {...tile.when} />
        <span className="event-card-venue">{tile.venue}</span>
      </p>
      <p className="event-card-text">{tile.description}</p>
      <div className="event-card-end">
        <div className="event-card-foot">
          <p className="event-card-price">
            <span className="money">{tile.price}</span>
            <YourTime at={tile.startTime} className="event-card-yours" />
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
        {going && href ? (
          <GoingAction going={going} tile={tile} href={href} />
        ) : (
          <CardAction tile={tile} href={href} nextHref={nextHref} />
        )}
      </div>
      {children}
    </article>
  )
}

/** The ticket of a user who has seats, and smaller, the way to more of them. */
function GoingAction({ going, tile, href }: { going: Going; tile: EventTile; href: string }) {
  return (
    <div className="event-card-action">
      <LinkButton to={going.to} look="secondary" aria-label={`${going.text}, ${tile.name}, ${tile.day}`}>
        {going.text}
      </LinkButton>
      {tile.state === "open" && (
        <Link
          to={href}
          aria-label={`Book more seats, ${tile.name}, ${tile.day}`}
          className="inline-flex min-h-tap items-center justify-self-center text-sm underline"
        >
          Book more seats
        </Link>
      )}
      {tile.state === "full" && <p className="event-card-note">Sold Out!</p>}
    </div>
  )
}

interface ActionProps {
  tile: EventTile
  href: string | undefined
  nextHref: string | undefined
}

function CardAction({ tile, href, nextHref }: ActionProps) {
  const canBook = tile.state === "open" || tile.state === "held"
  const note = tile.state === "past" ? "This date has passed" : tile.fewLeft || tile.held || tile.cancelReason
  return (
    <div className="event-card-action">
      {note && <p className={clsx("event-card-note", tile.fewLeft && "text-warn")}>{note}</p>}
      {canBook && href && (
        <LinkButton to={href} aria-label={`RSVP for ${tile.name}, ${tile.day}`} look="secondary" className="w-full">
          RSVP
        </LinkButton>
      )}
      {!canBook && <p className="event-card-sold-out">{tile.state === "canceled" ? "Canceled" : "Sold Out!"}</p>}
      {tile.hasWaitingList && href && (
        <LinkButton
          to={`${href}#waiting-list`}
          look="secondary"
          aria-label={`Join the waiting list for ${tile.name}, ${tile.day}`}
        >
          Join the waiting list
        </LinkButton>
      )}
      {!canBook && !tile.hasWaitingList && !tile.next && href && (
        <LinkButton to={`${href}#similar-events`} look="secondary" aria-label={`Similar events: ${tile.name}`}>
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
export function Coaster({ month, day, className }: { month: string; day: string; className?: string }) {
  return (
    <span
      aria-hidden
      className={clsx(
        "inline-grid shrink-0 place-content-center rounded-pill border-2 border-felt-2 bg-foam text-center text-ink shadow-1 outline outline-1 -outline-offset-5 outline-line size-14",
        className,
      )}
    >
      <span className="text-[0.625rem] leading-none font-bold tracking-wide uppercase">{month}</span>
      <span className="font-display leading-none text-[1.375rem]">{day}</span>
    </span>
  )
}
