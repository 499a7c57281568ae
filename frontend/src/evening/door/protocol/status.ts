/** What the screens say before and after signing in. */
import { counted } from "~/common/lib/text"
import { formatDay } from "~/common/lib/time/clubTime"
import type { GuestList } from "./types"

const DAY_MS = 24 * 60 * 60 * 1000

/** Why guests don't come in tonight, or "": the date may have been canceled or moved since the phone entered. */
export function describeDate(
  { isCanceled, startTime }: Pick<GuestList["night"], "isCanceled" | "startTime">,
  now: number,
): string {
  if (isCanceled) return "This date is canceled."
  return Date.parse(startTime) - now > DAY_MS ? `This date is on ${formatDay(startTime)}, not today.` : ""
}

/** "2 entries are still to be sent." */
export const describeQueue = (count: number): string =>
  `${counted(count, "entry", "entries")} ${count === 1 ? "is" : "are"} still to be sent.`
