import { useState } from "react"
import type { Facets } from "~/common/api/types"
import { counted } from "~/common/lib/text"
import { formatMoney } from "~/common/lib/money"
import { weekdays } from "~/common/lib/time/weekdays"
import { SelectField } from "~/common/ui/forms/Field"
import { Button } from "~/common/ui/layout/Button"
import { Dialog } from "~/common/ui/overlays/Dialog"
import { DialogButtons } from "~/common/ui/overlays/DialogButtons"
import { type Filters, type FoldedName, foldedNames, valuesWith } from "./filters"

interface FilterDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  filters: Filters
  facets: Facets | undefined
  /** Called with all filters of the dialog; one that is not set is empty. */
  onApply: (filters: Record<FoldedName, string>) => void
  /** Ends all filters, also those in sight: on phones there is no other button for that. */
  onClear: () => void
}

/** The filters that are not in sight, which apply together. Each only if it has several values to choose from, or is set. */
export default function FilterDialog({ open, onOpenChange, ...rest }: FilterDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Filters">
      <FilterForm key={JSON.stringify(rest.filters)} {...rest} />
    </Dialog>
  )
}

function FilterForm({ filters, facets, onApply, onClear }: Omit<FilterDialogProps, "open" | "onOpenChange">) {
  const [opened] = useState(() => only(filters))
  const [chosen, choose] = useState(opened)
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        onApply(chosen)
      }}
    >
      <div className="grid grid-cols-2 max-[24rem]:grid-cols-1 gap-x-2 gap-y-4">
        {foldedNames
          .map((name) => ({ name, options: filterOptions(name, facets, opened[name]) }))
          .filter(({ name, options }) => options.length > 1 || opened[name])
          .map(({ name, options }) => (
            <SelectField
              key={name}
              label={selectLabels[name].label}
              value={chosen[name]}
              onChange={(event) => choose({ ...chosen, [name]: event.target.value })}
            >
              <option value="">{selectLabels[name].any}</option>
              {options.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </SelectField>
          ))}
      </div>
      <DialogButtons className="dialog-foot">
        <Button look="quiet" onClick={onClear}>
          Clear filters
        </Button>
        <Button type="submit">Show events</Button>
      </DialogButtons>
    </form>
  )
}

/** The filters of the dialog alone, empty where they are not set. */
const only = (filters: Filters) =>
  Object.fromEntries(foldedNames.map((name) => [name, filters[name] ?? ""])) as Record<FoldedName, string>

/** The select's label, and the label of its empty option. */
const selectLabels: Record<FoldedName, { label: string; any: string }> = {
  category: { label: "Category", any: "Any category" },
  cardSet: { label: "Card Set", any: "Any card set" },
  weekday: { label: "Weekday", any: "Any day" },
  priceMax: { label: "Price", any: "Any price" },
  seats: { label: "Seats left", any: "Any number" },
}

const PRICES = ["0", "5", "10", "15", "20", "30", "50"]
const SEATS = ["1", "2", "3", "4", "6", "8"]

interface Option {
  value: string
  label: string
}

/** The select's options, with the chosen one. */
function filterOptions(name: FoldedName, facets: Facets | undefined, chosen: string | undefined): Option[] {
  if (name === "weekday") return weekdays
  if (name === "priceMax") return inOrder(PRICES, chosen).map((value) => ({ value, label: priceText(value) }))
  if (name === "seats") return inOrder(SEATS, chosen).map((value) => ({ value, label: seatsText(value) }))
  return valuesWith(chosen, facets?.[name]).map((value) => ({ value, label: value }))
}

function inOrder(values: string[], chosen: string | undefined): string[] {
  if (!chosen || values.includes(chosen)) return values
  return [...values, chosen].toSorted((one, other) => Number(one) - Number(other))
}

const isAmount = (text: string) => /^\d{1,6}(\.\d{1,2})?$/.test(text)

/** "Free", "Up to $12.50"; whole dollars without cents. Invalid amounts, which the server refuses, are shown unchanged. */
function priceText(value: string): string {
  if (!isAmount(value)) return value
  return Number(value) === 0 ? "Free" : `Up to ${formatMoney(Number(value)).replace(/\.00$/, "")}`
}

/** "2 seats or more"; "Not sold out" for 1. */
function seatsText(value: string): string {
  return value === "1" ? "Not sold out" : /^\d+$/.test(value) ? `${counted(Number(value), "seat")} or more` : value
}
