/**
 * The server's clock, from the `Date` header of its responses. A hold ends by that clock, and a visitor's device may be
 * minutes off.
 */
let offset = 0

/**
 * Compares the clocks. The header has whole seconds, and the response was made somewhere between `sentAt` and
 * `receivedAt`: the smallest correction that agrees with both is taken, so that two right clocks stay equal.
 */
export function setServerClock(header: string | null, sentAt: number, receivedAt: number): void {
  const second = Date.parse(header ?? "")
  if (Number.isNaN(second)) return
  const [least, most] = [second - receivedAt, second + 1_000 - sentAt]
  offset = Math.min(Math.max(0, least), Math.max(least, most))
}

/** The time in milliseconds by the server's clock. */
export function serverNow(): number {
  return Date.now() + offset
}

/** Forgets the comparison, as a new page does. */
export function resetServerClock(): void {
  offset = 0
}
