/** Whole minutes until an instant, rounded up; 0 if it has passed. */
export function minutesLeft(until: string, now: number): number {
  return Math.max(0, Math.ceil((Date.parse(until) - now) / 60_000))
}
