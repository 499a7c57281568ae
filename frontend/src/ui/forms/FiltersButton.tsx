import { SlidersHorizontal } from "lucide-react"
import { Button } from "~/ui/layout/Button"

/** Opens the dialog with the filters and shows how many are set: "Filters (2)" */
export function FiltersButton({ id, chosen, onClick }: { id?: string; chosen: number; onClick: () => void }) {
  return (
    <Button id={id} look="secondary" aria-haspopup="dialog" onClick={onClick} className="min-w-28">
      <SlidersHorizontal aria-hidden size={18} />
      {chosen > 0 ? `Filters (${chosen})` : "Filters"}
    </Button>
  )
}
