import { useEffect, useRef, type KeyboardEvent } from "react"
import { TextField } from "~/ui/forms/Field"

const PAUSE_MS = 900

interface DayFieldProps {
  id: string
  label: string
  /** "2026-12-04", or "" */
  value: string
  onChoose: (day: string) => void
}

/**
 * A native date field. Typing 2026 also reports the years 0002, 0020 and 0202, so a day only counts as chosen after a
 * pause, on Enter, or when the field loses the focus.
 */
export function DayField({ id, label, value, onChoose }: DayFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  const choose = () => {
    clearTimeout(pause.current)
    const day = field.current?.value ?? value
    const isComplete = day >= "2000" || (day === "" && !field.current?.validity.badInput)
    if (isComplete && day !== value) onChoose(day)
  }
  useEffect(() => {
    if (field.current && field.current.value !== value) field.current.value = value // changed elsewhere, or cleared
  }, [value])
  useEffect(() => () => clearTimeout(pause.current), [])
  return (
    <TextField
      ref={field}
      type="date"
      id={id}
      label={label}
      className="max-lg:col-span-full"
      min="2000-01-01"
      max="2200-12-31"
      defaultValue={value}
      onChange={() => {
        clearTimeout(pause.current)
        pause.current = setTimeout(choose, PAUSE_MS)
      }}
      onBlur={choose}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key === "Enter") choose()
      }}
    />
  )
}
