/** Splits "The Kettle, 4 Dock St, Port Alder, WA" into parts that each stay on one line; a city keeps its state. */
export function placeParts(place: string): string[] {
  return place.trim().split(/(?<=,) +(?![A-Z]{2,3}(?: |$))/)
}
