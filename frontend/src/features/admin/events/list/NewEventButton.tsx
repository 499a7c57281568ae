import { Plus } from "lucide-react"
import { useState } from "react"
import { useMakeEvent } from "~/features/admin/events/actions/useMakeEvent"
import { Button } from "~/ui/layout/Button"
import { LazyConfirm } from "~/ui/overlays/lazyDialog"

/** Asks, creates a draft with the server's default values, and opens its edit page. */
export function NewEventButton() {
  const [asking, setAsking] = useState(false)
  const make = useMakeEvent()
  return (
    <>
      <Button onClick={() => setAsking(true)}>
        <Plus aria-hidden size={18} />
        New Event
      </Button>
      <LazyConfirm
        open={asking}
        onOpenChange={setAsking}
        title="Creating new product. Are you sure?"
        body="It begins as a draft: visitors can't see it until you press Update."
        action="Create"
        busyText="Creating…"
        onConfirm={() => make({})}
      />
    </>
  )
}
