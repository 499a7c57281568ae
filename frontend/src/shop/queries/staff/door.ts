/** The organizer's requests about the door of one date, and about its tournament. */
import { requestOnce } from "~/common/api/idempotencyKey"
import { get, send } from "~/common/api/requests"
import { queryString, request } from "~/common/api/client"
import type { Conflict, DoorDrawer, DoorLink, DoorOfDate, DoorState, NewLink, Schemas } from "~/common/api/types"

const POLL_MS = 10_000

const ALL = "/api/door/nights"
const at = (id: string, action = "") => `${ALL}/${encodeURIComponent(id)}${action}`

/** Whether the door of a date is open, and who is in, by the IDs of the guest list. */
export const doorOfDateQuery = (product: string, bookingDate: string) =>
  get<DoorOfDate>(["Door", "of", product, bookingDate], `${ALL}${queryString({ product, bookingDate })}`)

export const doorQuery = (id: string) => get<DoorState>(["Door", id], at(id), { refetchInterval: POLL_MS })

/** Opens the door of a date. If it is open already, returns its state. */
export const openDoorMutation = send(
  (date: { product: string; bookingDate: string }) => request<DoorState>("POST", ALL, date),
  ["Door"],
)

/** The answer is the only one with the link's URL and PIN. */
export const createLinkMutation = send(
  ({ id, role }: { id: string; role: DoorLink["role"] }) => request<NewLink>("POST", at(id, "/links"), { role }),
  ["Door"],
  "loud",
)

/** Signs the link's phones out. */
export const revokeDoorLinkMutation = send(
  ({ _id }: Pick<DoorLink, "_id">) => request<null>("DELETE", `/api/door/links/${encodeURIComponent(_id)}`),
  ["Door"],
)

/** Checks a guest of the guest list in: `inside` says how many are in then, so that repeating it changes nothing. */
export const checkInMutation = send(
  ({ id, ...guest }: { id: string; guest: string; inside: number }) =>
    request<Schemas["CheckedIn"]>("POST", at(id, "/check-in"), guest),
  ["Door", "Tables"],
)

/** Undoes an entry of any phone. */
export const undoEntryMutation = send(
  ({ id, ...entry }: { id: string; reason: string } & Pick<Conflict, "device" | "seq">) =>
    request<DoorState>("POST", at(id, "/undo"), entry),
  ["Door"],
)

/** Refused with `unsent_entries`, unless forced, and with `drawer_open`. */
export const closeDoorMutation = send(
  ({ id, force }: { id: string; force: boolean }) =>
    request<DoorState>("POST", at(id, "/close"), force ? { force } : {}),
  ["Door"],
)

/** The drawer, as long as the door is open: a till can only count it until six hours after the end. */
const drawerMutation = <T extends object>(action: "" | "/counts" | "/close") =>
  send(({ id, ...body }: { id: string } & T) => request<DoorDrawer>("POST", at(id, `/drawer${action}`), body), ["Door"])

export const openDrawerMutation = drawerMutation<{ float: number }>("")
/** Refused with `same_counter`, and with `counts_differ`, after which both counts are gone. */
export const countDrawerMutation = drawerMutation<{ name: string; total: number; alone?: boolean }>("/counts")
export const closeDrawerMutation = drawerMutation<{ reason?: string }>("/close")

/** Refunds seats that were paid in cash. */
export const refundCashMutation = send(
  ({ id, ...refund }: { id: string; order: string; seats: number; reason: string }) =>
    requestOnce<Schemas["CashRefund"]>("POST", at(id, "/refunds"), refund),
  ["Door", "Order", "Bookings", "Product"],
)

/** Hides the standings of a tournament that is over from everybody but staff, or shows them again. */
export const hideTablesMutation = send(
  ({ _id, isHidden }: Pick<Schemas["ListedTournament"], "_id" | "isHidden">) =>
    request<Schemas["HideTournament"]>("PUT", `/api/tables/${encodeURIComponent(_id)}`, { isHidden }),
  ["Tables"],
  "loud",
)
