/** The form that cancels or moves a date, what the server counts for it, and its progress. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react"
import { http, HttpResponse } from "msw"
import { expect } from "vitest"
import type { DateChange, DateChangePreview, DateChangeRequest, StoryEntry } from "~/common/api/types"
import { paths } from "~/shop/paths"
import { aGuestList, aPlace, aProduct, aUserInfo } from "~/testing/factories"
import { answer, renderAt, requests, server, type Visit } from "~/testing/browser"

export const FRIDAY = "2036-12-13T03:00:00Z" // Friday, December 12, 7 PM at the venue
export const SATURDAY = "2036-12-14T04:00:00Z"
export const REASON = "The café closes."

export const KETTLE = aPlace({ name: "Copper Kettle", address: "12 Main St" })

export const event = aProduct({ name: "Friday Draft" })
const CHANGES = `/api/products/${event._id}/date-changes`

const AFFECTED: DateChangePreview = {
  people: 41,
  orders: 18,
  seats: 44,
  money: 396,
  guests: 3,
  inside: 0,
  waiting: 5,
  digest: "d1",
}

export const aDateChange = (over: Partial<DateChange> = {}): DateChange => ({
  _id: "6b0022129c206dee8f3169d6",
  product: event._id,
  startTime: FRIDAY,
  kind: "cancel",
  reason: REASON,
  answerUntil: "2036-12-09T03:00:00Z",
  status: "running",
  total: 18,
  told: 0,
  kept: 0,
  moved: 0,
  refunded: 0,
  undecided: 18,
  failed: 0,
  ...over,
})

/** A move of the date, of which people can still choose. */
export const aMove = (over: Partial<StoryEntry> = {}): StoryEntry => ({
  kind: "moved",
  at: "2036-11-03T20:00:00Z",
  by: "Rosa Ruiz",
  reason: "The room is taken.",
  wasStart: "2036-12-12T03:00:00Z",
  wasEnd: "2036-12-12T06:00:00Z",
  nowStart: FRIDAY,
  nowEnd: "2036-12-13T06:00:00Z",
  answerUntil: "2036-11-07T03:00:00Z",
  source: "dialog",
  answers: { total: 12, told: 12, atNewTime: 0, moved: 0, refunded: 0, undecided: 3, failed: 0 },
  ...over,
})

const anAdmin = () => aUserInfo({ isAdmin: true })

/** Opens the form. The server counts, until a test makes it refuse. */
export async function openDateChange(affected: Partial<DateChangePreview> = {}) {
  answer(`/api/products/${event._id}`, event)
  answer(`/api/products/${event._id}/guests`, aGuestList(event, { startTime: FRIDAY, endTime: "2036-12-13T06:00:00Z" }))
  answer(`POST ${CHANGES}`, { ...AFFECTED, ...affected })
  const visit = renderAt(paths.adminDateChange(event._id, { date: FRIDAY }), { as: anAdmin() })
  await screen.findByRole("group", { name: "What happens to this date?" })
  return visit
}

/** Opens the form and chooses one of the two places that there are besides the event's. */
export async function openRelocation(affected: Partial<DateChangePreview> = {}) {
  answer("/api/places", {
    places: [aPlace(), aPlace({ name: "Kettle" }), KETTLE, aPlace({ name: "Gone", hidden: true })],
  })
  const visit = await openDateChange(affected)
  await visit.user.click(screen.getByRole("radio", { name: "It is at another place" }))
  await waitFor(() => expect(screen.getByLabelText("New place")).toHaveAccessibleDescription(/^Now at /))
  await visit.user.selectOptions(screen.getByLabelText("New place"), KETTLE._id)
  return visit
}

/** Fills in the form, for the new time if it has one, and asks whom that affects. */
export async function ask({ user }: Visit, kind: "cancel" | "move", to?: string) {
  await user.click(screen.getByRole("radio", { name: kind === "cancel" ? "It is canceled" : "It moves to a new time" }))
  if (to !== undefined) fireEvent.change(screen.getByLabelText(/^New start/), { target: { value: to } })
  await user.type(screen.getByLabelText("Reason"), REASON)
  await user.click(screen.getByRole("button", { name: "See who is affected" }))
}

/** Opens the form, fills it in and asks whom it affects. */
export async function openCheck(kind: "cancel" | "move", affected: Partial<DateChangePreview> = {}) {
  const visit = await openDateChange(affected)
  await ask(visit, kind, kind === "move" ? "2036-12-13T20:00" : undefined)
  const check = within(await screen.findByRole("region", { name: kind === "cancel" ? /^Cancel / : /^Move / }))
  return { ...visit, check }
}

/** Makes the server accept the change and report this progress. */
export function acceptDateChange(progress = aDateChange()) {
  answer(`POST ${CHANGES}`, { _id: progress._id }, 202)
  answerProgress(progress)
}

export const answerProgress = (progress: DateChange) => answer(`/api/date-changes/${progress._id}`, { ...progress })

export const refuseDateChange = (code: string, message: string, more: object = {}) =>
  answer(`POST ${CHANGES}`, { message, code, ...more }, 409)

/** Makes the server refuse what was shown, and count these numbers from now on. */
export const changeMeanwhile = (message: string, affected: Partial<DateChangePreview>) =>
  server.use(
    http.post(`*${CHANGES}`, async ({ request }) => {
      const { preview } = (await request.clone().json()) as DateChangeRequest & { preview?: boolean }
      if (preview) return HttpResponse.json({ ...AFFECTED, ...affected })
      return HttpResponse.json({ message, code: "changed" }, { status: 409 })
    }),
  )

export function openProgress(progress = aDateChange()) {
  answer(`/api/products/${event._id}`, event)
  answerProgress(progress)
  return renderAt(paths.adminDateChange(event._id, { change: progress._id }), { as: anAdmin() })
}

/** The requests that count or change something. */
export const sentDateChanges = () => requests(`POST ${CHANGES}`)
