import { useMutation } from "@tanstack/react-query"
import { hideEventMutation, restoreEventMutation } from "~/shop/queries/staff/products"
import type { Product } from "~/common/api/types"
import type { Confirmation } from "~/common/ui/overlays/Dialog"
import { notify } from "~/common/ui/overlays/notify"

/** The question before an event is hidden from visitors. */
export function useHiding(event: Pick<Product, "_id" | "name" | "isRecurring">, onDone?: () => void): Confirmation {
  const { hide } = useHideAndRestore()
  const everywhere = event.isRecurring ? ", on any of its dates" : ""
  return {
    title: `Hide ${event.name}?`,
    body: `Visitors will no longer see ${event.name}${everywhere}. Bookings and orders stay as they are.`,
    action: "Hide",
    busyText: "Hiding…",
    onConfirm: () => hide(event).then(onDone),
  }
}

type Named = Pick<Product, "_id" | "name">

/** Hides and restores events. The toast that follows offers Undo. */
export function useHideAndRestore() {
  const hiding = useMutation(hideEventMutation)
  const restoring = useMutation(restoreEventMutation)
  const hide = async ({ _id, name }: Named) => {
    await hiding.mutateAsync(_id)
    notify.success(`${name} is hidden.`, { label: "Undo", onClick: () => restoring.mutate(_id) })
  }
  const restore = ({ _id, name }: Named) => {
    const undo = { label: "Undo", onClick: () => hiding.mutate(_id) }
    restoring.mutateAsync(_id).then(
      ({ status }) => notify.success(`${name} is restored${status === "draft" ? " as a draft" : ""}.`, undo),
      () => {}, // the toast shows the error
    )
  }
  return { hide, restore }
}
