import { makeStore } from "~/lib/store"

export const announcement = makeStore("")

/** Tells screen readers politely, with nothing to be seen. The same text again is told again. */
export function announce(text: string): void {
  announcement.set(announcement.get() === text ? `${text}\u00a0` : text)
}
