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
 * The browser's own date field. It speaks of every digit: on the way to 2026 it says 0002, 0020 and 0202. So a day
 * counts as chosen after a pause, on Enter, or when the field is left.
 */
export function DayField({ id, label, value, onChoose }: DayFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  const choose = () => {
    clearTimeout(pause.current)
    const day = field.current?.value ?? value
    const isWhole = day >= "2000" || (day === "" && !field.current?.validity.badInput)
    if (isWhole && day !== value) onChoose(day)
  }
  useEffect(() => {
    if (field.current && field.current.value !== value) field.current.value = value // chosen elsewhere, or cleared
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
