import { useState } from "react"
import type { Facets } from "~/api/types"
import { FilterFields } from "./FilterFields"
import type { Filters } from "./filters"
import { Button } from "~/ui/layout/Button"
import { DialogButtons } from "~/ui/overlays/DialogButtons"
import { Dialog } from "~/ui/overlays/Dialog"

interface FilterDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  filters: Filters
  facets: Facets | undefined
  onApply: (filters: Filters) => void
}

/** The filters on a phone, which apply together. */
export default function FilterDialog({ open, onOpenChange, ...rest }: FilterDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Filters">
      <FilterForm {...rest} />
    </Dialog>
  )
}

function FilterForm({ filters, facets, onApply }: Omit<FilterDialogProps, "open" | "onOpenChange">) {
  const [chosen, choose] = useState(filters)
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        onApply(chosen)
      }}
    >
      <div className="grid grid-cols-2 max-[24rem]:grid-cols-1 gap-x-2 gap-y-4">
        <FilterFields
          place="dialog"
          filters={chosen}
          facets={facets}
          onChange={(name, value) => choose({ ...chosen, [name]: value })}
        />
      </div>
      <DialogButtons className="dialog-foot">
        <Button look="quiet" onClick={() => onApply({})}>
          Clear filters
        </Button>
        <Button type="submit">Show events</Button>
      </DialogButtons>
    </form>
  )
}
