import { Check, X } from "lucide-react"
import { Link } from "react-router-dom"
import type { User } from "~/api/types"
import { CardFact, CardFacts } from "~/features/admin/table/Cards"
import type { Column } from "~/features/admin/table/Table"
import { useFromList } from "~/features/admin/table/listState"
import { MailLink } from "~/features/admin/table/MailLink"
import { rowLink } from "~/features/admin/table/rowLink"
import { fullName } from "~/lib/fullName"
import { ShortId } from "~/features/admin/table/ShortId"
import { paths } from "~/paths"
import { useUser } from "~/state/session"
import { Badge } from "~/ui/feedback/Badge"

export const columns: readonly Column<User>[] = [
  { label: "ID", field: "_id", cell: ({ _id }) => <ShortId id={_id} />, className: "text-ink-2" },
  { label: "First Name", field: "firstName", names: true, cell: (user) => <FirstName user={user} /> },
  { label: "Last Name", field: "lastName", cell: ({ lastName }) => <BreakableText>{lastName}</BreakableText> },
  { label: "Email", field: "email", cell: ({ email }) => <MailLink email={email} /> },
  { label: "Is Admin?", field: "isAdmin", cell: ({ isAdmin }) => <YesOrNo yes={isAdmin} /> },
]

export const sortable = columns.flatMap(({ field }) => field ?? [])

/** Lets long names without spaces wrap. */
const BreakableText = ({ children }: { children: string }) => (
  <span className="[overflow-wrap:anywhere]">{children}</span>
)

function FirstName({ user }: { user: User }) {
  return (
    <>
      <UserLink user={user}>{user.firstName}</UserLink>
      <YouMark user={user} />
      <Badges user={user} />
    </>
  )
}

function UserLink({ user, children }: { user: User; children: string }) {
  const state = useFromList()
  return (
    <Link to={paths.adminUser(user._id)} state={state} className={rowLink}>
      <BreakableText>{children}</BreakableText>
    </Link>
  )
}

function YouMark({ user }: { user: User }) {
  return useUser()?._id === user._id ? <span className="font-normal text-ink-2"> (you)</span> : null
}

function Badges({ user }: { user: User }) {
  if (!user.isReadOnly && !user.isDeactivated && !user.requiresPasswordReset) return null
  return (
    <span className="mt-1 flex flex-wrap gap-1 font-normal">
      {user.isReadOnly && <Badge look="info">Operator</Badge>}
      {user.isDeactivated && <Badge look="error">Deactivated</Badge>}
      {user.requiresPasswordReset && (
        <Badge look="warning" className="whitespace-nowrap">
          New password due
        </Badge>
      )}
    </span>
  )
}

function YesOrNo({ yes }: { yes: boolean }) {
  const Icon = yes ? Check : X
  return (
    <span className="inline-flex items-center gap-1.5 align-bottom">
      <Icon aria-hidden size={18} strokeWidth={2.5} className={yes ? "text-ok" : "text-ink-2"} />
      {yes ? "Yes" : "No"}
    </span>
  )
}

/** A row on a phone. */
export function UserCard({ user }: { user: User }) {
  return (
    <>
      <h2 className="mb-4 font-text text-lg font-bold">
        <UserLink user={user}>{fullName(user)}</UserLink>
        <YouMark user={user} />
      </h2>
      <Badges user={user} />
      <CardFacts>
        <CardFact label="Email">
          <MailLink email={user.email} />
        </CardFact>
        <CardFact label="Is Admin?">
          <YesOrNo yes={user.isAdmin} />
        </CardFact>
        <CardFact label="ID">
          <ShortId id={user._id} />
        </CardFact>
      </CardFacts>
    </>
  )
}
