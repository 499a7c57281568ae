import { mutationOptions } from "@tanstack/react-query"
import { request } from "~/api/client"
import type { Tag } from "~/api/queryClient"
import type { ProductDetail } from "~/api/types"

const invalidates: readonly Tag[] = ["Product", "Bookings", "Order"]

const call = <Sent extends object>(id: string, action: string, sent: Sent) =>
  request<ProductDetail>("POST", `/api/products/${encodeURIComponent(id)}/${action}`, sent)

interface OneDate {
  id: string
  startTime: string
}

/** Hides an event and all of its dates. */
export const archiveMutation = mutationOptions({
  mutationFn: (id: string) => call(id, "archive", {}),
  meta: { invalidates },
})

export const restoreMutation = mutationOptions({
  mutationFn: (id: string) => call(id, "restore", {}),
  meta: { invalidates },
})

/** Skips one date. Refused with `date_has_bookings` where seats are sold, unless everyone is refunded, for a reason. */
export const snoozeMutation = mutationOptions({
  mutationFn: ({ id, ...sent }: OneDate & { refund?: true; reason?: string }) => call(id, "snooze", sent),
  meta: { invalidates, quiet: true },
})

export const unsnoozeMutation = mutationOptions({
  mutationFn: ({ id, startTime }: OneDate) => call(id, "unsnooze", { startTime }),
  meta: { invalidates },
})
