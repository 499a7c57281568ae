import { type ComponentProps, type ReactNode, useState } from "react"
import { Button } from "~/common/ui/layout/Button"
import { ConfirmDialog, type Confirmation, Dialog, type DialogProps } from "~/common/ui/overlays/Dialog"

interface Opener {
  /** What opens the dialog, if it is not a `Button`. */
  opener?: (open: () => void) => ReactNode
  /** Otherwise the button's content; its other props are passed on. */
  children?: ReactNode
}

type ButtonProps = Omit<ComponentProps<typeof Button>, "title" | "content" | "children" | "busyText">

type DialogButtonProps = ButtonProps &
  Opener &
  Pick<DialogProps, "title" | "description" | "wide" | "focusAfter"> & {
    /** What is in the dialog. Gets a function that closes it. */
    content: (close: () => void) => ReactNode
  }

/** A button with the dialog that it opens. */
export function DialogButton(props: DialogButtonProps) {
  const { opener, title, description, wide = false, focusAfter, content, ...button } = props
  const [open, setOpen] = useState(false)
  const show = () => setOpen(true)
  return (
    <>
      {opener ? opener(show) : <Button {...button} onClick={show} />}
      <Dialog {...{ open, title, description, wide, focusAfter }} onOpenChange={setOpen}>
        {content(() => setOpen(false))}
      </Dialog>
    </>
  )
}

type ConfirmButtonProps = ButtonProps & Opener & Confirmation

/** A button whose action is confirmed first. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { opener, title, body, action, stay, busyText, danger, suggestsStay, onConfirm, done, ...button } = props
  const [open, setOpen] = useState(false)
  const show = () => setOpen(true)
  return (
    <>
      {opener ? opener(show) : <Button {...button} onClick={show} />}
      <ConfirmDialog
        {...{ open, title, body, action, stay, busyText, danger, suggestsStay, onConfirm, done }}
        onOpenChange={setOpen}
      />
    </>
  )
}
