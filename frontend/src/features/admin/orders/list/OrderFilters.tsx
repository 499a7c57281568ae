import { useState } from "react"
import { DayFilter } from "./DayFilter"
import { EventFilter } from "./EventFilter"
import { countChosen, statusOptions } from "./filters"
import { ListFilter, ListSearch } from "~/features/admin/table/Filter"
import type { ListState } from "~/features/admin/table/listState"
import { Button } from "~/ui/layout/Button"
import { DialogButtons } from "~/ui/overlays/DialogButtons"
import { FiltersButton } from "~/ui/forms/FiltersButton"
import { LazyDialog } from "~/ui/overlays/lazyDialog"
import { useLargeScreen } from "~/ui/hooks/useLargeScreen"

/** The search, and the filters: beside it on a large screen, in a dialog on a phone. */
export function OrderFilters({ state }: { state: ListState }) {
  const isLarge = useLargeScreen()
  return (
    <div className="mb-4 flex flex-wrap items-end gap-3">
      <ListSearch label="Search by order, name or email" state={state} />
      {isLarge ? <Fields state={state} /> : <FiltersInDialog state={state} />}
    </div>
  )
}

const BUTTON = "list-filters"

function FiltersInDialog({ state }: { state: ListState }) {
  const [open, setOpen] = useState(false)
  const show = (chosen: Chosen) => {
    setOpen(false)
    state.narrow(chosen, BUTTON)
  }
  return (
    <div className="grid w-full sm:w-auto">
      <FiltersButton id={BUTTON} chosen={countChosen(state)} onClick={() => setOpen(true)} />
      <LazyDialog open={open} onOpenChange={setOpen} title="Filters">
        <DialogFields state={state} onShow={show} />
      </LazyDialog>
    </div>
  )
}

type Chosen = Readonly<Record<string, string>>

/** The filters on a phone, which apply together. */
function DialogFields({ state, onShow }: { state: ListState; onShow: (chosen: Chosen) => void }) {
  const [chosen, setChosen] = useState<Chosen>({})
  const draft: ListState = {
    ...state,
    filter: (name) => chosen[name] ?? state.filter(name),
    narrow: (filters) => setChosen({ ...chosen, ...filters }),
  }
  return (
    <>
      <div className="mb-4 flex flex-wrap items-end gap-3">
        <Fields state={draft} />
      </div>
      <DialogButtons className="dialog-foot">
        <Button onClick={() => onShow(chosen)}>Show orders</Button>
      </DialogButtons>
    </>
  )
}

function Fields({ state }: { state: ListState }) {
  return (
    <>
      <ListFilter label="Status" state={state} name="status" any="All except abandoned" options={statusOptions} />
      <EventFilter state={state} />
      <DayFilter label="Placed from" state={state} name="from" />
      <DayFilter label="Placed until" state={state} name="to" />
    </>
  )
}
