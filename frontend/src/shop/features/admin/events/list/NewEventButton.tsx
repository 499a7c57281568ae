import { useQuery, useQueryClient } from "@tanstack/react-query"
import { Plus } from "lucide-react"
import { type ComponentProps, useState } from "react"
import { productQuery } from "~/shop/queries/products"
import { eventsQuery } from "~/shop/queries/staff/products"
import type { Product, EventUpdate } from "~/common/api/types"
import { fieldsOf, useMakeEvent } from "~/shop/features/admin/events/actions/useMakeEvent"
import { isPlaceholder } from "~/shop/features/admin/events/edit/form/placeholderFields"
import { SelectField } from "~/common/ui/forms/Field"
import { Button } from "~/common/ui/layout/Button"
import { ConfirmButton } from "~/common/ui/overlays/DialogButton"

const lastFirst = eventsQuery({ sortField: "_id", sortOrder: "desc" })

/** Asks, creates a draft, and opens its edit page. The draft is like an earlier event, or has the last one's place and price. */
export function NewEventButton({ look = "primary" }: Pick<ComponentProps<typeof Button>, "look">) {
  const [like, setLike] = useState("")
  const make = useMakeEvent()
  const client = useQueryClient()
  const create = async () => {
    if (like) return make(fieldsOf(await client.fetchQuery(productQuery(like))))
    return make(proposalOf((await client.ensureQueryData(lastFirst)).products))
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

function LikeField({ like, onChange }: { like: string; onChange: (id: string) => void }) {
  const { data } = useQuery(lastFirst)
  const earlier = data?.products.filter(isFilledIn) ?? []
  return (
    <SelectField
      label="Like an earlier event"
      value={like}
      onChange={(event) => onChange(event.target.value)}
      hint={like ? "With its texts, times, seats and price." : "With the last event's place and price."}
      none="None: start with an empty form"
      options={earlier.map(({ _id, name }) => ({ value: _id, label: name }))}
    />
  )
}

const isFilledIn = ({ name }: Product) => !isPlaceholder(name)

/** The place and the price of the last event. */
function proposalOf(events: readonly Product[]): EventUpdate {
  const last = events.find((event) => isFilledIn(event) && !isPlaceholder(event.eventLocation))
  return last ? { eventLocation: last.eventLocation, price: last.price } : {}
}
