import { KeyRound, Pencil, UserCheck, UserX } from "lucide-react"
import { useState } from "react"
import type { User } from "~/api/types"
import { useFromList } from "~/features/admin/table/listState"
import { RowAction } from "~/features/admin/table/RowAction"
import { fullName } from "~/lib/fullName"
import { DeactivateDialog, ReactivateDialog, ResetDialog } from "~/features/admin/users/dialogs/UserDialogs"
import { paths } from "~/paths"

type Question = "reset" | "deactivate" | "reactivate"

export function UserActions({ user }: { user: User }) {
  const [asking, setAsking] = useState<Question | null>(null)
  const state = useFromList()
  const mayChange = !user.isReadOnly
  const of = fullName(user)
  const dialogProps = (question: Question) => ({ user, open: asking === question, onOpenChange: () => setAsking(null) })
  return (
    <>
      {/* No icons on the smallest phones, to leave a gap before the destructive action. */}
      <div className="contents whitespace-nowrap max-[23rem]:*:min-w-tap max-[23rem]:[&_svg]:hidden">
        <RowAction icon={Pencil} label="Edit" of={of} to={paths.adminUser(user._id)} state={state} />
        {mayChange && <RowAction icon={KeyRound} label="Reset password" of={of} onClick={() => setAsking("reset")} />}
        {mayChange && user.isDeactivated && (
          <RowAction icon={UserCheck} label="Reactivate" of={of} onClick={() => setAsking("reactivate")} />
        )}
        {mayChange && !user.isDeactivated && (
          <RowAction icon={UserX} label="Deactivate" of={of} removes onClick={() => setAsking("deactivate")} />
        )}
      </div>
      <ResetDialog {...dialogProps("reset")} />
      <DeactivateDialog {...dialogProps("deactivate")} />
      <ReactivateDialog {...dialogProps("reactivate")} />
    </>
  )
}
