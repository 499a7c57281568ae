import { counted } from "~/lib/text"
import { formatMoney } from "~/lib/money"
import type { CartLine } from "~/shared/cart/useFreshCart"
import { ErrorText, Notice } from "~/ui/feedback/Notice"

/** What has changed about a line since it was added. `troubleId` is the ID of the text why it can't be booked. */
export function LineNotices({ line, troubleId }: { line: CartLine; troubleId?: string }) {
  const { priceChange } = line
  const trouble = troubleText(line)
  return (
    <>
      {priceChange && (
        <Notice look="warning" role="status">
          The price is now {formatMoney(priceChange.now)} (was {formatMoney(priceChange.was)}).
        </Notice>
      )}
      {trouble && <ErrorText id={troubleId}>{trouble}</ErrorText>}
    </>
  )
}

/** Returns the message on a line that cannot be booked as it is. */
function troubleText(line: CartLine): string | null {
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
