import { type KeyboardEvent, useEffect, useRef } from "react"
import type { Facets } from "~/common/api/types"
import { SelectField, TextField } from "~/common/ui/forms/Field"
import { filterId, type FilterName, type Filters, optionsWith } from "./filters"

interface FilterFieldsProps {
  filters: Filters
  facets: Facets | undefined
  onChange: (name: FilterName, value: string) => void
}

/** The filters that are always in sight: the days, the place and the format. */
export function MainFilters({ filters, facets, onChange }: FilterFieldsProps) {
  return (
    <>
      <div role="group" aria-label="When" className="contents">
        <DayField
          id={filterId("from")}
          label="From"
          value={filters.from ?? ""}
          onChoose={(day) => onChange("from", day)}
        />
        <DayField id={filterId("to")} label="Until" value={filters.to ?? ""} onChoose={(day) => onChange("to", day)} />
      </div>
      {(["eventLocation", "format"] as const).map((name) => (
        <SelectField
          key={name}
          id={filterId(name)}
          {...selectTexts[name]}
          value={filters[name] ?? ""}
          onChange={(event) => onChange(name, event.target.value)}
          options={optionsWith(filters[name], facets?.[name])}
        />
      ))}
    </>
  )
}

const selectTexts = {
  eventLocation: { label: "Place", none: "Any place" },
  format: { label: "Format", none: "Any format" },
}

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
function DayField({ id, label, value, onChoose }: DayFieldProps) {
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
