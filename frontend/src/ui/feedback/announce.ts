import { makeStore } from "~/lib/store"

/** Long enough to be heard after what is being read; what stood there longer would be found on other pages. */
const HEARD_MS = 10_000

export const announcement = makeStore("")
let forgetting: ReturnType<typeof setTimeout>

/** Tells screen readers politely, with nothing to be seen. The same text again is told again. */
export function announce(text: string): void {
  announcement.set(announcement.get() === text ? `${text}\u00a0` : text)
  clearTimeout(forgetting)
  forgetting = setTimeout(() => announcement.set(""), HEARD_MS)
}
