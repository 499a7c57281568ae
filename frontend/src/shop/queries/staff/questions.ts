/** What an event asks its guests, for staff. */
import { request } from "~/common/api/client"
import { get, send } from "~/common/api/requests"
import type { QuestionsForm, Schemas } from "~/common/api/types"
import type { Changes } from "~/common/lib/changes"

const at = (event: string) => `/api/products/${encodeURIComponent(event)}/questions`

export const questionsQuery = (event: string) => get<Schemas["Questions"]>(["Questions", event], at(event))

export const saveQuestionsMutation = send(
  ({ event, ...changes }: Changes<QuestionsForm> & { event: string }) =>
    request<Schemas["Questions"]>("PUT", at(event), changes),
  ["Questions", "Bookings"],
)
