import clsx from "clsx"
import { type ComponentProps, type RefObject, useLayoutEffect, useRef } from "react"
import { createPortal } from "react-dom"
import { showMessagesIn } from "~/common/ui/overlays/Messages"

interface ModalProps extends ComponentProps<"dialog"> {
  open: boolean
  /** Called for Esc, Android's Back and a press beside the content. */
  onDismiss: () => void
  /** False for a dialog that must not be closed, such as while a payment is being confirmed. */
  closable?: boolean
  /** Gets the focus on close if the element that opened the dialog no longer exists. */
  focusAfter?: RefObject<HTMLElement | null> | undefined
  /** For a dialog that no toast may cover. */
  alone?: boolean
}

/** The browser's modal dialog: the page behind is inert, and the focus returns to what opened it. As large as the page. */
export function Modal(props: ModalProps) {
  const { open, onDismiss, closable = true, focusAfter, alone = false, className, ...rest } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const pressed = useRef<EventTarget>(null)
  useLayoutEffect(() => {
    const shown = dialog.current
    if (!open || !shown) return
    shown.showModal()
    shown.querySelector<HTMLElement>("[data-first-focus]")?.focus()
    const leave = alone ? undefined : showMessagesIn(shown)
    return () => {
      leave?.()
      close(shown, focusAfter)
    }
  }, [open, alone, focusAfter])
  return createPortal(
    // A press beside the content is a shortcut: Esc and a button do the same.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <dialog
      {...rest}
      ref={dialog}
      closedby={closable ? "closerequest" : "none"}
      className={clsx("modal", className)}
      onKeyDown={(event) => {
        if (!closable && event.key === "Escape") event.preventDefault() // for browsers without `closedby`
      }}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return // of a file field
        event.preventDefault()
        if (closable) onDismiss()
      }}
      // The browser closes it for a second Esc, whatever the first one did. The event comes late: it may be open again.
      onClose={(event) => {
        if (!open || event.currentTarget.open) return
        if (closable) onDismiss()
        else dialog.current?.showModal()
      }}
      onPointerDown={(event) => (pressed.current = event.target)}
      onClick={(event) => {
        const isBeside = event.target === event.currentTarget && pressed.current === event.target
        if (isBeside && closable) onDismiss()
      }}
    />,
    document.body,
  )
}

/** Closes the dialog. The browser returns the focus, unless it has moved on, such as to the heading of a new page. */
function close(dialog: HTMLDialogElement, focusAfter: ModalProps["focusAfter"]): void {
  const isLost = () => document.activeElement === document.body || dialog.contains(document.activeElement)
  const next = isLost() ? null : document.activeElement
  dialog.close()
  if (next instanceof HTMLElement) return next.focus({ preventScroll: true })
  // The element that opened it may go with the dialog.
  queueMicrotask(() => isLost() && focusAfter?.current?.focus({ preventScroll: true }))
}
