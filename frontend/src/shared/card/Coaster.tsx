import clsx from "clsx"

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
