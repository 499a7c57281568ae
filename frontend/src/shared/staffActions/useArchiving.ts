import { useMutation } from "@tanstack/react-query"
import { archiveEventMutation, restoreEventMutation } from "~/api/queries/staff/products"
import { notify } from "~/ui/overlays/notify"

interface Named {
  _id: string
  name: string
}

/** Archives and restores events. The toast that follows offers Undo. */
export function useArchiving() {
  const archiving = useMutation(archiveEventMutation)
  const restoring = useMutation(restoreEventMutation)
  const archive = async ({ _id, name }: Named) => {
    await archiving.mutateAsync(_id)
    notify.success(`${name} is hidden.`, { label: "Undo", onClick: () => restoring.mutate(_id) })
  }
  const restore = async ({ _id, name }: Named) => {
    const { status, draftReasons } = await restoring.mutateAsync(_id)
    const message =
      status === "draft"
        ? `${name} is restored as a draft. ${draftReasons.join(" ")}`.trimEnd()
        : `${name} is restored.`
    notify.success(message, { label: "Undo", onClick: () => archiving.mutate(_id) })
  }
  return { archive, restore }
}
