import type { CanceledDate } from "~/api/types"
import { formatDay } from "~/lib/time/dates"

/** "Wed, Nov 25 is canceled. The bar has a private party." */
export function canceledText({ startTime, reason }: CanceledDate, timeZone: string): string {
  return `${formatDay(startTime, timeZone)} is canceled. ${/[.!?…]$/.test(reason) ? reason : `${reason}.`}`
}
