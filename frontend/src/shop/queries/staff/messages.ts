/** Emails to everybody on a date: staff's messages, and thanks for coming. */
import { mutationOptions, queryOptions } from "@tanstack/react-query"
import { queryString, request } from "~/common/api/client"
import type { components } from "~/common/api/schema.gen"

type Schemas = components["schemas"]

export type DateMessagePreview = Schemas["DateMessagePreview"]
export type DateMessageForm = Omit<Schemas["DateMessageFormRequest"], "digest">
export type Audience = DateMessageForm["to"][number]
export type ThankYou = Schemas["RecapDraft"]
export type ListedThankYou = Schemas["ListedRecapDraft"]

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

// --- Thank-you emails -----------------------------------------------------------------------------------------------

const DRAFT = "/api/recaps/draft"

/** The thank-you emails that go out next. */
export const thankYousQuery = () =>
  queryOptions({
    queryKey: ["Recap", "drafts"],
    queryFn: ({ signal }) => request<Schemas["RecapDraftList"]>("GET", "/api/recaps/drafts", undefined, { signal }),
    select: ({ drafts }) => drafts,
    meta: { quiet: true, counted: true },
  })

/** The thank-you email of a date, and what guests answered. 404 before the date is over. */
export const thankYouQuery = (product: string, bookingDate: string) =>
  queryOptions({
    queryKey: ["Recap", "draft", product, bookingDate],
    queryFn: ({ signal }) =>
      request<ThankYou>("GET", `${DRAFT}${queryString({ product, bookingDate })}`, undefined, { signal }),
    meta: { quiet: true, counted: true },
  })

/** Refused with `sent` once it went out. */
export const changeThankYouMutation = mutationOptions({
  mutationFn: (change: Schemas["RecapDraftFormRequest"]) => request<ThankYou>("PUT", DRAFT, change),
  meta: { invalidates: ["Recap"], quiet: true },
})
