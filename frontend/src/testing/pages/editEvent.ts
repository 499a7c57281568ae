/** Helpers for tests of the event form: events to edit, the server's responses, and the requests of the form. */
import { fireEvent, screen } from "@testing-library/react"
import type { BookedDate, ProductDetail, ProductPreview } from "~/common/api/types"
import { paths } from "~/shop/paths"
import { aDate, aProduct, aUserInfo } from "~/testing/factories"
import { answer, calls, renderAt, requests } from "~/testing/browser"

// Friday, December 12, 2036, 7 PM at the venue, and the following weeks: always in the future.
export const FRIDAYS = ["2036-12-13T03:00:00Z", "2036-12-20T03:00:00Z", "2036-12-27T03:00:00Z", "2037-01-03T03:00:00Z"]

export const anEvent = (over: Partial<ProductDetail> = {}) =>
  aProduct({ occurrences: [aDate({ startTime: FRIDAYS[0]! })], ...over })

export const aSeries = (over: Partial<ProductDetail> = {}) =>
  anEvent({
    isRecurring: true,
    recurringPattern: { recurringInterval: "weekly", endDate: "2037-01-04T07:59:00Z", customOccurrenceConfig: null },
    occurrences: FRIDAYS.map((startTime) => aDate({ startTime })),
    ...over,
  })

export const datesAt = (...starts: string[]): ProductPreview["dates"] =>
  starts.map((startTime) => ({ startTime, endTime: aDate({ startTime }).endTime }))

export const aBookedDate = (over: Partial<BookedDate> = {}): BookedDate => ({
  startTime: FRIDAYS[0]!,
  endTime: aDate({ startTime: FRIDAYS[0]! }).endTime,
  totalReservations: 3,
  newStartTime: "2036-12-13T04:00:00Z",
  newEndTime: "2036-12-13T07:00:00Z",
  ...over,
})

/** Opens the form. The server responds to saves with the event and to previews with `preview`. */
export function openForm(event: ProductDetail, preview: Partial<ProductPreview> = {}, tab: "" | "?tab=dates" = "") {
  answer(`/api/products/${event._id}`, event)
  answer(`PUT /api/products/${event._id}`, event)
  answer(`POST /api/products/${event._id}/preview`, {
    dates: datesAt(...event.occurrences.map(({ startTime }) => startTime)),
    skippedDates: [],
    bookedDates: [],
    overbooked: [],
    ...preview,
  })
  answer("/api/products", { products: [event], page: 1, pages: 1, total: 1 })
  return renderAt(paths.adminEvent(event._id, tab), { as: aUserInfo({ isAdmin: true }) })
}

/** Opens the event's dates. */
export const openDates = (event: ProductDetail) => openForm(event, {}, "?tab=dates")

/** Opens folded fields. */
export async function unfold({ user }: ReturnType<typeof openForm>, title: string) {
  await user.click(await screen.findByRole("heading", { name: title }))
}

export const saves = () => requests("PUT").map(({ body }) => body as Record<string, unknown>)
export const previews = () =>
  calls.filter(({ url }) => url.pathname.endsWith("/preview")).map(({ body }) => body as Record<string, unknown>)
export const update = async (user: ReturnType<typeof openForm>["user"]) =>
  user.click(screen.getByRole("button", { name: /^(Update|Publish)$/ }))
export const choose = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
