/** "The Kettle, 4 Dock St, Port Alder, WA" in parts that stay on one line: a state stays with its town. */
export function placeParts(place: string): string[] {
  return place.trim().split(/(?<=,) +(?![A-Z]{2,3}(?: |$))/)
}
