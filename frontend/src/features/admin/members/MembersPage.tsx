import { useQuery } from "@tanstack/react-query"
import { Plus, Upload } from "lucide-react"
import { useState } from "react"
import { membersQuery } from "~/api/queries/staff/members"
import { ListSearch } from "~/features/admin/table/Filter"
import { listParams, useListState, usePageNumber, type ListState } from "~/features/admin/table/listState"
import { AdminRows } from "~/features/admin/table/Rows"
import { useAnnouncedTotal } from "~/features/admin/table/useAnnouncedTotal"
import { useFocusAfterRemoval } from "~/features/admin/table/useFocusAfterRemoval"
import { NotFound } from "~/layout/NotFound"
import { Page } from "~/layout/Page"
import { EmptyState } from "~/ui/feedback/States"
import { Button } from "~/ui/layout/Button"
import { lazyDialog } from "~/ui/overlays/lazyDialog"
import { MemberActions } from "./MemberActions"
import { byNumber, memberColumns, MemberCard, sortable } from "./rows"

const AddDialog = lazyDialog(() => import("./AddDialog"))
const ImportDialog = lazyDialog(() => import("./ImportDialog"))

/** The club's members, whom some seats cost less: /admin/members and /admin/members/:n. */
export default function MembersPage() {
  const pageNumber = usePageNumber()
  return pageNumber === null ? <NotFound /> : <Members pageNumber={pageNumber} />
}

function Members({ pageNumber }: { pageNumber: number }) {
  const state = useListState("members", pageNumber, sortable, byNumber)
  const keyword = state.filter("keyword")
  const members = useQuery(membersQuery({ ...listParams(state), ...(keyword && { keyword }) }))
  const [opened, setOpened] = useState<"add" | "import" | null>(null)
  useAnnouncedTotal(members.isPlaceholderData ? undefined : members.data?.total, "member", keyword !== "")
  const { top, onRowRemoved } = useFocusAfterRemoval(members.data)
  const close = () => setOpened(null)
  const buttons = (
    <div className="flex flex-wrap gap-3">
      <Button look="secondary" onClick={() => setOpened("import")}>
        <Upload aria-hidden size={18} />
        Import
      </Button>
      <Button onClick={() => setOpened("add")}>
        <Plus aria-hidden size={18} />
        Add member
      </Button>
    </div>
  )
  const nothing = keyword === "" && members.data?.total === 0
  return (
    <Page title="Members" beside={!nothing && buttons}>
      {!nothing && (
        <div ref={top} tabIndex={-1} className="mb-5 lg:max-w-[32rem]">
          <ListSearch label="Search by number, email or name" state={state} />
        </div>
      )}
      <AdminRows
        query={members}
        what="the members"
        rowsOf={(list) => list.members}
        caption="Members"
        columns={memberColumns}
        rowKey={(member) => member.number}
        card={(member) => <MemberCard member={member} />}
        actions={(member) => <MemberActions member={member} onDone={onRowRemoved} />}
        state={state}
        empty={nothing ? <EmptyState action={buttons}>No members yet.</EmptyState> : <NoMatch state={state} />}
      />
      <AddDialog open={opened === "add"} onOpenChange={close} />
      <ImportDialog open={opened === "import"} onOpenChange={close} />
    </Page>
  )
}

function NoMatch({ state }: { state: ListState }) {
  const clear = (
    <Button look="secondary" onClick={() => state.narrow({ keyword: "" }, "list-keyword")}>
      Clear search
    </Button>
  )
  return <EmptyState action={clear}>No members match.</EmptyState>
}
