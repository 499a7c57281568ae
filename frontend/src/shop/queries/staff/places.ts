/** Staff's requests about the places of events. */
import { get, loud, send } from "~/common/api/requests"
import { request } from "~/common/api/client"
import type { Tag } from "~/common/api/queryClient"
import type { Changes, Seen } from "~/common/lib/changes"
import type { Place, PlaceForm } from "~/common/api/types"

/** What names a place, or says what a seat there costs and what guests find. */
const WITH_PLACE: readonly Tag[] = ["Place", "Product", "Bookings", "Order", "Quote"]

const at = (id: string, action = "") => `/api/places/${encodeURIComponent(id)}${action}`

/** All places, hidden ones too, by name. */
export const placesQuery = () => get<{ places: Place[] }>(["Place"], "/api/places", loud)

export const createPlaceMutation = send((place: PlaceForm) => request<Place>("POST", "/api/places", place), ["Place"])

export const updatePlaceMutation = send(
  ({ id, ...place }: Changes<PlaceForm> & { id: string }) => request<Place>("PUT", at(id), place),
  WITH_PLACE,
)

/** Refused if an event or a date is, or was, there. */
export const deletePlaceMutation = send(
  ({ id, ...seen }: { id: string } & Seen) => request<undefined>("DELETE", at(id), seen),
  ["Place"],
)

/** All that is at the place is at another one from now on, which is the answer. The place itself is hidden. */
export const mergePlaceMutation = send(
  ({ id, into, ...seen }: { id: string; into: string } & Seen) =>
    request<Place>("POST", at(id, "/merge"), { into, ...seen }),
  WITH_PLACE,
)
