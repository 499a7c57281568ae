import { type ReactNode, type Ref, useId, useState } from "react"
import { Button } from "~/common/ui/layout/Button"

interface DisclosureProps {
  /** The button's text. */
  text: string
  button?: Ref<HTMLButtonElement>
  onOpen?: () => void
  /** Rendered while it is open, so that a form can take the focus when it opens. */
  children: ReactNode
}

/** A quiet button that shows a form that few people need. */
export function Disclosure({ text, button, onOpen, children }: DisclosureProps) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const toggle = () => {
    if (!open) onOpen?.()
    setOpen(!open)
  }
  return (
    <div className="grid w-full justify-items-start gap-3">
      <Button ref={button} look="quiet" className="-ml-1" aria-expanded={open} aria-controls={id} onClick={toggle}>
        {text}
      </Button>
      <div id={id} className="w-full empty:hidden">
        {open && children}
      </div>
    </div>
  )
}
