import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useRef } from "react"
import { ApiError } from "~/api/client"
import { newIdempotencyKey } from "~/api/idempotencyKey"
import { changeOrderMutation, type ChangedOrder, type ChangeRequest } from "~/api/queries/changes"
import { orderQuery } from "~/api/queries/orders"

/**
 * The idempotency keys of requests whose result is unknown, by request. Sending such a request again, even from a newly
 * opened sheet, repeats it instead of returning more seats.
 */
const unanswered = new Map<string, string>()

/** Sends changes of an order. Presses while one is being sent are ignored. */
export function useChange(orderId: string) {
  const client = useQueryClient()
  const { mutateAsync, isPending } = useMutation(changeOrderMutation)
  const sending = useRef(false)

  /** Returns null if a change is being sent. */
  const send = async (change: ChangeRequest): Promise<ChangedOrder | null> => {
    if (sending.current) return null
    sending.current = true
    const attempt = `${orderId} ${JSON.stringify(change)}`
    const idempotencyKey = unanswered.get(attempt) ?? newIdempotencyKey()
    unanswered.set(attempt, idempotencyKey)
    try {
      const changed = await mutateAsync({ orderId, change, idempotencyKey })
      unanswered.delete(attempt)
      const { queryKey } = orderQuery(orderId)
      await client.cancelQueries({ queryKey }) // its answer would be from before the change
      client.setQueryData(queryKey, changed.order)
      return changed
    } catch (error) {
      if (isAnswer(error)) unanswered.delete(attempt)
      void client.invalidateQueries({ queryKey: orderQuery(orderId).queryKey, exact: true }) // it may be outdated
      throw error
    } finally {
      sending.current = false
    }
  }

  return { send, busy: isPending }
}

/** Whether the server answered, so that nothing was changed. */
function isAnswer(error: unknown): boolean {
  return error instanceof ApiError && error.status !== null && error.status < 500
}
