/** The dialogs of ~/ui/Dialog, whose code comes when the first one opens: most visits to a staff page need none. */
import { lazy, Suspense, useState, type ComponentProps } from "react"
import type { ConfirmDialog, Dialog } from "~/ui/Dialog"

const Confirm = lazy(async () => ({ default: (await import("~/ui/Dialog")).ConfirmDialog }))
const Modal = lazy(async () => ({ default: (await import("~/ui/Dialog")).Dialog }))

export function LaterConfirm(props: ComponentProps<typeof ConfirmDialog>) {
  return (
    useWanted(props.open) && (
      <Suspense>
        <Confirm {...props} />
      </Suspense>
    )
  )
}

export function LaterDialog(props: ComponentProps<typeof Dialog>) {
  return (
    useWanted(props.open) && (
      <Suspense>
        <Modal {...props} />
      </Suspense>
    )
  )
}

/** Once it was open it stays, so that closing it gives the focus back. */
function useWanted(open: boolean): boolean {
  const [wanted, want] = useState(open)
  if (open && !wanted) want(true)
  return wanted
}
