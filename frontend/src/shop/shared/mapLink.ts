/** Returns the URL of a map search for the place. Without a place, logs a warning and returns null. */
export function mapLink(eventLocation: string): string | null {
  const place = eventLocation.trim()
  if (place === "" || place === "Default") {
    console.warn("No location is known for this event, so there is no map.")
    return null
  }
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place)}`
}
