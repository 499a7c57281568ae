import { CalendarPlus, ChevronDown } from "lucide-react"
import { useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent } from "react"
import type { Occurrence, ProductDetail } from "~/api/types"
import { CalendarOptions } from "./CalendarOptions"
import { Button } from "~/ui/layout/Button"
import { moveInList } from "~/ui/hooks/moveInList"

/** A button that opens a list: a calendar file, Google Calendar and Outlook. */
export function AddToCalendar(props: { product: ProductDetail; date: Occurrence }) {
  const { open, toggle, close, area, button, list } = useDisclosure()
  const panel = useId()
  return (
    <div {...area} className="relative">
      <Button ref={button} look="secondary" aria-expanded={open} aria-controls={panel} onClick={toggle}>
        {/* Hidden on phones, to leave room for Share. */}
        <CalendarPlus aria-hidden size={20} className="hidden sm:block" />
        Add to calendar
        <ChevronDown aria-hidden size={18} />
      </Button>
      <div
        id={panel}
        ref={list}
        hidden={!open}
        className="absolute top-full left-0 z-20 mt-1 min-w-60 rounded-md border border-hair bg-paper p-2 shadow-2"
      >
        {open && <CalendarOptions {...props} onChosen={close} />}
      </div>
    </div>
  )
}

/** Arrow keys move within the list. It closes on Esc, and when the focus or a press is outside. */
function useDisclosure() {
  const [open, setOpen] = useState(false)
  const area = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const closeOutside = useEffectEvent((event: Event) => {
    if (!area.current?.contains(event.target as Node)) setOpen(false)
  })
  const closeOnEscape = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.key !== "Escape") return
    event.preventDefault() // marks Esc as handled
    setOpen(false)
    button.current?.focus()
  })
  useEffect(() => {
    if (!open) return
    list.current?.scrollIntoView({ block: "nearest" })
    document.addEventListener("pointerdown", closeOutside)
    document.addEventListener("focusin", closeOutside)
    document.addEventListener("keydown", closeOnEscape)
    return () => {
      document.removeEventListener("pointerdown", closeOutside)
      document.removeEventListener("focusin", closeOutside)
      document.removeEventListener("keydown", closeOnEscape)
    }
  }, [open])
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !open) return
    if (moveInList(event.key, event.currentTarget)) event.preventDefault() // these keys would scroll the page
  }
  return {
    open,
    area: { ref: area, onKeyDown },
    button,
    list,
    toggle: () => setOpen(!open),
    close: () => setOpen(false),
  }
}
