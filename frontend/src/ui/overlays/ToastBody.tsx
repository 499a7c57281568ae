import { X } from "lucide-react"
import { useEffect, useEffectEvent, useRef } from "react"

export interface ToastAction {
  label: string
  onClick: () => void
}

export const TOAST_MS = 5000

/** Who reads slowly needs longer for more than a line and a half. */
export const LONG_TOAST_MS = 10_000
const LONG = 50

/** Who has to read, decide and reach something needs longer, and an Undo that is gone cannot be had again. */
export const ACTION_TOAST_MS = 20_000

/** One toast's words, an action such as Undo, and a close button. The pointer or the focus on it stops its clock. */
export function ToastBody({
  text,
  more,
  action,
  forTheEye = false,
  close,
}: {
  text: string
  more?: string | undefined
  action?: ToastAction | undefined
  /** Nothing of it is there for screen readers, so nothing for Tab either; Esc closes it. */
  forTheEye?: boolean
  close: () => void
}) {
  const body = useRef<HTMLDivElement>(null)
  const isLong = text.length + (more?.length ?? 0) > LONG
  const lifetime = action ? ACTION_TOAST_MS : isLong ? LONG_TOAST_MS : TOAST_MS
  const closeByHand = useLifetime(body, lifetime, close)
  return (
    <div ref={body} aria-hidden={forTheEye || undefined} className="flex w-full items-start gap-2">
      <p className="flex-1 py-2">
        {text}
        {more && <span className="block">{more}</span>}
      </p>
      {action && (
        <button
          type="button"
          className="min-h-tap px-2 font-semibold text-link underline"
          onClick={() => {
            action.onClick()
            close()
          }}
        >
          {action.label}
        </button>
      )}
      <button
        type="button"
        aria-label="Close message"
        tabIndex={forTheEye ? -1 : undefined}
        className="grid size-tap shrink-0 place-items-center"
        onClick={closeByHand}
      >
        <X aria-hidden size={20} />
      </button>
    </div>
  )
}

/**
 * Closes after `lifetime` milliseconds in which nobody is at the toast; Esc inside it closes at once. Answers what closes
 * it by hand: the focus goes back to where it came from.
 */
function useLifetime(body: React.RefObject<HTMLDivElement | null>, lifetime: number, close: () => void): () => void {
  const cameFrom = useRef<HTMLElement | null>(null)
  const closeByHand = () => {
    cameFrom.current?.focus({ preventScroll: true })
    close()
  }
  const end = useEffectEvent(close)
  const endByHand = useEffectEvent(closeByHand)
  useEffect(() => {
    const frame = body.current?.closest<HTMLElement>(".Toastify__toast") ?? body.current
    let timer: ReturnType<typeof setTimeout>
    const run = () => {
      clearTimeout(timer)
      timer = setTimeout(() => end(), lifetime)
    }
    const hold = () => clearTimeout(timer)
    const enter = ({ relatedTarget }: FocusEvent) => {
      hold()
      const outside = relatedTarget instanceof HTMLElement && !frame?.contains(relatedTarget)
      if (outside) cameFrom.current = relatedTarget
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return
      event.preventDefault() // this toast, and not the newest
      endByHand()
    }
    const leave = () => void (frame?.matches(":hover, :focus-within") || run())
    run()
    const heard = { pointerenter: hold, pointerleave: leave, focusout: () => setTimeout(leave) } as const
    for (const [name, listener] of Object.entries(heard)) frame?.addEventListener(name, listener)
    frame?.addEventListener("focusin", enter)
    frame?.addEventListener("keydown", onKey)
    return () => {
      hold()
      for (const [name, listener] of Object.entries(heard)) frame?.removeEventListener(name, listener)
      frame?.removeEventListener("focusin", enter)
      frame?.removeEventListener("keydown", onKey)
    }
  }, [body, lifetime])
  return closeByHand
}
