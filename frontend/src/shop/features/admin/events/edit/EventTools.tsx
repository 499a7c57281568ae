import { useMutation } from "@tanstack/react-query"
import { Archive, ArchiveRestore, Copy } from "lucide-react"
import type { ProductDetail } from "~/common/api/types"
import { fieldsOf, useMakeEvent } from "~/shop/features/admin/events/actions/useMakeEvent"
import { useHiding, useRestore } from "~/shop/shared/staffActions/hiding"
import { Button } from "~/common/ui/layout/Button"
import { latePart } from "~/common/ui/layout/latePart"
import { ConfirmButton, DialogButton } from "~/common/ui/overlays/DialogButton"

const Questions = latePart(() => import("./Questions"))

/** Actions on the whole event. */
export default function EventTools({ event }: { event: ProductDetail }) {
  const hiding = useHiding(event)
  const restore = useRestore(event)
  const make = useMakeEvent()
  const { mutate: clone, isPending } = useMutation({ mutationFn: () => make(fieldsOf(event)) })
  return (
    <div className="flex flex-wrap gap-3">
      <Button look="secondary" busy={isPending} busyText="Cloning…" onClick={() => clone()}>
        <Copy aria-hidden size={18} />
        Clone
      </Button>
      {event.status === "archived" ? (
        <Button look="secondary" onClick={restore}>
          <ArchiveRestore aria-hidden size={18} />
          Restore
        </Button>
      ) : (
        <ConfirmButton look="secondary" {...hiding}>
          <Archive aria-hidden size={18} />
          Hide
        </ConfirmButton>
      )}
      <DialogButton
        look="secondary"
        title="Questions for guests"
        description="Asked on the ticket, never at the checkout. Nobody has to answer."
        content={(close) => <Questions event={event._id} onClose={close} />}
      >
        Questions
      </DialogButton>
    </div>
  )
}
