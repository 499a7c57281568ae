/** The page of a date's guests, before its door is open, with nobody waiting and no thank-you email. */
import type { GuestList, ProductDetail, Schemas } from "~/common/api/types"
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
  answer("/api/door/nights", { night: null, inside: {}, refusal: null })
  answer("/api/recaps/draft", { message: "There is none yet." }, 404)
  answerWaiting(event, [])
  return renderAt(paths.adminGuests(event._id, list.startTime), { as: aUserInfo({ isAdmin: true }) })
}

export const answerWaiting = ({ _id }: ProductDetail, entries: Schemas["WaitingList"]["entries"]) =>
  answer(`/api/products/${_id}/waiting`, { startTime: "", entries, freeSeats: 0, promisedSeats: 2 })
