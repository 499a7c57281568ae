import { formatDay } from "~/lib/time/dates"

/** In a list of headings two dates of one night are told apart; the eye sees the date beside its name. */
export function OnDay({ at, timeZone }: { at: string; timeZone: string }) {
  return (
    <>
      {" "}
      <span className="sr-only">{`on ${formatDay(at, timeZone)}`}</span>
    </>
  )
}
