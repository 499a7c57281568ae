/**
 * The server's time, from the `Date` header of its responses. Holds expire by the server's clock, and the clock of a
 * visitor's device may be minutes off.
 */
let offset = 0

/**
 * Sets the correction of the device's clock. The header has whole seconds, and the response was created at some time
 * between `sentAt` and `receivedAt`, so the smallest correction consistent with both is used: 0 for a correct clock.
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

/** Resets the correction, as loading a page does. */
export function resetServerClock(): void {
  offset = 0
}
