import { useMutation } from "@tanstack/react-query"
import { QrCode } from "lucide-react"
import { useState } from "react"
import { replacePassMutation } from "~/api/queries/seats"
import type { TicketLine } from "~/shared/orders/orderDates"
import { LazyConfirm } from "~/ui/overlays/lazyDialog"
import { notify } from "~/ui/overlays/notify"
import { ticketName, validPasses } from "../lines"
import { PassSelect } from "../passes/PassSelect"
import { MenuButton } from "./TicketMenu"

/** The entry for a code that somebody else may have, such as one on a photo. */
export function NewCode({ line }: { line: TicketLine }) {
  const [open, setOpen] = useState(false)
  const [chosen, setChosen] = useState("")
  const replace = useMutation(replacePassMutation)
  const passes = validPasses(line)
  const pass = passes.find(({ _id }) => _id === chosen) ?? passes[0]
  if (!pass) return null
  const confirm = async () => {
    await replace.mutateAsync(pass._id)
    notify.success("The ticket has a new code.")
  }
  return (
    <li>
      <MenuButton
        text="New code"
        name={ticketName(line)}
        icon={<QrCode aria-hidden size={20} />}
        onClick={() => setOpen(true)}
      />
      <LazyConfirm
        open={open}
        onOpenChange={setOpen}
        title="Replace this code?"
        body={
          <div className="grid gap-4">
            <p>
              The ticket gets a new code, and the old one no longer works, neither printed nor in an email. Do this if
              somebody else may have it.
            </p>
            <PassSelect passes={passes} chosen={pass} onChange={setChosen} />
          </div>
        }
        action="Replace"
        busyText="Replacing…"
        onConfirm={confirm}
      />
    </li>
  )
}
