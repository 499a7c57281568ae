import clsx from "clsx"
import { X } from "lucide-react"
import { AlertDialog as RadixAlert, Dialog as RadixDialog } from "radix-ui"
import { useState, type ReactNode, type RefObject } from "react"
import { messageOf } from "~/lib/text"
import { Notice } from "~/ui/feedback/Notice"
import { Button } from "~/ui/layout/Button"
import { DialogButtons } from "~/ui/overlays/DialogButtons"
import { useReturnFocus } from "~/ui/hooks/useReturnFocus"

// Radix's overlay injects a style element to stop the page from scrolling, which the content security policy forbids.
// So the backdrop is a plain element, and base.css stops scrolling while an element has data-modal.

const sheet =
  "dialog-in fixed z-50 max-h-[calc(100dvh-2rem)] overflow-y-auto rounded-card border border-hair bg-paper p-5 text-ink shadow-2"
const centered = "inset-x-4 top-1/2 mx-auto max-w-[32rem] [translate:0_-50%]"

interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  children: ReactNode
  wide?: boolean
  /** False for a dialog that must not be closed, such as while a payment is being confirmed. */
  closable?: boolean
  /** Gets the focus on close if the element that opened the dialog no longer exists. */
  focusAfter?: RefObject<HTMLElement | null>
}

/** A modal dialog that traps the focus, closes on Esc and the backdrop, and returns the focus. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  wide,
  closable = true,
  focusAfter,
}: DialogProps) {
  const returnFocus = useReturnFocus(focusAfter)
  const stay = closable ? undefined : (event: Event) => event.preventDefault()
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <div className="backdrop" />
        <RadixDialog.Content
          data-modal
          {...returnFocus}
          {...(description ? {} : { "aria-describedby": undefined })}
          {...(stay ? { onEscapeKeyDown: stay, onPointerDownOutside: stay } : {})}
          className={clsx(sheet, centered, wide && "max-w-[44rem]")}
        >
          <div className="mb-4 flex items-start justify-between gap-4">
            <RadixDialog.Title className="text-xl">{title}</RadixDialog.Title>
            {closable && (
              <RadixDialog.Close
                aria-label="Close"
                className="-mt-2 -mr-2 grid size-tap shrink-0 place-items-center rounded-md"
              >
                <X aria-hidden size={22} />
              </RadixDialog.Close>
            )}
          </div>
          {description && <RadixDialog.Description className="mb-4">{description}</RadixDialog.Description>}
          {children}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  )
}

interface ConfirmProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The question. */
  title: ReactNode
  /** The consequences. */
  body: ReactNode
  /** The verb, repeated on the button: "Deactivate" */
  action: string
  /** The label of the other button, for actions that "Cancel" could be mistaken for. */
  stay?: string
  busyText?: string
  danger?: boolean
  /** Makes the other button the primary one. */
  suggestsStay?: boolean
  /** The dialog is busy until this ends and then closes. If it throws, it stays open and says why, to try again. */
  onConfirm: () => Promise<unknown> | void
}

/** Asks for confirmation. Cancel gets the focus first. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  body,
  action,
  stay = "Cancel",
  busyText,
  danger,
  suggestsStay,
  onConfirm,
}: ConfirmProps) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState("")
  const returnFocus = useReturnFocus()
  const change = (next: boolean) => {
    setProblem("")
    onOpenChange(next)
  }
  const confirm = async () => {
    setBusy(true)
    setProblem("")
    try {
      await onConfirm()
      change(false)
    } catch (error) {
      setProblem(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <RadixAlert.Root open={open} onOpenChange={(next) => busy || change(next)}>
      <RadixAlert.Portal>
        <div className="backdrop" />
        <RadixAlert.Content data-modal aria-modal {...returnFocus} className={clsx(sheet, centered)}>
          <RadixAlert.Title className="mb-3 text-xl">{title}</RadixAlert.Title>
          <RadixAlert.Description asChild>
            <div className="mb-5 grid gap-3">{body}</div>
          </RadixAlert.Description>
          <DialogButtons>
            {problem && (
              <Notice look="error" role="alert">
                {problem}
              </Notice>
            )}
            <RadixAlert.Cancel asChild>
              <Button look={suggestsStay ? "primary" : "secondary"}>{stay}</Button>
            </RadixAlert.Cancel>
            <Button
              look={danger ? "danger" : suggestsStay ? "secondary" : "primary"}
              busy={busy}
              busyText={busyText}
              onClick={() => void confirm()}
            >
              {action}
            </Button>
          </DialogButtons>
        </RadixAlert.Content>
      </RadixAlert.Portal>
    </RadixAlert.Root>
  )
}
