/** Whole minutes until an instant, rounded up; 0 when it is over. */
export function minutesLeft(until: string, now: number): number {
  return Math.max(0, Math.ceil((Date.parse(until) - now) / 60_000))
}
