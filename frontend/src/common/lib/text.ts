/** counted(1, "seat") → "1 seat", counted(3, "seat") → "3 seats", counted(2, "person", "people") → "2 people" */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`
}

/** A day or a sum that stays on one line: with spaces that don't break. */
export const unbroken = (text: string): string => text.replaceAll(" ", "\u00a0")

/** "refund requested" → "Refund requested" */
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** "Ana Diaz"; the last name is optional. */
export function fullName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return [firstName, lastName].filter(Boolean).join(" ")
}

/** Returns a message for users about anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error && error.message ? error.message : "Something went wrong. Try again."
}
