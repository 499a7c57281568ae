/** What an event asks its guests: for tickets, by their codes. */
import { queryOptions } from "@tanstack/react-query"
import { request } from "~/common/api/client"
import { send } from "~/common/api/requests"
import type { Schemas } from "~/common/api/types"

/** What tickets may answer. Their codes are in the body, because servers log addresses. */
export const askedQuery = (codes: readonly string[]) =>
  queryOptions({
    queryKey: ["Questions", "mine", codes],
    queryFn: ({ signal }) =>
      request<Schemas["AskedTickets"]>("POST", "/api/questions/mine", { codes }, { signal }).then(
        ({ tickets }) => tickets,
      ),
  })

export const answerMutation = send(
  ({ question, ...answer }: Schemas["AnswerFormRequest"] & { question: string }) =>
    request<void>("POST", `/api/questions/${question}/answer`, answer),
  null,
  "loud",
)
