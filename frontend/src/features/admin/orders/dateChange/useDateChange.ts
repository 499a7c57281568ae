import { useMutation } from "@tanstack/react-query"
import { useRef } from "react"
import { ApiError } from "~/api/client"
import { newIdempotencyKey } from "~/api/idempotencyKey"
import { changeDateMutation, type DateChangeRequest } from "~/api/queries/staff/dateChanges"

/** The idempotency keys of requests whose result is unknown, by request, so that sending one again repeats it. */
const keys = new Map<string, string>()

/** Makes a change of a date. Presses while it is being sent are ignored. */
export function useDateChange(productId: string) {
  const { mutateAsync, isPending, error } = useMutation(changeDateMutation)
  const sending = useRef(false)

  /** Returns null if nothing was changed; `error` says why. */
  const send = async (change: DateChangeRequest): Promise<{ _id: string } | null> => {
    if (sending.current) return null
    sending.current = true
    const attempt = `${productId} ${JSON.stringify(change)}`
    const idempotencyKey = keys.get(attempt) ?? newIdempotencyKey()
    keys.set(attempt, idempotencyKey)
    try {
      const made = await mutateAsync({ productId, change, idempotencyKey })
      keys.delete(attempt)
      return made
    } catch (failure) {
      if (failure instanceof ApiError && failure.status !== null && failure.status < 500) keys.delete(attempt)
      return null
    } finally {
      sending.current = false
    }
  }

  return { send, busy: isPending, error }
}
