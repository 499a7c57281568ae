import { counted } from "~/lib/counted"
import type { CartLine } from "~/shared/cart/useFreshCart"

/** Returns the message on a line that cannot be booked as it is. */
export function troubleText(line: CartLine): string | null {
  switch (line.trouble) {
    case "full":
      return "This date is sold out now."
    case "short":
      return line.left === 1 ? "Only 1 seat is left on this date." : `Only ${line.left} seats are left on this date.`
    case "past":
      return "This date has passed."
    case "unavailable":
      return "This date can no longer be booked."
    case "undated":
      return "No date is chosen yet."
    case null:
      return null
  }
}

/** Returns why the user cannot continue to checkout, or null. */
export function blockedReason(lines: readonly CartLine[]): string | null {
  if (lines.length === 0) return "Your cart is empty."
  const unavailable = lines.filter(
    ({ trouble }) => trouble === "full" || trouble === "past" || trouble === "unavailable",
  ).length
  if (unavailable > 0)
    return `Remove the ${unavailable === 1 ? "date" : counted(unavailable, "date")} that can't be booked to continue.`
  if (lines.some(({ trouble }) => trouble === "short")) return "Choose fewer seats on the marked dates to continue."
  if (lines.some(({ trouble }) => trouble === "undated")) return "Choose a date for every event to continue."
  return null
}
