/** The page of a date's guests, before its door is open, with nobody waiting and no thank-you email. */
import type { DoorOfDate, GuestList, ProductDetail, Schemas } from "~/common/api/types"
import { paths } from "~/shop/paths"
import { answer, renderAt } from "~/testing/browser"
import { aGuestList, aUserInfo } from "~/testing/factories"

export function openGuestList(event: ProductDetail, over: Partial<GuestList> = {}) {
  const list = aGuestList(event, over)
  answer(`/api/products/${event._id}`, event)
  answer(`/api/products/${event._id}/guests`, ({ url }) => ({
    ...list,
    startTime: url.searchParams.get("startTime") ?? list.startTime,
  }))
  answer("/api/door/nights", aDoorOfDate())
  answer("/api/recaps/draft", { message: "There is none yet." }, 404)
  answerWaiting(event, [])
  return renderAt(paths.adminGuests(event._id, list.startTime), { as: aUserInfo({ isAdmin: true }) })
}

/** What the list knows of the door: by default, that it was never opened. */
export const aDoorOfDate = (over: Partial<DoorOfDate> = {}): DoorOfDate => ({
  night: null,
  inside: {},
  in: 0,
  guests: 19,
  left: 5,
  price: 13.8,
  undoable: [],
  refusal: null,
  earlier: [],
  ...over,
})

export const answerWaiting = ({ _id }: ProductDetail, entries: Schemas["WaitingList"]["entries"]) =>
  answer(`/api/products/${_id}/waiting`, { startTime: "", entries, freeSeats: 0, promisedSeats: 2 })
