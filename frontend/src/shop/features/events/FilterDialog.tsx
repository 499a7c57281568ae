import { useState } from "react"
import type { Facets } from "~/common/api/types"
import { counted } from "~/common/lib/text"
import { formatMoney } from "~/common/lib/money"
import { weekdays } from "~/common/lib/time/weekdays"
import { type Option, SelectField } from "~/common/ui/forms/Field"
import { Button } from "~/common/ui/layout/Button"
import { Dialog } from "~/common/ui/overlays/Dialog"
import { DialogButtons } from "~/common/ui/overlays/DialogButtons"
import { type Filters, type FoldedName, foldedNames, optionsWith } from "./filters"

interface FilterDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  filters: Filters
  facets: Facets | undefined
  /** Called with the filters that were used; one that is not set is empty. */
  onApply: (changes: Filters) => void
  /** Ends all filters, also those in sight: on phones there is no other button for that. */
  onClear: () => void
}

/** The filters that are not in sight, which apply together. Each only if it has several values to choose from, or is set. */
export default function FilterDialog({ open, onOpenChange, ...rest }: FilterDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Filters">
      <FilterForm {...rest} />
    </Dialog>
  )
}

function FilterForm({ filters, facets, onApply, onClear }: Omit<FilterDialogProps, "open" | "onOpenChange">) {
  const [chosen, choose] = useState<Filters>({})
  const shown = foldedNames
    .map((name) => ({ name, options: filterOptions(name, facets?.[name] ?? [], filters[name] ?? chosen[name] ?? "") }))
    .filter(({ options }) => options.length > 0)
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        onApply(chosen)
      }}
    >
      <div className="grid grid-cols-2 max-[24rem]:grid-cols-1 gap-x-2 gap-y-4">
        {shown.map(({ name, options }) => (
          <SelectField
            key={name}
            {...selectTexts[name]}
            value={chosen[name] ?? filters[name] ?? ""}
            onChange={(event) => choose({ ...chosen, [name]: event.target.value })}
            options={options}
          />
        ))}
      </div>
      {facets && shown.length === 0 && (
        <p>All upcoming events have the same category, card set, weekday, price and seats left.</p>
      )}
      <DialogButtons className="dialog-foot">
        <Button look="quiet" onClick={onClear}>
          Clear filters
        </Button>
        <Button type="submit">Show events</Button>
      </DialogButtons>
    </form>
  )
}

const selectTexts: Record<FoldedName, { label: string; none: string }> = {
  category: { label: "Category", none: "Any category" },
  cardSet: { label: "Card Set", none: "Any card set" },
  weekday: { label: "Weekday", none: "Any day" },
  priceMax: { label: "Price before sales tax", none: "Any price" },
  seats: { label: "Seats left", none: "Any number" },
}

const PRICES = ["0", "5", "10", "15", "20", "30", "50"]
const SEATS = ["1", "2", "3", "4", "6", "8"]

/**
 * The select's options, with the chosen one: those that leave out some of the upcoming dates, and not all. `values` are
 * those of the dates.
 */
function filterOptions(name: FoldedName, values: readonly string[], chosen: string): Option[] {
  if (values.length < 2 && !chosen) return []
  const numbers = values.map(Number)
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)]
  switch (name) {
    case "weekday":
      return weekdays.filter(({ value }) => value === chosen || values.includes(value))
    case "priceMax": {
      const prices = PRICES.filter((price) => least <= Number(price) && Number(price) < most)
      return inOrder(prices, chosen).map((value) => ({ value, label: priceText(value) }))
    }
    case "seats": {
      const seats = SEATS.filter((number) => least < Number(number) && Number(number) <= most)
      return inOrder(seats, chosen).map((value) => ({ value, label: seatsText(value) }))
    }
    default:
      return optionsWith(chosen, values)
  }
}

function inOrder(values: string[], chosen: string): string[] {
  if (!chosen || values.includes(chosen)) return values
  return [...values, chosen].sort((one, other) => Number(one) - Number(other))
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
