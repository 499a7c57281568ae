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
  return place
    .trim()
    .replaceAll(/, +(?![A-Z]{2,3}(?: |$))/g, ",\n")
    .split("\n")
}
