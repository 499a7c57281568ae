import { type ComponentProps, useState } from "react"
import { isRefusal } from "~/common/api/client"
import { ConfirmDialog, type Confirmation } from "~/common/ui/overlays/Dialog"
import { ConfirmButton } from "~/common/ui/overlays/DialogButton"

type DeleteButtonProps = Omit<ComponentProps<typeof ConfirmButton>, "action" | "busyText" | "danger" | "done"> & {
  /** The code of the refusal of what can't be deleted. */
  refusal: string
  /** What is offered then. */
  instead: Confirmation
  /** The question, after the first sentence of the refusal: "Hide it instead?" */
  ask: string
}

/** Deletes after a confirmation. For what can't be deleted, offers something else instead. */
export function DeleteButton({ refusal, instead, ask, onConfirm, ...props }: DeleteButtonProps) {
  const [refused, setRefused] = useState("")
  const confirm = async () => {
    try {
      await onConfirm()
    } catch (error) {
      if (!isRefusal(error, refusal)) throw error
      setRefused(error.message)
    }
  }
  const reason = refused.replace(/\.\s.*/s, ".") // "12 people booked this."
  return (
    <>
      <ConfirmButton {...props} action="Delete" busyText="Deleting…" danger onConfirm={confirm} />
      <ConfirmDialog
        {...instead}
        open={refused !== ""}
        onOpenChange={() => setRefused("")}
        title={`${reason} ${ask}`}
      />
    </>
  )
}
