import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from "react"

/**
 * A list under a button. Arrow keys, Home and End move within it. It closes on Esc, which returns the focus to the button,
 * and when the focus or a press is outside. `area` are props of what is around both.
 */
export function useDropdown() {
  const [open, setOpen] = useState(false)
  const around = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const closeOutside = useEffectEvent((event: Event) => {
    if (!around.current?.contains(event.target as Node)) setOpen(false)
  })
  const closeOnEscape = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.key !== "Escape") return
    event.preventDefault() // marks Esc as handled
    setOpen(false)
    button.current?.focus()
  })
  useEffect(() => {
    if (!open) return
    const closed = new AbortController()
    const { signal } = closed
    document.addEventListener("pointerdown", closeOutside, { signal })
    document.addEventListener("focusin", closeOutside, { signal })
    document.addEventListener("keydown", closeOnEscape, { signal })
    return () => closed.abort()
  }, [open])
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !open) return
    if (moveInList(event.key, event.currentTarget)) event.preventDefault() // these keys would scroll the page
  }
  return { open, setOpen, button, area: { ref: around, onKeyDown } }
}

/** Moves the focus in a button's list. Returns whether the key was one that does. */
function moveInList(key: string, around: Element): boolean {
  const entries = [...around.querySelectorAll<HTMLElement>("li > *")]
  const at = entries.indexOf(document.activeElement as HTMLElement) // -1 on the button
  const to = { ArrowDown: (at + 1) % entries.length, ArrowUp: Math.max(at, 0) - 1, Home: 0, End: -1 }[key]
  if (to === undefined) return false
  entries.at(to)?.focus()
  return true
}

/** A ref for what gets the focus as soon as it is there, such as in place of a button that is gone. */
export const focusNow = (element: HTMLElement | null) => element?.focus()
