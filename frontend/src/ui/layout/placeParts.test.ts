import { expect, test } from "vitest"
import { placeParts } from "~/ui/layout/PlaceText"

test.each([
  ["The Kettle, 4 Dock St, Port Alder, WA", ["The Kettle,", "4 Dock St,", "Port Alder, WA"]],
  ["4 Dock St, Port Alder, WA 98101", ["4 Dock St,", "Port Alder, WA 98101"]],
  ["The Kettle, Wharf", ["The Kettle,", "Wharf"]],
  [" The Kettle ", ["The Kettle"]],
])("a place is split after commas, but not between a city and its state: %s", (place, parts) => {
  expect(placeParts(place)).toEqual(parts)
})
