import { useSyncExternalStore } from "react"
import { announcement } from "~/ui/feedback/announce"

/** The one polite live region; it is always on the page, because regions that come with their text stay unheard. */
export function Announcer() {
  const text = useSyncExternalStore(announcement.subscribe, announcement.get)
  return (
    <div role="status" aria-live="polite" className="sr-only">
      {text}
    </div>
  )
}
