/**
 * Random numbers that are the same on every phone: mulberry32 (Tommy Ettinger, public domain), which starts from the
 * tournament's seed and a label, so that nothing depends on how many numbers were drawn before.
 */

/** Returns a number from 0 to below 1. */
export type Random = () => number

export function randomFrom(seed: number, label: string): Random {
  let state = hash(`${seed} ${label}`)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** FNV-1a with 32 bits. Labels are ASCII. */
function hash(label: string): number {
  let state = 0x811c9dc5
  for (let i = 0; i < label.length; i++) state = Math.imul(state ^ label.charCodeAt(i), 0x01000193)
  return state
}

/** Returns the items in random order (Fisher and Yates). */
export function shuffle<T>(items: readonly T[], random: Random): T[] {
  const shuffled = [...items]
  for (let last = shuffled.length - 1; last > 0; last--) {
    const chosen = Math.floor(random() * (last + 1))
    ;[shuffled[last], shuffled[chosen]] = [shuffled[chosen]!, shuffled[last]!]
  }
  return shuffled
}
