import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from "react"
import { Hint } from "~/common/ui/forms/Field"
import { focusNow } from "~/common/ui/hooks/focus"
import { useOnline } from "~/common/ui/hooks/useOnline"
import { Button } from "~/common/ui/layout/Button"
import { DialogButtons } from "~/common/ui/overlays/DialogButtons"

/** A form that is hidden while its input is checked, so that nothing that was entered is lost. Then its button gets the focus. */
export function FormToCheck({ isChecking, children }: { isChecking: boolean; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const last = useRef(isChecking)
  useEffect(() => {
    if (last.current && !isChecking) box.current?.querySelector<HTMLElement>("button[type=submit]")?.focus()
    last.current = isChecking
  }, [isChecking])
  return (
    <div ref={box} hidden={isChecking} className="panel p-4 lg:p-5">
      {children}
    </div>
  )
}

interface CheckProps {
  title: string
  /** What is about to happen. */
  children: ReactNode
  onBack: () => void
  /** Props of the button that does it; null if there is nothing to do. */
  confirm: ComponentProps<typeof Button> | null
}

/** Shows what a form's input does before it is done. */
export function Check({ title, children, onBack, confirm }: CheckProps) {
  const online = useOnline()
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid gap-4 panel p-4 lg:p-5">
      <h2 ref={focusNow} id={id} tabIndex={-1} className="count">
        {title}
      </h2>
      {children}
      <DialogButtons>
        <Button look="secondary" onClick={onBack}>
          Change something
        </Button>
        {confirm && <Button {...confirm} disabled={!online} />}
        {!online && <Hint>You're offline. This needs a connection.</Hint>}
      </DialogButtons>
    </section>
  )
}
