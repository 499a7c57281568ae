/** Emails to everybody on a date: staff's messages, and thanks for coming. */
import { requestOnce } from "~/common/api/idempotencyKey"
import { get, send } from "~/common/api/requests"
import { queryString, request } from "~/common/api/client"
import type { Changes } from "~/common/lib/changes"
import type { DateMessageForm, DateMessagePreview, Schemas, RecapDraft } from "~/common/api/types"

const at = (productId: string) => `/api/products/${encodeURIComponent(productId)}/messages`

/** Counts the recipients and renders the email. Sends nothing. */
export const previewMessageMutation = send(({ productId, message }: { productId: string; message: DateMessageForm }) =>
  request<DateMessagePreview>("POST", at(productId), message),
)

/** Refused with `changed` if somebody else gets it than in the preview, and with `message_limit`. */
export const sendMessageMutation = send(
  ({ productId, message }: { productId: string; message: DateMessageForm & { digest: string } }) =>
    requestOnce<Schemas["DateMessage"]>("POST", at(productId), message),
)

// --- Thank-you emails -----------------------------------------------------------------------------------------------

const DRAFT = "/api/recaps/draft"

/** The thank-you emails that go out next. */
export const thankYousQuery = () =>
  get<Schemas["RecapDraftList"]>(["Recap", "drafts"], "/api/recaps/drafts", {
    meta: { counted: true },
  })

/** The thank-you email of a date, and what guests answered. 404 before the date is over. */
export const thankYouQuery = (product: string, bookingDate: string) =>
  get<RecapDraft>(["Recap", "draft", product, bookingDate], `${DRAFT}${queryString({ product, bookingDate })}`, {
    meta: { counted: true },
  })

/** Refused with `sent` once it went out. */
export const changeThankYouMutation = send(
  (change: { product: string; bookingDate: string } & Changes<{ note: string; isStopped: boolean }>) =>
    request<RecapDraft>("PUT", DRAFT, change),
  ["Recap"],
)
