import type { User } from "~/api/types"
import { MailLink } from "~/features/admin/table/MailLink"
import { fullName } from "~/lib/fullName"
import { Notice } from "~/ui/feedback/Notice"

/** Replaces the form of an operator's account for staff who are not operators. */
export function OperatorNotice({ user }: { user: User }) {
  return (
    <div className="grid gap-5">
      <Notice>Only an operator can change an operator's account.</Notice>
      <div>
        <p className="font-semibold [overflow-wrap:anywhere]">{fullName(user)}</p>
        <MailLink email={user.email} />
      </div>
    </div>
  )
}
