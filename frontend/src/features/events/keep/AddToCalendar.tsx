import { CalendarPlus, ChevronDown } from "lucide-react"
import { useEffect, useEffectEvent, useId, useRef, useState } from "react"
import type { Occurrence, ProductDetail } from "~/api/types"
import { CalendarWays } from "~/features/events/keep/CalendarWays"
import { Button } from "~/ui/Button"

/** A list of ways above a button: a file, Google's calendar, Outlook's. */
export function AddToCalendar(night: { product: ProductDetail; date: Occurrence }) {
  const { open, toggle, close, area, button } = useDisclosure()
  const panel = useId()
  return (
    <div ref={area} className="relative">
      <Button ref={button} look="secondary" aria-expanded={open} aria-controls={panel} onClick={toggle}>
        <CalendarPlus aria-hidden size={20} className="hidden sm:block" /> {/* a phone needs the room for Share */}
        Add to calendar
        <ChevronDown aria-hidden size={18} />
      </Button>
      <div
        id={panel}
        hidden={!open}
        className="absolute bottom-full left-0 z-20 mb-1 min-w-60 rounded-md border border-hair bg-paper p-2 shadow-2"
      >
        {open && <CalendarWays {...night} onChosen={close} />}
      </div>
    </div>
  )
}

/** Closes on Esc, and when focus or pointer go elsewhere. */
function useDisclosure() {
  const [open, setOpen] = useState(false)
  const area = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const closeOutside = useEffectEvent((event: Event) => {
    if (!area.current?.contains(event.target as Node)) setOpen(false)
  })
  const closeOnEscape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== "Escape") return
    setOpen(false)
    button.current?.focus()
  })
  useEffect(() => {
    if (!open) return
    document.addEventListener("pointerdown", closeOutside)
    document.addEventListener("focusin", closeOutside)
    document.addEventListener("keydown", closeOnEscape)
    return () => {
      document.removeEventListener("pointerdown", closeOutside)
      document.removeEventListener("focusin", closeOutside)
      document.removeEventListener("keydown", closeOnEscape)
    }
  }, [open])
  return { open, area, button, toggle: () => setOpen(!open), close: () => setOpen(false) }
}
