import { Link } from "react-router-dom"
import type { Member } from "~/api/types"
import { CardFact, CardFacts } from "~/features/admin/table/Cards"
import { useFromList, type Sort } from "~/features/admin/table/listState"
import { MailLink } from "~/features/admin/table/MailLink"
import { rowLink } from "~/features/admin/table/rowLink"
import type { Column } from "~/features/admin/table/Table"
import { fullName } from "~/lib/fullName"
import { formatShortDay } from "~/lib/time/months"
import { paths } from "~/paths"
import { hasEnded } from "~/shared/members/hasEnded"
import { Badge } from "~/ui/feedback/Badge"

export const memberColumns: readonly Column<Member>[] = [
  { label: "Number", field: "number", names: true, cell: (member) => <Number member={member} /> },
  { label: "Email", field: "email", cell: (member) => <Email member={member} /> },
  { label: "Valid until", field: "validUntil", className: "count", cell: (member) => <ValidUntil member={member} /> },
  { label: "Account", cell: (member) => <Account member={member} /> },
]

/** The API's default order. */
export const byNumber: Sort = { field: "number", order: "asc" }

export const sortable = memberColumns.flatMap(({ field }) => field ?? [])

interface MemberProps {
  member: Member
}

const Number = ({ member }: MemberProps) => <span className="[overflow-wrap:anywhere]">{member.number}</span>

const Nothing = ({ children }: { children: string }) => <span className="font-normal text-ink-2">{children}</span>

const Email = ({ member: { email } }: MemberProps) =>
  email ? <MailLink email={email} /> : <Nothing>None left</Nothing>

function ValidUntil({ member }: MemberProps) {
  return (
    <>
      {formatShortDay(member.validUntil)}
      {hasEnded(member) && <Badge className="ml-2">Ended</Badge>}
    </>
  )
}

/** The account that pays the member price. */
function Account({ member: { user } }: MemberProps) {
  const state = useFromList()
  if (!user) return <Nothing>Not linked</Nothing>
  return (
    <Link to={paths.adminUser(user._id)} state={state} className={rowLink}>
      {fullName(user)}
    </Link>
  )
}

/** A row on a phone. */
export function MemberCard({ member }: MemberProps) {
  return (
    <>
      <h2 className="font-text text-lg font-bold">
        <Number member={member} />
      </h2>
      <CardFacts>
        <CardFact label="Email">
          <Email member={member} />
        </CardFact>
        <CardFact label="Valid until">
          <ValidUntil member={member} />
        </CardFact>
        <CardFact label="Account">
          <Account member={member} />
        </CardFact>
      </CardFacts>
    </>
  )
}
