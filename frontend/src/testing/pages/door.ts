/** The organizer's page of the door of a date. */
import { screen } from "@testing-library/react"
import type { Conflict, DoorLink, DoorPhone, DoorState, ListedTournament } from "~/common/api/types"
import { paths } from "~/shop/paths"
import { aDate, aGuestList, aProduct, aUserInfo } from "~/testing/factories"
import { answer, renderAt, requests } from "~/testing/browser"
import { aDoorOfDate } from "~/testing/pages/guestList"

const STARTS = "2036-12-13T03:00:00Z" // Friday, December 12, 7 PM at the venue
const ID = "6b0022129c206dee8f3169d6"

const event = aProduct({ name: "Friday Draft", occurrences: [aDate({ startTime: STARTS })] })

export const aDoor = (over: Partial<DoorState> = {}): DoorState => ({
  _id: ID,
  product: event._id,
  startTime: STARTS,
  endTime: "2036-12-13T06:00:00Z",
  closedAt: null,
  guests: 60,
  in: 38,
  left: 4,
  price: 13.8,
  links: [],
  devices: [],
  conflicts: [],
  unusable: [],
  cash: [],
  drawer: null,
  ...over,
})

export const aLink = (over: Partial<DoorLink> = {}): DoorLink => ({
  _id: "6b0022129c206dee8f3169e1",
  role: "door",
  endsAt: "2036-12-13T12:00:00Z",
  revokedAt: null,
  ...over,
})

export const aDevice = (over: Partial<DoorPhone> = {}): DoorPhone => ({
  device: "0d4b7f0e-0000-4000-8000-000000000001",
  link: aLink()._id,
  role: "door",
  name: "Ana",
  queued: 0,
  isSignedIn: true,
  lastEntryAt: "2036-12-13T03:02:00Z",
  ...over,
})

export const aConflict = (over: Partial<Conflict> = {}): Conflict => ({
  device: aDevice().device,
  seq: 40,
  at: "2036-12-13T03:05:00Z",
  seats: 2,
  by: "Ben",
  name: "Maya R.",
  conflict: "double",
  h: "bGyaZE86ktg4S8Ko",
  giveBack: null,
  ...over,
})

export const someTables = (over: Partial<ListedTournament> = {}): ListedTournament => ({
  _id: "6b0022129c206dee8f3169f2",
  startTime: STARTS,
  format: "swiss",
  endedAt: null,
  isHidden: false,
  ...over,
})

/** The tournaments of the event's dates. */
export const answerTables = (...tables: ListedTournament[]) => answer("/api/tables", { tables })

export const answerDoor = (door: DoorState) => answer(`/api/door/nights/${ID}`, { ...door })

export const answerDoorOfDate = (door: DoorState | null, ...earlier: string[]) =>
  answer("/api/door/nights", aDoorOfDate({ night: door?._id ?? null, earlier }))

/** Opens the page of a date. `null`: its door was never opened. */
export async function openDoorPage(door: DoorState | null = aDoor(), ...tables: ListedTournament[]) {
  answer(`/api/products/${event._id}/guests`, aGuestList(event))
  answerDoorOfDate(door)
  if (door) answerDoor(door)
  answerTables(...tables)
  const visit = renderAt(paths.adminGuests(event._id, STARTS, "/door"), { as: aUserInfo({ isAdmin: true }) })
  await screen.findByRole("heading", { level: 1, name: "Door: Friday Draft" })
  return visit
}

/** The bodies of requests of this kind: "POST /close" */
export function sentToDoor(request: string): unknown[] {
  const [method, action] = request.split(" ") as [string, string]
  const path = `/api/door/nights${action === "/" ? "" : `/${ID}${action}`}`
  return requests(`${method} ${path}`).map(({ body }) => body)
}
