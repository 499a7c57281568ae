import clsx from "clsx"
import { formatDateTime } from "~/lib/time/dates"
import { shop } from "~/state/shop"

/**
 * The style of a link within texts: as high as its line, but with the tap target of a button on small screens. Two such
 * links need 22 px between them, or their targets overlap.
 */
export const rowLink =
  "-my-[11px] inline-flex min-h-tap items-center py-[11px] underline [overflow-wrap:anywhere] lg:my-0 lg:min-h-6 lg:py-0"

/** A link whose tap target is the whole `relative` box around it. Other links in the box use `aboveBox`. */
export const wholeBox = "after:absolute after:inset-0 after:rounded-[inherit]"
export const aboveBox = "relative z-1"

export function MailLink({ email, className = rowLink }: { email: string; className?: string }) {
  return (
    <a href={`mailto:${email}`} className={clsx(className, "text-link [overflow-wrap:anywhere]")}>
      {email}
    </a>
  )
}

/** "12/4/2026, 7:00 PM PST", with a possible line break after the day */
export function DateTime({ at }: { at: string }) {
  const [day, time] = formatDateTime(at, shop().timeZone).split(", ")
  return (
    <>
      <span className="inline-block">{day},</span> <span className="inline-block">{time}</span>
    </>
  )
}

/** The end of an ID, because IDs begin alike. The tooltip and screen readers have the full ID. */
export function ShortId({ id }: { id: string }) {
  return (
    <span title={id} className="count whitespace-nowrap">
      <span aria-hidden>…{id.slice(-6)}</span>
      <span className="sr-only">{id}</span>
    </span>
  )
}
