import { useMutation } from "@tanstack/react-query"
import { CalendarX, Unlink } from "lucide-react"
import { useState } from "react"
import type { Member } from "~/api/types"
import { endMemberMutation, unlinkMemberMutation } from "~/api/queries/staff/members"
import { RowAction } from "~/features/admin/table/RowAction"
import { fullName } from "~/lib/fullName"
import { hasEnded } from "~/shared/members/hasEnded"
import { LazyConfirm } from "~/ui/overlays/lazyDialog"
import { notify } from "~/ui/overlays/notify"

interface MemberActionsProps {
  member: Member
  /** Called after the focused button was removed from the row. */
  onDone: () => void
}

/** Unlinks a membership from its account, or ends it; both ask first. */
export function MemberActions({ member, onDone }: MemberActionsProps) {
  const { number, email, user } = member
  const who = user ? fullName(user) : email || "The member"
  const [asking, setAsking] = useState<"unlink" | "end" | null>(null)
  const unlinking = useMutation(unlinkMemberMutation)
  const ending = useMutation(endMemberMutation)
  const close = () => setAsking(null)
  const unlink = async () => {
    await unlinking.mutateAsync(number)
    notify.success(`${number} is unlinked.`)
    onDone()
  }
  const end = async () => {
    await ending.mutateAsync(number)
    notify.success(`${number} has ended.`)
    onDone()
  }
  return (
    <>
      {user && <RowAction icon={Unlink} label="Unlink" of={number} onClick={() => setAsking("unlink")} />}
      {!hasEnded(member) && (
        <RowAction icon={CalendarX} label="End" of={number} removes onClick={() => setAsking("end")} />
      )}
      <LazyConfirm
        open={asking === "unlink"}
        onOpenChange={close}
        title={`Unlink ${number} from its account?`}
        body={`${who} pays list prices from now on. An account with the member's email address can enter the number again.`}
        action="Unlink"
        busyText="Unlinking…"
        onConfirm={unlink}
      />
      <LazyConfirm
        open={asking === "end"}
        onOpenChange={close}
        title={`End the membership ${number}?`}
        body={`${who} pays list prices from now on. Paid orders stay as they are. An import with a later day brings the membership back.`}
        action="End membership"
        busyText="Ending…"
        danger
        onConfirm={end}
      />
    </>
  )
}
