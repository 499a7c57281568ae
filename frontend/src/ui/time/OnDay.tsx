import { formatDay } from "~/lib/time/dates"

/**
 * For screen readers: distinguishes the dates of an event in a list of headings. The visible date is next to the name.
 */
export function OnDay({ at, timeZone }: { at: string; timeZone: string }) {
  return (
    <>
      {" "}
      <span className="sr-only">{`on ${formatDay(at, timeZone)}`}</span>
    </>
  )
}
