/** Helpers for tests of the event form: events to edit, the server's responses, and the requests of the form. */
import { fireEvent, screen } from "@testing-library/react"
import { http, HttpResponse } from "msw"
import type { Affected, BookedDate, ProductDetail, ProductPreview } from "~/common/api/types"
import { paths } from "~/shop/paths"
import { aDate, aProduct, aUserInfo } from "~/testing/factories"
import { answer, calls, renderAt, requests, server } from "~/testing/browser"

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

/** Whom moving these dates an hour later concerns: on each, 3 people with 3 seats, and somebody who waits. */
export function affectedBy(...starts: string[]): Affected {
  const each = { users: 3, orders: 3, seats: 3, money: 30, guests: 1, waiting: 1, inside: 0 }
  const later = (iso: string, hours: number) => new Date(Date.parse(iso) + hours * 3_600_000).toISOString()
  const dates = starts.map((startTime) => ({
    startTime,
    newStartTime: later(startTime, 1),
    newEndTime: later(startTime, 4),
    kind: "moved" as const,
    choice: true,
    ...each,
  }))
  const sums = Object.entries(each).map(([name, value]) => [name, value * starts.length])
  return { ...(Object.fromEntries(sums) as typeof each), dates, digest: "d1" }
}

/** Makes the server ask about booked dates until a save says whether they move. */
const askAboutBookings = (event: ProductDetail, ...starts: string[]) =>
  server.use(
    http.put(`*/api/products/${event._id}`, async ({ request }) => {
      const sent = (await request.clone().json()) as { moveBookings?: boolean }
      if (sent.moveBookings !== undefined) return
      const bookedDates = starts.map((startTime) => aBookedDate({ startTime }))
      return HttpResponse.json(
        { message: "These dates have bookings.", code: "booked_dates", bookedDates },
        { status: 409 },
      )
    }),
  )

/** Opens the form, moves its dates an hour and saves: the server asks about the bookings of these dates. */
export async function openMove(event: ProductDetail, ...starts: string[]) {
  const visit = openForm(event, { affected: affectedBy(...starts) })
  askAboutBookings(event, ...starts)
  await screen.findByLabelText("Event Name")
  choose(/^Start Time/, "2036-12-12T20:00")
  await update(visit.user)
  const dialog = await screen.findByRole("dialog", { name: /^Move / })
  return { ...visit, dialog }
}

/** Opens the form. The server responds to saves with the event and to previews with `preview`. */
export function openForm(event: ProductDetail, preview: Partial<ProductPreview> = {}, tab: "" | "?tab=dates" = "") {
  answer(`/api/products/${event._id}`, event)
  answer(`PUT /api/products/${event._id}`, event)
  answer(`POST /api/products/${event._id}/preview`, {
    dates: datesAt(...event.occurrences.map(({ startTime }) => startTime)),
    skippedDates: [],
    bookedDates: [],
    overbooked: [],
    affected: null,
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
