import { useMutation } from "@tanstack/react-query"
import { archiveEventMutation, restoreEventMutation } from "~/api/queries/staffProducts"
import { notify } from "~/ui/overlays/notify"

interface Named {
  _id: string
  name: string
}

/** Hides an event from visitors, or brings it back. The toast that follows has Undo. */
export function useArchiving() {
  const archiving = useMutation(archiveEventMutation)
  const restoring = useMutation(restoreEventMutation)
  const archive = async ({ _id, name }: Named) => {
    await archiving.mutateAsync(_id)
    notify.success(`${name} is archived.`, { label: "Undo", onClick: () => restoring.mutate(_id) })
  }
  const restore = async ({ _id, name }: Named) => {
    const { status, draftReasons } = await restoring.mutateAsync(_id)
    const back =
      status === "draft"
        ? `${name} is restored as a draft. ${draftReasons.join(" ")}`.trimEnd()
        : `${name} is restored.`
    notify.success(back, { label: "Undo", onClick: () => archiving.mutate(_id) })
  }
  return { archive, restore }
}
