/** Staff's messages to everybody on a date. */
import { mutationOptions } from "@tanstack/react-query"
import { request } from "~/api/client"
import type { components } from "~/api/schema.gen"

type Schemas = components["schemas"]

export type DateMessagePreview = Schemas["DateMessagePreview"]
export type DateMessageForm = Omit<Schemas["DateMessageFormRequest"], "digest">
export type Audience = DateMessageForm["to"][number]

const at = (productId: string) => `/api/products/${encodeURIComponent(productId)}/messages`

/** Counts the recipients and renders the email. Sends nothing. */
export const previewMessageMutation = mutationOptions({
  mutationFn: ({ productId, message }: { productId: string; message: DateMessageForm }) =>
    request<DateMessagePreview>("POST", at(productId), message),
  meta: { quiet: true },
})

/** Refused with `changed` if somebody else gets it than in the preview, and with `message_limit`. */
export const sendMessageMutation = mutationOptions({
  mutationFn: ({
    productId,
    message,
    idempotencyKey,
  }: {
    productId: string
    message: DateMessageForm & { digest: string }
    idempotencyKey: string
  }) =>
    request<Schemas["DateMessage"]>("POST", at(productId), message, { headers: { "Idempotency-Key": idempotencyKey } }),
  meta: { quiet: true },
})
