import { useMutation } from "@tanstack/react-query"
import { archiveEventMutation, restoreEventMutation } from "~/api/queries/staffProducts"
import { notify } from "~/ui/notify"

interface Named {
  _id: string
  name: string
}

/** Archive hides an event, restore brings it back; each is said, and can be taken back at once. */
export function useArchiving() {
  const archiving = useMutation(archiveEventMutation)
  const restoring = useMutation(restoreEventMutation)
  const archive = async ({ _id, name }: Named) => {
    await archiving.mutateAsync(_id)
    notify.success(`${name} is archived.`, { label: "Undo", onClick: () => restoring.mutate(_id) })
  }
  const restore = async ({ _id, name }: Named) => {
    await restoring.mutateAsync(_id)
    notify.success(`${name} is back.`, { label: "Undo", onClick: () => archiving.mutate(_id) })
  }
  return { archive, restore }
}
