import { queryString, request } from "~/common/api/client"
import type { Schemas } from "~/common/api/types"

type Of = "code" | "event" | "explanation" | "goal" | "place" | "questions" | "thank-you email" | "user"

/** For an open form: who changed fields of a thing last. The ID of a thank-you email is its event's, with the date. */
export const whoChanged = (of: Of, id: string | undefined, when?: string) => (names: string[]) =>
  request<Schemas["LastChange"][]>("GET", `/api/last-changes${queryString({ of, id, when, names: names.join() })}`)
