import clsx from "clsx"
import { Repeat } from "lucide-react"
import type { ReactNode, Ref } from "react"
import { Link } from "react-router-dom"
import type { EventTile } from "~/shared/card/tile"
import { LinkButton } from "~/ui/layout/Button"
import { Coaster } from "~/shared/card/Coaster"
import { Picture } from "~/ui/pictures/Picture"
import { WhenParts } from "~/ui/time/WhenParts"
import { YourTime } from "~/ui/time/YourTime"

interface EventCardProps {
  tile: EventTile
  /** Where the name and RSVP lead; without one, as in a preview, neither is a link. */
  href?: string
  /** Where the event's next date with seats is, for a date that is full or past. */
  nextHref?: string | undefined
  /** Below a section's h2 it is an h3. */
  heading?: "h2" | "h3"
  headingRef?: Ref<HTMLHeadingElement>
  /** Said before the name, to screen readers only. */
  quietPrefix?: string
  /** Flat on a phone: picture left, no description. */
  compact?: boolean
  /** How wide its picture is shown, as in <img sizes>. */
  sizes: string
  /** RSVP is outlined, in lists of many cards. */
  quiet?: boolean
  /** The first picture in sight */
  eager?: boolean
  /** Below the RSVP, such as staff's buttons. */
  children?: ReactNode
}

/** An event's date as a trading card: name bar, art window, type line, text box, stat box. Looks are in cards.css. */
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
          {/* The nights of a series share their name: in a list of headings the day tells them apart. */}
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
          <p className="event-card-stat">
            <span className="sr-only">{tile.seatsTaken}</span>
            <span aria-hidden className="count">
              {tile.seats}
            </span>
            <span aria-hidden className="event-card-stat-word">
              seats taken
            </span>
          </p>
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
      {tile.state !== "open" && <p className="event-card-sold-out">Sold Out!</p>}
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
