import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useRef } from "react"
import { sendOnce } from "~/api/idempotencyKey"
import { changeOrderMutation, type ChangedOrder, type ChangeRequest } from "~/api/queries/changes"
import { orderQuery } from "~/api/queries/orders/one"

/** Sends changes of an order. Presses while one is being sent are ignored. */
export function useChange(orderId: string) {
  const client = useQueryClient()
  const { mutateAsync, isPending } = useMutation(changeOrderMutation)
  const sending = useRef(false)

  /** Returns null if a change is being sent. */
  const send = async (change: ChangeRequest): Promise<ChangedOrder | null> => {
    if (sending.current) return null
    sending.current = true
    const { queryKey } = orderQuery(orderId)
    try {
      const changed = await sendOnce(`${orderId} ${JSON.stringify(change)}`, (idempotencyKey) =>
        mutateAsync({ orderId, change, idempotencyKey }),
      )
      await client.cancelQueries({ queryKey }) // its answer would be from before the change
      client.setQueryData(queryKey, changed.order)
      return changed
    } catch (error) {
      void client.invalidateQueries({ queryKey, exact: true }) // it may be outdated
      throw error
    } finally {
      sending.current = false
    }
  }

  return { send, busy: isPending }
}
