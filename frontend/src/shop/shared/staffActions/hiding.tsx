import { useMutation } from "@tanstack/react-query"
import { quietly } from "~/common/api/requests"
import { hideEventMutation, restoreEventMutation } from "~/shop/queries/staff/products"
import type { Product } from "~/common/api/types"
import type { Confirmation } from "~/common/ui/overlays/Dialog"
import { notify } from "~/common/ui/overlays/notify"
import { useConcerned } from "./concerned"

/** The question before an event is hidden from visitors. */
export function useHiding(event: Pick<Product, "_id" | "name" | "isRecurring">, onDone?: () => void): Confirmation {
  const hiding = useMutation(quietly(hideEventMutation))
  const restoring = useMutation(restoreEventMutation)
  const concerned = useConcerned(event._id)
  const everywhere = event.isRecurring ? ", on any of its dates" : ""
  return {
    title: `Hide ${event.name}?`,
    body: (
      <>
        <p>
          Visitors will no longer see {event.name}
          {everywhere}. Bookings and orders stay as they are.
        </p>
        {concerned.numbers}
      </>
    ),
    action: "Hide",
    busyText: "Hiding…",
    onConfirm: async () => {
      await concerned.confirm((digest) => hiding.mutateAsync({ id: event._id, digest }))
      notify.success(`${event.name} is hidden.`, { label: "Undo", onClick: () => restoring.mutate(event._id) })
      onDone?.()
    },
  }
}

/** Restores an event. The toast that follows offers Undo. */
export function useRestore({ _id: id, name }: Pick<Product, "_id" | "name">) {
  const hiding = useMutation(hideEventMutation)
  const undo = { label: "Undo", onClick: () => hiding.mutate({ id }) }
  const restoring = useMutation({
    ...restoreEventMutation,
    onSuccess: ({ status }) => notify.success(`${name} is restored${status === "draft" ? " as a draft" : ""}.`, undo),
  })
  return () => restoring.mutate(id)
}
