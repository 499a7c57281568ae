import { Fragment } from "react"
import { placeParts } from "~/lib/placeParts"

/** Where an event is, in lines that break after a comma. */
export function PlaceText({ place }: { place: string }) {
  return placeParts(place).map((part, index) => (
    <Fragment key={index}>
      <span className="inline-block [overflow-wrap:anywhere]">{part}</span>{" "}
    </Fragment>
  ))
}
