/** Staff's part of an order's page, with its dialogs. */
import { screen, within } from "@testing-library/react"
import type { Order, HistoryEntry, RefundPreview, AttentionItem } from "~/common/api/types"
import { paths } from "~/shop/paths"
import { anOrder, anOrderBooking, anOrderItem, aUserInfo, inDays } from "~/testing/factories"
import { answer, calls, renderAt } from "~/testing/browser"

export function anOrderEvent(over: Partial<HistoryEntry> = {}): HistoryEntry {
  const nothing = {
    by: null,
    reason: "",
    changes: [],
    amount: null,
    currency: "",
    status: "",
    paypalId: "",
    problem: "",
  }
  return { at: inDays(-1), kind: "order", did: "order placed", ...nothing, ...over }
}

/** An order for two dates of one event, with two seats at $12 on each. */
export function twoDates(over: Partial<Order> = {}): Order {
  const bookings = [anOrderBooking({ bookingDate: inDays(7) }), anOrderBooking({ bookingDate: inDays(14) })]
  return anOrder({ orderItems: [anOrderItem({ bookings })], totalPrice: 55.2, ...over })
}

export function openStaffOrder(
  order: Order,
  { as = aUserInfo({ isAdmin: true }), reviewItems = [] as AttentionItem[], history = [anOrderEvent()] } = {},
) {
  answer(`/api/orders/${order._id}`, order)
  answer(`/api/orders/${order._id}/history`, history)
  answer("/api/orders/attention", reviewItems)
  answerPreviews(order)
  return renderAt(paths.order(order._id), { as })
}

/** Each seat is worth $13.80, with tax. */
export function answerPreviews(order: Order, over: Partial<RefundPreview> = {}): void {
  answer(`POST /api/orders/${order._id}/refund/preview`, ({ body }) => {
    const seats = Object.values((body as { seats?: Record<string, number> }).seats ?? { all: 4 })
    const amount = Math.round(1380 * seats.reduce((sum, count) => sum + count, 0)) / 100
    return { amount, left: 55.2, inside: 0, currency: "USD", tooOld: false, ...over }
  })
}

export async function openRefund(user: ReturnType<typeof openStaffOrder>["user"]) {
  await user.click(await screen.findByRole("button", { name: "Refund…" }))
  const dialog = within(await screen.findByRole("dialog", { name: "Refund this order" }))
  await dialog.findByRole("group", { name: "What should be refunded?" })
  return dialog
}

/** The refunds that were sent. */
export const sentRefunds = () => calls.filter(({ url }) => url.pathname.endsWith("/refund")).map(({ body }) => body)
