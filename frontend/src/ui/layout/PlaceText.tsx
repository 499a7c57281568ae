import { Fragment } from "react"
import { placeParts } from "~/lib/placeParts"

/** An event's location, whose lines break after commas. */
export function PlaceText({ place }: { place: string }) {
  return placeParts(place).map((part, index) => (
    <Fragment key={index}>
      <span className="inline-block [overflow-wrap:anywhere]">{part}</span>{" "}
    </Fragment>
  ))
}
