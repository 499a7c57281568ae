import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query"
import { Plus } from "lucide-react"
import { type ComponentProps, useRef, useState } from "react"
import { productQuery } from "~/shop/queries/products"
import { type EventName, eventNamesQuery } from "~/shop/queries/staff/orders"
import { eventsQuery } from "~/shop/queries/staff/products"
import type { NewEvent } from "~/common/api/types"
import { fieldsOf, useMakeEvent } from "~/shop/features/admin/events/actions/useMakeEvent"
import { counted } from "~/common/lib/text"
import { isPlaceholder } from "~/shop/features/admin/events/edit/form/placeholderFields"
import { SelectField, TextField } from "~/common/ui/forms/Field"
import { Button } from "~/common/ui/layout/Button"
import { ConfirmButton } from "~/common/ui/overlays/DialogButton"

const lastFirst = (pageNumber: number) => eventsQuery({ pageNumber, sortField: "_id", sortOrder: "desc" })

/** Asks, creates a draft, and opens its edit page. The draft is like an earlier event, or has the last one's place and price. */
export function NewEventButton({ look = "primary" }: Pick<ComponentProps<typeof Button>, "look">) {
  const [like, setLike] = useState("")
  const make = useMakeEvent()
  const client = useQueryClient()
  const create = async () => {
    if (like) return make(fieldsOf(await client.fetchQuery(productQuery(like))))
    return make(await propose(client))
  }
  const ask = (open: () => void) => {
    setLike("")
    open()
  }
  return (
    <ConfirmButton
      opener={(open) => (
        <Button look={look} onClick={() => ask(open)}>
          <Plus aria-hidden size={18} />
          New Event
        </Button>
      )}
      title="Creating new product. Are you sure?"
      body={
        <>
          <LikeField like={like} onChange={setLike} />
          <p>It begins as a draft: visitors can't see it until you publish it.</p>
        </>
      }
      action="Create"
      busyText="Creating…"
      onConfirm={create}
    />
  )
}

const PAUSE_MS = 300

/** The last events, and a search by name among all of them, past and hidden ones too. */
function LikeField({ like, onChange }: { like: string; onChange: (id: string) => void }) {
  const [name, setName] = useState("")
  const [chosen, setChosen] = useState<EventName | null>(null)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  const { data: last } = useQuery(lastFirst(1))
  const { data: named = [] } = useQuery({ ...eventNamesQuery(name), enabled: name !== "" })
  const found = (name ? named : (last?.products ?? [])).filter(isFilledIn)
  const isMissing = like !== "" && chosen && !found.some(({ _id }) => _id === like)
  const offered = isMissing ? [chosen, ...found] : found
  const hasMore = last !== undefined && last.pages > 1
  return (
    <>
      {hasMore && (
        <TextField
          type="search"
          label="Search earlier events"
          hint="By name. Otherwise the last ones are offered."
          autoComplete="off"
          onChange={({ target }) => {
            clearTimeout(pause.current)
            pause.current = setTimeout(() => setName(target.value.trim()), PAUSE_MS)
          }}
        />
      )}
      <SelectField
        label="Like an earlier event"
        value={like}
        onChange={({ target }) => {
          setChosen(offered.find(({ _id }) => _id === target.value) ?? null)
          onChange(target.value)
        }}
        hint={like ? "With its texts, times, seats and price." : "With the last event's place and price."}
        none="None: start with an empty form"
        options={offered.map(({ _id, name }) => ({ value: _id, label: name }))}
      />
      {name && (
        <p role="status" className="text-sm text-ink-2">
          {counted(found.length, "event")} found
        </p>
      )}
    </>
  )
}

const isFilledIn = ({ name }: EventName) => !isPlaceholder(name)

/** The place and the price of the last event that has them: drafts that nobody filled in don't. */
async function propose(client: QueryClient): Promise<NewEvent> {
  for (let page = 1, pages = 1; page <= pages; page++) {
    const list = await client.fetchQuery(lastFirst(page))
    const last = list.products.find((event) => isFilledIn(event) && !isPlaceholder(event.eventLocation))
    if (last) return { eventLocation: last.eventLocation, price: last.price }
    pages = list.pages
  }
  return {}
}
