/** A web search for the place, to be opened in a new tab; null, with a logged warning, if there is no place. */
export function mapLink(eventLocation: string): string | null {
  const place = eventLocation.trim()
  if (place === "" || place === "Default") {
    console.warn("No location is known for this event, so there is no map.")
    return null
  }
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place)}`
}
