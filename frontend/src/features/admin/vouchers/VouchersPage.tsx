import { useQuery } from "@tanstack/react-query"
import { Plus } from "lucide-react"
import { useState } from "react"
import type { Voucher } from "~/api/types"
import { eventNamesQuery } from "~/api/queries/staff/orders"
import { vouchersQuery } from "~/api/queries/staff/money/vouchers"
import { ListSearch } from "~/features/admin/table/Filter"
import { listParams, useListState, usePageNumber, type ListState } from "~/features/admin/table/listState"
import { AdminRows } from "~/features/admin/table/Rows"
import { useAnnouncedTotal } from "~/features/admin/table/useAnnouncedTotal"
import { NotFound } from "~/layout/NotFound"
import { Page } from "~/layout/Page"
import { EmptyState } from "~/ui/feedback/States"
import { Button } from "~/ui/layout/Button"
import { lazyDialog } from "~/ui/overlays/lazyDialog"
import { sortable, VoucherCard, voucherColumns } from "./rows"
import { VoucherActions } from "./VoucherActions"

const VoucherDialog = lazyDialog(() => import("./VoucherDialog"))

/** Codes that take something off an order: /admin/vouchers and /admin/vouchers/:n. */
export default function VouchersPage() {
  const pageNumber = usePageNumber()
  return pageNumber === null ? <NotFound /> : <Vouchers pageNumber={pageNumber} />
}

function Vouchers({ pageNumber }: { pageNumber: number }) {
  const state = useListState("vouchers", pageNumber, sortable)
  const keyword = state.filter("keyword")
  const vouchers = useQuery(vouchersQuery({ ...listParams(state), ...(keyword && { keyword }) }))
  const { data: events = [] } = useQuery(eventNamesQuery())
  const [edited, setEdited] = useState<Voucher | null>(null)
  const [open, setOpen] = useState(false)
  useAnnouncedTotal(vouchers.isPlaceholderData ? undefined : vouchers.data?.total, "code", keyword !== "")
  const edit = (voucher: Voucher | null) => {
    setEdited(voucher)
    setOpen(true)
  }
  const add = (
    <Button onClick={() => edit(null)}>
      <Plus aria-hidden size={18} />
      New code
    </Button>
  )
  const nothing = keyword === "" && vouchers.data?.total === 0
  return (
    <Page title="Vouchers" beside={!nothing && add}>
      {!nothing && (
        <div className="mb-5 lg:max-w-[32rem]">
          <ListSearch label="Search by code" state={state} />
        </div>
      )}
      <AdminRows
        query={vouchers}
        what="the codes"
        rowsOf={(list) => list.vouchers}
        caption="Codes"
        columns={voucherColumns(events)}
        rowKey={(voucher) => voucher._id}
        card={(voucher) => <VoucherCard voucher={voucher} events={events} />}
        actions={(voucher) => <VoucherActions voucher={voucher} onEdit={() => edit(voucher)} />}
        state={state}
        empty={nothing ? <EmptyState action={add}>No codes yet.</EmptyState> : <NoMatch state={state} />}
      />
      <VoucherDialog key={edited?._id ?? "new"} open={open} onOpenChange={setOpen} voucher={edited} />
    </Page>
  )
}

function NoMatch({ state }: { state: ListState }) {
  const clear = (
    <Button look="secondary" onClick={() => state.narrow({ keyword: "" }, "list-keyword")}>
      Clear search
    </Button>
  )
  return <EmptyState action={clear}>No codes match.</EmptyState>
}
