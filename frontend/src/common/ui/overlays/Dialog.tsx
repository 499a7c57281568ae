import clsx from "clsx"
import { X } from "lucide-react"
import { type ReactNode, type RefObject, useId, useState } from "react"
import { messageOf } from "~/common/lib/text"
import { Button } from "~/common/ui/layout/Button"
import { DialogButtons } from "~/common/ui/overlays/DialogButtons"
import { Modal } from "~/common/ui/overlays/Modal"
import { notify } from "~/common/ui/overlays/notify"
import { ErrorNotice } from "~/common/ui/feedback/Notice"

const around = "open:grid place-items-center p-4"
const sheet = "dialog-in max-h-[calc(100dvh-2rem)] w-full overflow-y-auto panel p-5 text-ink shadow-2"

export interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  children: ReactNode
  wide?: boolean
  /** False for a dialog that must not be closed, such as while a payment is being confirmed. */
  closable?: boolean
  /** Gets the focus on close if the element that opened the dialog no longer exists. */
  focusAfter?: RefObject<HTMLElement | null> | undefined
}

/** A modal dialog. Its content begins anew each time it opens, but for what was typed into its form. */
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
  const id = useId()
  const dismiss = () => onOpenChange(false)
  if (!open) return null
  return (
    <Modal
      {...{ open, closable, focusAfter }}
      onDismiss={dismiss}
      className={around}
      aria-labelledby={id}
      aria-describedby={description ? `${id}-description` : undefined}
    >
      <div className={clsx(sheet, wide ? "max-w-[44rem]" : "max-w-form")}>
        <div className="mb-4 flex items-start justify-between gap-4">
          <h2 id={id} className="text-xl">
            {title}
          </h2>
          {closable && (
            <button
              type="button"
              aria-label="Close"
              onClick={dismiss}
              className="-mt-2 -mr-2 grid size-tap shrink-0 place-items-center rounded-md"
            >
              <X aria-hidden size={22} />
            </button>
          )}
        </div>
        {description && (
          <p id={`${id}-description`} className="mb-4">
            {description}
          </p>
        )}
        {children}
      </div>
    </Modal>
  )
}

export interface Confirmation {
  /** The question. */
  title: ReactNode
  /** The consequences. */
  body: ReactNode
  /** The verb, repeated on the button: "Deactivate" */
  action: string
  /** The label of the other button, for actions that "Cancel" could be mistaken for. */
  stay?: string | undefined
  busyText?: string | undefined
  danger?: boolean | undefined
  /** Makes the other button the primary one. */
  suggestsStay?: boolean | undefined
  /** The dialog is busy until this ends and then closes. If it throws, it stays open and says why, to try again. */
  onConfirm: () => Promise<unknown> | void
  /** What a toast says afterward. */
  done?: string | undefined
}

type ConfirmProps = Confirmation & Pick<DialogProps, "open" | "onOpenChange">

/** Asks for confirmation. Cancel gets the focus first. */
export function ConfirmDialog({ open, ...question }: ConfirmProps) {
  return open && <Question {...question} />
}

function Question({
  onOpenChange,
  title,
  body,
  action,
  stay = "Cancel",
  busyText,
  danger,
  suggestsStay,
  onConfirm,
  done,
}: Omit<ConfirmProps, "open">) {
  const id = useId()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState("")
  const close = () => busy || onOpenChange(false)
  const confirm = async () => {
    setBusy(true)
    setProblem("")
    try {
      await onConfirm()
      if (done) notify.success(done)
      onOpenChange(false)
    } catch (error) {
      setProblem(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal
      open
      role="alertdialog"
      closable={!busy}
      onDismiss={close}
      className={around}
      aria-labelledby={id}
      aria-describedby={`${id}-body`}
    >
      <div className={clsx(sheet, "max-w-form")}>
        <h2 id={id} className="mb-3 text-xl">
          {title}
        </h2>
        <div id={`${id}-body`} className="mb-5 grid gap-3">
          {body}
        </div>
        <DialogButtons>
          <ErrorNotice error={problem} />
          <Button look={suggestsStay ? "primary" : "secondary"} data-first-focus onClick={close}>
            {stay}
          </Button>
          <Button
            look={danger ? "danger" : suggestsStay ? "secondary" : "primary"}
            busy={busy}
            busyText={busyText}
            onClick={() => void confirm()}
          >
            {action}
          </Button>
        </DialogButtons>
      </div>
    </Modal>
  )
}
