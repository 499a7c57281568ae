import { useQuery } from "@tanstack/react-query"
import { usersQuery } from "~/api/queries/staff/users"
import { AdminRows } from "~/features/admin/table/Rows"
import { ListSearch } from "~/features/admin/table/Filter"
import { listParams, useListState, usePageNumber } from "~/features/admin/table/listState"
import { useAnnouncedTotal } from "~/features/admin/table/useAnnouncedTotal"
import { columns, sortable, UserCard } from "./rows"
import { UserActions } from "./UserActions"
import { NotFound } from "~/layout/NotFound"
import { Page } from "~/layout/Page"
import { Button } from "~/ui/layout/Button"
import { EmptyState } from "~/ui/feedback/States"

/** Every account: /admin/users and /admin/users/:n. */
export default function UsersListPage() {
  const pageNumber = usePageNumber()
  return pageNumber === null ? <NotFound /> : <UsersList pageNumber={pageNumber} />
}

function UsersList({ pageNumber }: { pageNumber: number }) {
  const state = useListState("users", pageNumber, sortable)
  const keyword = state.filter("keyword")
  const users = useQuery(usersQuery({ ...listParams(state), ...(keyword && { keyword }) }))
  useAnnouncedTotal(users.isPlaceholderData ? undefined : users.data?.total, "user", keyword !== "")
  const clear = (
    <Button look="secondary" onClick={() => state.narrow({ keyword: "" }, "list-keyword")}>
      Clear search
    </Button>
  )
  return (
    <Page title="Users">
      <div className="mb-5 lg:max-w-[32rem]">
        <ListSearch label="Search by name, email or ID" state={state} />
      </div>
      <AdminRows
        query={users}
        what="the users"
        rowsOf={(list) => list.users}
        caption="Users"
        columns={columns}
        rowKey={(user) => user._id}
        card={(user) => <UserCard user={user} />}
        actions={(user) => <UserActions user={user} />}
        state={state}
        empty={<EmptyState action={clear}>No users match.</EmptyState>}
      />
    </Page>
  )
}
