import { Fragment } from "react"

/** An event's location, whose lines break after commas. */
export function PlaceText({ place }: { place: string }) {
  return placeParts(place).map((part, index) => (
    <Fragment key={index}>
      <span className="inline-block [overflow-wrap:anywhere]">{part}</span>{" "}
    </Fragment>
  ))
}

/** Splits "The Kettle, 4 Dock St, Port Alder, WA" into parts that each stay on one line; a city keeps its state. */
export function placeParts(place: string): string[] {
  return place.trim().split(/(?<=,) +(?![A-Z]{2,3}(?: |$))/)
}

/** Returns the URL of a map search for the place. Without a place, logs a warning and returns null. */
export function mapLink(eventLocation: string): string | null {
  const place = eventLocation.trim()
  if (place === "" || place === "Default") {
    console.warn("No location is known for this event, so there is no map.")
    return null
  }
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place)}`
}
