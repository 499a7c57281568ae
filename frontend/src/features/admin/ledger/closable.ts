import { addMonths, formatMonth } from "~/lib/time/months"
import { wallDay } from "~/lib/time/wallClock"

const WAIT = 24 * 60 * 60_000 // PayPal's report may lag. The server requires the same.

/** Whether a month ("2026-11") has been over for 24 hours in the zone. `now`: milliseconds */
export const isClosable = (month: string, now: number, timeZone: string) =>
  wallDay(now - WAIT, timeZone).slice(0, 7) > month

/** The first day on which a month can be closed: "December 2" */
export const firstClosingDay = (month: string) => `${formatMonth(addMonths(month, 1)).split(" ")[0]} 2`
