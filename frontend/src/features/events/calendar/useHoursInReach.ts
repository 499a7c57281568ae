import { useEffect, type RefObject } from "react"
import type { ShownDays } from "~/features/events/calendar/calendarEvent"

/** FullCalendar measures what fits before it draws, which takes it a few frames. */
export const DRAWN_MS = 60

/**
 * The hours of a week or a day scroll. With an event among them that takes the focus. Without one (`empty`) their row
 * does; what scrolls stands inside of a table and may not.
 */
export function useHoursInReach(place: RefObject<HTMLElement | null>, shown: ShownDays | null, empty: boolean): void {
  useEffect(() => {
    if (!empty || !shown?.view.startsWith("timeGrid")) return
    let row: HTMLElement | null = null
    const soon = setTimeout(() => {
      row = hoursOf(place.current)
      row?.setAttribute("tabindex", "0")
      row?.setAttribute("aria-label", "Hours")
    }, DRAWN_MS)
    return () => {
      clearTimeout(soon)
      row?.removeAttribute("tabindex")
      row?.removeAttribute("aria-label")
    }
  }, [place, shown, empty])
}

function hoursOf(place: HTMLElement | null): HTMLElement | null {
  for (const part of place?.querySelectorAll("div") ?? []) {
    const row = getComputedStyle(part).overflowY === "auto" && part.querySelector<HTMLElement>("[role=row]")
    if (row) return row
  }
  return null
}
