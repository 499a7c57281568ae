import { useQuery } from "@tanstack/react-query"
import clsx from "clsx"
import { Check, Pencil, X } from "lucide-react"
import { Link } from "~/common/ui/layout/Link"
import { usersQuery } from "~/shop/queries/staff/users"
import type { User } from "~/common/api/types"
import { cut, MailLink, RowAction, rowLink, ShortId } from "~/shop/features/admin/table/cells"
import type { Column } from "~/shop/features/admin/table/Table"
import { AdminRows, listPage, ListSearch } from "~/shop/features/admin/table/Rows"
import { listParams, useFromList, useListState } from "~/shop/features/admin/table/listState"
import { DeactivateAction, ReactivateAction, ResetAction } from "./UserActions"
import { Page } from "~/shop/layout/Page"
import { fullName } from "~/common/lib/text"
import { paths } from "~/shop/paths"
import { useUser } from "~/shop/state/session"
import { Badge } from "~/common/ui/feedback/Badge"
import { MoreMenu } from "~/common/ui/overlays/MoreMenu"

/** Every account: /admin/users and /admin/users/:n. */
export default listPage(UsersList)

function UsersList() {
  const state = useListState("users", columns)
  const users = useQuery(usersQuery(listParams(state)))
  return (
    <Page title="Users">
      <div className="mb-5 max-w-form">
        <ListSearch label="Search by name, email or ID" state={state} />
      </div>
      <AdminRows
        query={users}
        noun="user"
        rowsOf={(list) => list.users}
        columns={columns}
        rowKey={(user) => user._id}
        actions={(user) => <UserActions user={user} />}
        state={state}
      />
    </Page>
  )
}

function UserActions({ user }: { user: User }) {
  const state = useFromList()
  const isYou = useUser()?._id === user._id
  return (
    <>
      <RowAction compact icon={Pencil} label="Edit" of={fullName(user)} to={paths.adminUser(user._id)} state={state} />
      {!user.isReadOnly && <ResetAction user={user} />}
      {isYou && <span className="w-tap max-lg:hidden xl:w-9" /> /* so that icons stand below each other */}
      {!user.isReadOnly && !isYou && (
        <MoreMenu of={fullName(user)}>
          {user.isDeactivated ? <ReactivateAction user={user} /> : <DeactivateAction user={user} />}
        </MoreMenu>
      )}
    </>
  )
}

const columns: readonly Column<User>[] = [
  { label: "First Name", field: "firstName", names: true, cell: (user) => <FirstName user={user} /> },
  {
    label: "Last Name",
    field: "lastName",
    phone: "hidden",
    cell: ({ lastName }) => (
      <span title={lastName} className={clsx(breakable, cut, "xl:max-w-44")}>
        {lastName}
      </span>
    ),
  },
  {
    label: "Email",
    field: "email",
    cell: ({ email }) => <MailLink email={email} className={clsx(rowLink, cut, "xl:max-w-72")} />,
  },
  { label: "Is Admin?", field: "isAdmin", cell: ({ isAdmin }) => <YesOrNo yes={isAdmin} /> },
  {
    label: "ID",
    field: "_id",
    cell: ({ _id }) => <ShortId id={_id} />,
    phone: "last",
    className: "text-xs text-ink-2",
  },
]

/** Lets long names without spaces wrap. */
const breakable = "[overflow-wrap:anywhere]"

/** On phones with the last name, too, because the card has no column for it. */
function FirstName({ user }: { user: User }) {
  const state = useFromList()
  const isYou = useUser()?._id === user._id
  return (
    <div className="xl:flex xl:items-center xl:gap-2">
      <Link
        to={paths.adminUser(user._id)}
        state={state}
        title={fullName(user)}
        className={clsx(rowLink, breakable, cut, "xl:max-w-52")}
      >
        <span>
          {user.firstName} <span className="lg:hidden">{user.lastName}</span>
        </span>
      </Link>
      {isYou && <span className="font-normal text-ink-2"> (you)</span>}
      <Badges user={user} />
    </div>
  )
}

function Badges({ user }: { user: User }) {
  if (!user.isReadOnly && !user.isDeactivated && !user.requiresPasswordReset) return null
  return (
    <span className="flex flex-wrap gap-1 font-normal max-xl:mt-1">
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
