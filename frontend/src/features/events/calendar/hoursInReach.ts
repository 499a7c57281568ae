/**
 * The hours of a week or a day scroll. Without an event among them nothing in there takes the focus, so their row does;
 * what scrolls stands inside of a table and may not.
 */
export function hoursInReach(view: string, place: HTMLElement): void {
  if (!view.startsWith("timeGrid")) return
  for (const part of place.querySelectorAll("div")) {
    const row = getComputedStyle(part).overflowY === "auto" && part.querySelector<HTMLElement>("[role=row]")
    if (row) row.tabIndex = 0
  }
}
