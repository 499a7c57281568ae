const SECONDS = [1, 2, 4, 8, 10]
const JITTER = 0.2

/** Returns the milliseconds to wait after this many failures in a row. `random` is from 0 to 1. */
export function retryDelay(failures: number, random: number): number {
  const seconds = SECONDS[Math.min(failures, SECONDS.length) - 1] ?? SECONDS[0]!
  return Math.round(seconds * 1000 * (1 + JITTER * (2 * random - 1)))
}
