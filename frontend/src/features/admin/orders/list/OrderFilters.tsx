import { useState } from "react"
import { DayFilter } from "~/features/admin/orders/list/DayFilter"
import { EventFilter } from "~/features/admin/orders/list/EventFilter"
import { countChosen, statusOptions } from "~/features/admin/orders/list/filters"
import { ListFilter, ListSearch } from "~/features/admin/shared/ListFilter"
import type { ListState } from "~/features/admin/shared/listState"
import { Button } from "~/ui/Button"
import { DialogButtons } from "~/ui/DialogButtons"
import { FiltersButton } from "~/ui/FiltersButton"
import { LaterDialog } from "~/ui/laterDialog"
import { useLargeScreen } from "~/ui/useLargeScreen"

/** Search, and the filters: beside it on a large screen, behind a button on a phone. */
export function OrderFilters({ state }: { state: ListState }) {
  const isLarge = useLargeScreen()
  return (
    <div className="mb-4 flex flex-wrap items-end gap-3">
      <ListSearch label="Search by order, name or email" state={state} />
      {isLarge ? <Fields state={state} /> : <BehindAButton state={state} />}
    </div>
  )
}

const BUTTON = "list-filters"

function BehindAButton({ state }: { state: ListState }) {
  const [open, setOpen] = useState(false)
  const show = (chosen: Chosen) => {
    setOpen(false)
    state.narrow(chosen, BUTTON)
  }
  return (
    <div className="grid w-full sm:w-auto">
      <FiltersButton id={BUTTON} chosen={countChosen(state)} onClick={() => setOpen(true)} />
      <LaterDialog open={open} onOpenChange={setOpen} title="Filters">
        <ChosenTogether state={state} onShow={show} />
      </LaterDialog>
    </div>
  )
}

type Chosen = Readonly<Record<string, string>>

/** The phone's filters: chosen together, then shown. */
function ChosenTogether({ state, onShow }: { state: ListState; onShow: (chosen: Chosen) => void }) {
  const [chosen, choose] = useState<Chosen>({})
  const draft: ListState = {
    ...state,
    filter: (name) => chosen[name] ?? state.filter(name),
    narrow: (filters) => choose({ ...chosen, ...filters }),
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
      <ListFilter label="Status" state={state} name="status" any="All but abandoned" options={statusOptions} />
      <EventFilter state={state} />
      <DayFilter label="Placed from" state={state} name="from" />
      <DayFilter label="Placed until" state={state} name="to" />
    </>
  )
}
