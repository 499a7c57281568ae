import { useState, type ReactNode } from "react"
import { messageOf } from "~/api/client"
import { LazyConfirm } from "~/ui/overlays/lazyDialog"
import { ErrorText } from "~/ui/feedback/Notice"
import { notify } from "~/ui/overlays/notify"

interface UserActionDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  body: ReactNode
  action: string
  busyText: string
  danger?: boolean
  onConfirm: () => Promise<unknown>
}

/** Confirms an action on an account. Shows the server's message if it refuses the action. */
export function UserActionDialog({ body, onConfirm, onOpenChange, danger = false, ...rest }: UserActionDialogProps) {
  const [refusal, setRefusal] = useState("")
  const confirm = async () => {
    setRefusal("")
    try {
      await onConfirm()
    } catch (error) {
      setRefusal(messageOf(error))
      notify.error(messageOf(error))
      throw error // the dialog stays open
    }
  }
  return (
    <LazyConfirm
      {...rest}
      danger={danger}
      onOpenChange={(open) => {
        setRefusal("")
        onOpenChange(open)
      }}
      body={
        <div className="grid gap-3">
          {body}
          <div role="alert">{refusal && <ErrorText>{refusal}</ErrorText>}</div>
        </div>
      }
      onConfirm={confirm}
    />
  )
}
