import { useState } from "react"
import type { Facets } from "~/api/types"
import type { FilterName, Filters } from "./filters"
import { FoldedFields } from "./FoldedFields"
import { WhenAndWhere } from "./WhenAndWhere"
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

/** All filters, which apply together. */
export default function FilterDialog({ open, onOpenChange, ...rest }: FilterDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Filters">
      <FilterForm {...rest} />
    </Dialog>
  )
}

function FilterForm({ filters, facets, onApply }: Omit<FilterDialogProps, "open" | "onOpenChange">) {
  const [chosen, choose] = useState(filters)
  const onChange = (name: FilterName, value: string) => choose({ ...chosen, [name]: value })
  const fields = { place: "dialog", filters: chosen, facets, onChange }
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        onApply(chosen)
      }}
    >
      <div className="grid grid-cols-2 max-[24rem]:grid-cols-1 gap-x-2 gap-y-4">
        <WhenAndWhere {...fields} />
        <FoldedFields {...fields} />
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
