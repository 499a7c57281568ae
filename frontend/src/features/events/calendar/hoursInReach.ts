/** The hours of a week or a day scroll. Without an event among them nothing in there takes the focus, so they do. */
export function hoursInReach(view: string, place: HTMLElement): void {
  if (!view.startsWith("timeGrid")) return
  for (const part of place.querySelectorAll("div")) {
    if (getComputedStyle(part).overflowY === "auto") part.tabIndex = 0
  }
}
