import { useQuery } from "@tanstack/react-query"
import { useEffect, useRef, useState } from "react"
import { eventNamesQuery } from "~/api/queries/staff/orders"
import { ListFilter, ListSearch } from "~/features/admin/table/Filter"
import type { ListState } from "~/features/admin/table/listState"
import { TextField } from "~/ui/forms/Field"
import { FiltersButton } from "~/ui/forms/SearchForm"
import { useLargeScreen } from "~/ui/hooks/useLargeScreen"
import { Button } from "~/ui/layout/Button"
import { DialogButtons } from "~/ui/overlays/DialogButtons"
import { LazyDialog } from "~/ui/overlays/lazyDialog"
import { countChosen, GIFTS, statusOptions } from "./filters"

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

/** A filter by day. It isn't applied while the year is still being typed. */
function DayFilter({ label, state, name }: { label: string; state: ListState; name: "from" | "to" }) {
  const id = `list-${name}`
  const input = useRef<HTMLInputElement>(null)
  const current = state.filter(name)
  // The field is uncontrolled while typing; a change of the URL replaces its value.
  useEffect(() => {
    if (input.current && input.current.value !== current) input.current.value = current
  }, [current])
  const narrow = (typed: string) => {
    if (typed === "" || typed >= "2000") state.narrow({ [name]: typed }, id)
  }
  return (
    <TextField
      ref={input}
      id={id}
      label={label}
      type="date"
      className="min-w-0 flex-1 basis-36 grid-cols-1"
      defaultValue={current}
      onChange={(event) => narrow(event.target.value)}
    />
  )
}

/** Lists only orders with a booking for the chosen event, or with a gift. */
function EventFilter({ state }: { state: ListState }) {
  const { data: events = [] } = useQuery(eventNamesQuery())
  const chosen = state.filter("product")
  const options = [{ value: GIFTS, label: "Gifts" }, ...events.map(({ _id, name }) => ({ value: _id, label: name }))]
  // The selected event is an option even before the names are loaded, or if it is not among them.
  if (chosen && !options.some(({ value }) => value === chosen)) options.push({ value: chosen, label: "Selected event" })
  return <ListFilter label="Event" state={state} name="product" any="Any event" options={options} />
}
